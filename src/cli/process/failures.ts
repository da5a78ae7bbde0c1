import { suggest } from '../../util/suggest.ts'

/** The exit statuses. Scripts rely on these numbers. */
export const exitStatus = {
  ok: 0,
  /** The configuration has errors: schema, lint, tests, budget. */
  configuration: 1,
  /** `plan --detailed-exitcode`: there are changes. */
  changes: 2,
  /** Disk, network or service failed. */
  external: 3,
  /** `apply` ended with crawls that failed or are in doubt. */
  submissions: 4,
  /** A crawl that was waited for failed, was cancelled, timed out, or missed its expectations. */
  crawl: 5,
  /** Stale plan, other digest, lost race for the state, or approval needed. */
  approval: 6,
  usage: 64,
  bug: 70,
  interrupted: 130,
} as const

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]

/** A mistake in the command line (exit status 64). */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly help: string | undefined
  constructor(message: string, help?: string) {
    super(message)
    this.help = help
  }
}

/** Ends a command that has already printed the reason. */
export class Ended extends Error {
  override readonly name = 'Ended'
  readonly status: ExitStatus
  constructor(status: ExitStatus) {
    super('The command has ended.')
    this.status = status
  }
}

/** Returns the help of an error for a mistyped word; undefined if no known word is similar. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const [meant] = suggest(word, known)
  return meant === undefined ? undefined : `Did you mean "${meant}"?`
}

/**
 * Runs every action, even if others fail.
 * @throws the error of a single failure; {AggregateError} for several
 */
export function doEach(acts: readonly (() => void)[]): void {
  const failures: unknown[] = []
  for (const act of acts) {
    try {
      act()
    } catch (error) {
      failures.push(...(error instanceof AggregateError ? (error.errors as unknown[]) : [error]))
    }
  }
  if (failures.length > 1) throw new AggregateError(failures)
  if (failures.length === 1) throw failures[0]
}
