import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ApiVersion } from '../util/api-version.ts'

/** The kind of a crawl file, or why it cannot be determined. */
export interface Shape {
  /** Undefined when the settings cannot be checked. */
  readonly version: ApiVersion | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** Pointers that `diagnostics` already cover. */
  readonly reported: ReadonlySet<string>
}
