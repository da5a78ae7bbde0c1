/** What people read about a rule, besides its findings. Fixed words without any text of the user's. */
export interface Explanation {
  readonly title: string
  /** Why it matters. */
  readonly why: string
  /**
   * A project that has this problem and no other; a test runs it. It is the crawl file `crawls/docs.yaml`; a line `# NAME.yaml`
   * begins another file. A line `# crawlform ...` replaces the command `crawlform validate`; a line `# $ ...` is run before it.
   */
  readonly example: string
  /** The whole fixed example, or the wrong words in it and the right ones. */
  readonly repair: string | readonly [wrong: string, right: string]
}

/** An explanation for each of some rules. */
export type Explanations<Rules> = { readonly [Id in keyof Rules]: Explanation }
