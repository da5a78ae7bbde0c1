import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ApiVersion } from '../util/api-version.ts'

/** What kind of crawl file this is, or why nothing more can be said of it. */
export interface Shape {
  /** Undefined when the settings cannot be checked. */
  readonly version: ApiVersion | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** Pointers that `diagnostics` already cover. */
  readonly reported: ReadonlySet<string>
}
