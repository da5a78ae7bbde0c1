import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { FileSource } from './file-source.ts'

/** What is gathered while a project loads. */
export interface Loading {
  readonly files: FileSource
  readonly stdin: Uint8Array | undefined
  /** What reading, validating and resolving found. Its errors leave a crawl out, so they cannot be silenced. */
  readonly fatal: Diagnostic[]
  /** Text by file. */
  readonly sources: Map<string, string>
}
