/**
 * Input: the bytes of a PDF or office file, and bounds on pages, time and memory.
 * Output: its text as Markdown, and its metadata.
 * Must not know where files come from.
 */
import type { JsonObject } from '../../util/json.ts'
import type { SealedFile } from '../../util/sealed-file.ts'

/** The bytes of a file, in memory or on disk. */
export type FileBody = Uint8Array | SealedFile

/** Reads the text of files that are no text, wherever that is done. */
export interface FileReader {
  /**
   * Returns the text of a file. Files are read one after another; waiting for the turn does not count as time.
   * @param body must not be used by the caller afterwards, or removed before the result
   * @throws {FileError} for what cannot be read within the bounds; the signal's reason when it is aborted
   */
  read(body: FileBody, wish: FileWish, signal: AbortSignal): Promise<FileContent>
  close(): Promise<void>
}

/** A PDF; or what word processors, spreadsheets and presentations write, and books in EPUB. */
export type FileKind = 'pdf' | 'office'

export interface FileWish {
  readonly kind: FileKind
  /** Of a PDF; other files have no pages. */
  readonly maxPages: number
  /** Of reading. */
  readonly timeoutMs: number
}

export interface FileContent {
  readonly markdown: string
  /** What the file says of itself, under the API's names: `title`, `author`, `language`, `numPages` and so on. */
  readonly metadata: JsonObject
  /** Whether there is more text in what was asked for than is ever read. */
  readonly isCut: boolean
}

/**
 * Why a file has no text: its bytes are no readable file of its kind, it needs more memory or more time than it may have,
 * or nothing could be started that reads it.
 */
export type FileProblem = 'unreadable' | 'memory' | 'time' | 'unavailable'

/** Thrown when a file cannot be read; the message says why, as the rest of a sentence. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly problem: FileProblem

  constructor(problem: FileProblem, message: string) {
    super(message)
    this.problem = problem
  }
}
