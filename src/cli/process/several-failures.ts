/** Several independent failures. */
export class SeveralFailures extends Error {
  override readonly name = 'SeveralFailures'
  readonly failures: readonly unknown[]

  constructor(failures: readonly unknown[]) {
    super('several errors occurred')
    this.failures = failures
  }
}

/**
 * Runs every action, even if others fail.
 * @throws the error of a single failure; {SeveralFailures} for several
 */
export function doEach(acts: readonly (() => void)[]): void {
  const failures: unknown[] = []
  for (const act of acts) {
    try {
      act()
    } catch (error) {
      failures.push(...(error instanceof SeveralFailures ? error.failures : [error]))
    }
  }
  if (failures.length > 1) throw new SeveralFailures(failures)
  if (failures.length === 1) throw failures[0]
}
