import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/** What kind of crawl file this is, or why nothing more can be said of it. */
export type Shape =
  | {
      readonly version: 1 | 2
      readonly diagnostics: readonly Diagnostic[]
      readonly spoken: ReadonlySet<string>
    }
  | { readonly version: undefined; readonly diagnostics: readonly Diagnostic[] }
