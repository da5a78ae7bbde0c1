/**
 * Input: the bytes of a PDF or office file, and bounds on pages, time and memory.
 * Output: its text as Markdown, and its metadata.
 * Must not know where files come from.
 */
import type { JsonObject } from '../../util/json.ts'
import { messageOf } from '../../util/message-of.ts'
import { type SealedFile, movable } from '../body/body.ts'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

export type FileBody = Uint8Array | SealedFile

export interface FileReader {
  /**
   * Returns the text of a file. Files are read one after another. The wait does not count as time.
   * @param body must not be used by the caller afterwards, or removed before the result
   * @throws {FileError} for a file that cannot be read within the bounds; the signal's reason when it is aborted
   */
  read(body: FileBody, bounds: FileBounds, signal: AbortSignal): Promise<FileContent>
  close(): Promise<void>
}

/** A PDF, or a file of a word processor, spreadsheet or presentation, or a book in EPUB. */
export type FileKind = 'pdf' | 'office'

export interface FileBounds {
  readonly kind: FileKind
  readonly maxPages: number
  readonly timeoutMs: number
}

export interface FileQuestion {
  readonly body: FileBody
  readonly bounds: FileBounds
}

export interface FileContent {
  readonly markdown: string
  /** Properties of the file under the API's names: `title`, `author`, `language`, `numPages` and so on. */
  readonly metadata: JsonObject
  /** Whether the wanted pages have more text than is read. */
  readonly isCut: boolean
  /** Whether much of its text is in fonts that do not tell which characters they draw. */
  readonly isUndecoded?: boolean
}

/** Why a file has no text: it is not of its kind, exceeds its memory or time, or no reader could be started. */
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

/** The result of reading a file, as plain values that other threads and processes can receive. */
export type FileAnswer =
  | { readonly content: FileContent }
  | { readonly problem: FileProblem | undefined; readonly message: string }

/** Returns the result of reading a file. `otherwise` is the problem of errors that are not a FileError. */
export async function answerOf(reading: Promise<FileContent>, otherwise?: FileProblem): Promise<FileAnswer> {
  try {
    return { content: await reading }
  } catch (error) {
    return { problem: error instanceof FileError ? error.problem : otherwise, message: messageOf(error) }
  }
}

export function fileContentOf(answer: FileAnswer): FileContent {
  if ('content' in answer) return answer.content
  const { problem, message } = answer
  throw problem === undefined ? new Error(message) : new FileError(problem, message)
}

/** A question, and the port that gets its FileAnswer. Closing the port cancels the question. */
type Question = FileQuestion & { readonly answerTo: MessagePort }

/** Lets another thread use a reader of this one, as long as its end of the port is open. */
export function serveReader(port: MessagePort, reader: FileReader): void {
  port.on('message', ({ body, bounds, answerTo }: Question) => {
    const gone = new AbortController()
    answerTo.once('close', () => gone.abort())
    void answerOf(reader.read(body, bounds, gone.signal)).then((answer) => answerTo.postMessage(answer))
  })
}

/** Returns the reader that another thread serves at the other end of a port. */
export function createRemoteReader(port: MessagePort): FileReader {
  return {
    read: async (body, bounds, signal) => {
      signal.throwIfAborted()
      const { port1, port2 } = new MessageChannel()
      try {
        const answer = await new Promise<FileAnswer>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          port1.once('message', resolve)
          const [moved, transfer] = movable(body)
          port.postMessage({ body: moved, bounds, answerTo: port2 } satisfies Question, [port2, ...transfer])
        })
        return fileContentOf(answer)
      } finally {
        port1.close()
      }
    },
    close: async () => port.close(),
  }
}
