import type { SealedFile } from '../../util/sealed-folder.ts'
import { fileOfOther } from '../http/body-file.ts'
import type { FetchedPage } from '../http/http.ts'
import { PageBody } from '../http/page-body.ts'

/** An answer as plain values, for another thread. */
export interface HandedPage extends Omit<FetchedPage, 'body'> {
  /** The bytes, or the file that holds them with its first bytes. */
  readonly body: Uint8Array | { readonly where: SealedFile; readonly start: Uint8Array }
  /** Bytes of the whole body; fewer may be kept. */
  readonly length: number
}

/** Bodies up to this length may share memory with others and cannot be transferred, so they are copied. */
const COPIED_BYTES = Buffer.poolSize

/** Converts an answer for another thread. Sending it with `transfer` moves its bytes away from this thread. */
export function handOver(page: FetchedPage): { readonly page: HandedPage; readonly transfer: ArrayBuffer[] } {
  const { length, file } = page.body
  if (file !== undefined) {
    const { where, start } = file
    return { page: { ...page, length, body: { where, start: new Uint8Array(start) } }, transfer: [] }
  }
  const kept = page.body.release()
  const bytes = kept.length > COPIED_BYTES ? kept : new Uint8Array(kept)
  return { page: { ...page, length, body: bytes }, transfer: [bytes.buffer as ArrayBuffer] }
}

/** Returns the answer that another thread has sent. */
export function takeOver({ length, ...page }: HandedPage): FetchedPage {
  return { ...page, body: bodyOf(page.body, length) }
}

function bodyOf(body: HandedPage['body'], length: number): PageBody {
  if (body instanceof Uint8Array) return new PageBody(asBuffer(body), length)
  return new PageBody(fileOfOther(body.where), length, asBuffer(body.start))
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
