import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/** What kind of crawl file this is, or why nothing more can be said of it. */
export interface Shape {
  /** Undefined when the settings cannot be checked. */
  readonly version: 1 | 2 | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** Pointers that `diagnostics` already cover. */
  readonly spoken: ReadonlySet<string>
}
