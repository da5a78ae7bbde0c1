import type { SealedFile } from '../../util/sealed-folder.ts'
import { fileOfOther } from '../http/body-file.ts'
import type { FetchedPage } from '../http/fetch-page.ts'
import { PageBody } from '../http/page-body.ts'

/** An answer as the thread that reads it is told of it: plain values. */
export interface HandedPage extends Omit<FetchedPage, 'body'> {
  /** The bytes, or where they stand and how they begin. */
  readonly body: Uint8Array | { readonly where: SealedFile; readonly start: Uint8Array }
  /** Of the whole body, of which less may be kept. */
  readonly length: number
}

/** Bodies up to this length may lie among others in memory that cannot be handed over. A copy of them costs little. */
const COPIED_BYTES = Buffer.poolSize

/**
 * Turns an answer into what can be told to another thread. Its bytes are handed over, not copied: they are gone here once
 * it is sent with `transfer`.
 */
export function handOver(page: FetchedPage): { readonly page: HandedPage; readonly transfer: ArrayBuffer[] } {
  const { length, file } = page.body
  if (file !== undefined) {
    const { where, start } = file
    return { page: handed(page, { where, start: new Uint8Array(start) }, length), transfer: [] }
  }
  const kept = page.body.release()
  const bytes = kept.length > COPIED_BYTES ? kept : new Uint8Array(kept)
  return { page: handed(page, bytes, length), transfer: [bytes.buffer as ArrayBuffer] }
}

// Written out: an object that begins with a spread is of a new kind each time to V8, and one is made for every page.
function handed(
  { kind, url, statusCode, headers, contentType }: FetchedPage,
  body: HandedPage['body'],
  length: number,
): HandedPage {
  return { kind, url, statusCode, headers: readHeaders(headers), contentType, body, length }
}

/** Returns what readers ask the headers for. Sites send dozens of them, which cost as much as all else that is told. */
function readHeaders(headers: FetchedPage['headers']): FetchedPage['headers'] {
  return {
    'content-type': headers['content-type'],
    'content-disposition': headers['content-disposition'],
    'retry-after': headers['retry-after'],
  }
}

/** Returns the answer that another thread has handed over. */
export function takeOver(page: HandedPage): FetchedPage {
  const { kind, url, statusCode, headers, contentType } = page
  return { kind, url, statusCode, headers, contentType, body: bodyOf(page) }
}

function bodyOf({ body, length }: HandedPage): PageBody {
  if (body instanceof Uint8Array) return new PageBody(asBuffer(body), length)
  return new PageBody(fileOfOther(body.where), length, asBuffer(body.start))
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
