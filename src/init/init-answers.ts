export const ciSystems = ['github', 'gitlab', 'none'] as const
export type CiSystem = (typeof ciSystems)[number]

export interface InitAnswers {
  /** An absolute http or https URL. */
  readonly url: string
  /** The first crawl's, and its file's. */
  readonly name: string
  readonly ci: CiSystem
}
