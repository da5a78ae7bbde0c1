/** Reads the text of PDFs, wherever that is done. */
export interface PdfReader {
  /**
   * Returns the text of a file. Files are read one after another; waiting for the turn does not count as time.
   * @param body not to be used by the caller afterwards
   * @throws {PdfError} for what cannot be read within the bounds; the signal's reason when it is aborted
   */
  read(body: Uint8Array, bounds: PdfBounds, signal: AbortSignal): Promise<PdfContent>
  close(): Promise<void>
}

export interface PdfBounds {
  readonly maxPages: number
  /** Of reading. */
  readonly timeoutMs: number
}

export interface PdfContent {
  readonly markdown: string
  readonly title: string | undefined
  /** Pages of the file, also when fewer were read. */
  readonly numPages: number
  /** Whether there is more text on the pages asked for than is ever read. */
  readonly isCut: boolean
}

/**
 * Why a PDF has no text: its bytes are no readable PDF, it needs more memory or more time than it may have, or nothing
 * could be started that reads it.
 */
export type PdfProblem = 'unreadable' | 'memory' | 'time' | 'unavailable'

/** Thrown when a PDF cannot be read; the message says why, as the rest of a sentence. */
export class PdfError extends Error {
  override readonly name = 'PdfError'
  readonly problem: PdfProblem

  constructor(problem: PdfProblem, message: string) {
    super(message)
    this.problem = problem
  }
}
