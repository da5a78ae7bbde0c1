export const ciSystems = ['github', 'gitlab', 'none'] as const
export type CiSystem = (typeof ciSystems)[number]

/** Editors that `init` writes settings for. */
export const editors = ['vscode', 'none'] as const
export type Editor = (typeof editors)[number]

export interface NewCrawl {
  /** An absolute http or https URL. */
  readonly url: string
  /** The crawl's, and its file's. */
  readonly name: string
}

export interface InitAnswers {
  /** The first crawl; a project that is there already needs none. */
  readonly crawl?: NewCrawl | undefined
  readonly ci: CiSystem
  readonly editor: Editor
}
