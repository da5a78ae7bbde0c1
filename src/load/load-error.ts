/** The disk refused: not a mistake in a configuration. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  /** Stable, for scripts. */
  readonly code = 'LOAD_READ_FAILED'

  constructor(path: string, cause: unknown) {
    super(`"${path}" cannot be read`, { cause })
  }
}
