/** Several things went wrong, each for itself. */
export class SeveralFailures extends Error {
  override readonly name = 'SeveralFailures'
  readonly failures: readonly unknown[]

  constructor(failures: readonly unknown[]) {
    super('several things went wrong')
    this.failures = failures
  }
}

/**
 * Does each of some things, whatever becomes of the others.
 * @throws what the only one that fails throws; {SeveralFailures} when several do
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
