/** The options that were given, by long name without dashes. Values are always text, exactly as typed. */
export class Options {
  readonly #values: ReadonlyMap<string, readonly string[]>
  readonly #flags: ReadonlyMap<string, boolean>

  constructor(
    values: ReadonlyMap<string, readonly string[]> = new Map(),
    flags: ReadonlyMap<string, boolean> = new Map(),
  ) {
    this.#values = values
    this.#flags = flags
  }

  /** Returns the names of all that were given. */
  given(): readonly string[] {
    return [...this.#values.keys(), ...this.#flags.keys()]
  }

  /** Tells whether an option was given, by its flag as it is typed: `--output`, `--no-wait`. */
  has(flag: string): boolean {
    const name = flag.slice(2)
    const negated = name.startsWith('no-') && this.#flags.get(name.slice(3)) === false
    return negated || this.#values.has(name) || this.#flags.get(name) === true
  }

  text(name: string): string | undefined {
    return this.#values.get(name)?.at(-1)
  }

  list(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  /** Returns true for `--name`, false for `--no-name`, undefined when neither was given. */
  flag(name: string): boolean | undefined {
    return this.#flags.get(name)
  }
}
