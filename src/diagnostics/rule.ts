import type { Severity } from './diagnostic.ts'

/** One entry of the catalogue. `Args` types what `message` and `help` need, so a wrong call does not compile. */
export interface Rule<Args> {
  readonly severity: Severity
  /** Fixed words without any text of the user's. */
  readonly title: string
  /** Why it matters, for `crawlform explain`. */
  readonly why: string
  /** One sentence; the user's words in double quotes; ends with a full stop. */
  readonly message: (args: Args) => string
  /** What to do: imperative, or a question. */
  readonly help?: (args: Args) => string | undefined
  /**
   * A project that has this problem and no other; a test runs it. It is the crawl file `crawls/docs.yaml`, or what follows a
   * line `# NAME.yaml` is that file; a line `# crawlform ...` is typed instead of `crawlform validate`, a line `# $ ...`
   * before it. What mends it is in repaired-examples.ts.
   */
  readonly example: string
  /** Retired ids stay, so that suppressions and links go on working. */
  readonly retired?: true
}

/** Declares one rule; the type argument says what its message needs. */
export function rule<Args = Record<never, never>>(entry: Rule<Args>): Rule<Args> {
  return entry
}
