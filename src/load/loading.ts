import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { FileSource } from './file-source.ts'

/** Sources and diagnostics gathered while a project loads. */
export interface Loading {
  readonly files: FileSource
  readonly stdin: Uint8Array | undefined
  /** Problems found by reading, validating and resolving. Their errors exclude a crawl, so they cannot be silenced. */
  readonly fatal: Diagnostic[]
  /** Text by file. */
  readonly sources: Map<string, string>
}
