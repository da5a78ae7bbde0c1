import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { encodingLabels } from '../http/encoding-labels.ts'
import { isReadLeniently } from '../http/lenient-request.ts'
import { unpackBody } from '../http/receive-body.ts'
import { type SitemapEntry, SitemapParser } from './parse-sitemap.ts'
import { webUrls } from './robots.ts'

/** A received file that may be a sitemap. */
export interface SitemapFile {
  readonly body: Buffer
  /** The address that relative ones start from. */
  readonly base: string
  readonly contentType: string | undefined
  /** The most bytes of the file when it is unpacked. */
  readonly maxBytes: number
}

/** What a file turned out to be. */
export interface SitemapKind {
  /** An XML sitemap, a list of addresses, or something else. */
  readonly kind: 'xml' | 'lines' | 'other'
  /** Why the rest of it cannot be read. */
  readonly error?: string | undefined
}

/** Yields the entries of a sitemap: XML, or a list of lines under any name. */
export async function* entriesOf(file: SitemapFile): AsyncGenerator<SitemapEntry, SitemapKind> {
  const parser = new SitemapParser(file.base)
  const kind = (): SitemapKind['kind'] => (parser.kind === undefined ? 'other' : 'xml')
  try {
    let decoder: TextDecoder | undefined
    // The open line of a list. No URL contains a `<`, and all XML does.
    let rest: string | undefined
    for await (const piece of unpacked(file.body, file.maxBytes)) {
      const isFirst = decoder === undefined
      decoder ??= decoderFor(piece, file.contentType)
      const text = decoder.decode(piece, { stream: true })
      if (isFirst && !text.includes('<')) rest = ''
      if (rest === undefined) yield* parser.write(text)
      else {
        const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
        if (end > 0) yield* linesOf(rest + text.slice(0, end))
        rest = end > 0 ? text.slice(end) : rest + text
      }
      if (parser.refused !== undefined) break
    }
    if (rest !== undefined) {
      yield* linesOf(rest)
      return { kind: 'lines' }
    }
    yield* parser.end()
    return { kind: kind(), error: parser.refused }
  } catch (error) {
    return { kind: kind(), error: error instanceof Error ? error.message : 'it cannot be read' }
  }
}

/** Returns the lines of a text that are URLs. It lists pages only. */
function linesOf(text: string): SitemapEntry[] {
  return webUrls(text.split(/\r\n?|\n/)).map((url) => ({ url, leadsTo: 'page' }))
}

const PIECE_BYTES = 64 * 1024

/** Yields the file in pieces, unpacked if it starts like gzip (RFC 1952 section 2.3.1); again without checks if they fail. */
async function* unpacked(body: Buffer, maxBytes: number): AsyncGenerator<Buffer, void, undefined> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) {
    for (let start = 0; start < body.length; start += PIECE_BYTES)
      yield body.subarray(start, start + PIECE_BYTES)
    return
  }
  let read = 0
  for (const isLenient of [false, true]) {
    let end = 0
    try {
      for await (const piece of await unpackBody(Readable.from([body]), 'gzip', isLenient)) {
        // A decoder gives Buffers; its type does not say so.
        const buffer = piece as Buffer
        const start = end
        end += buffer.length
        if (end > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
        if (end <= read) continue
        yield buffer.subarray(Math.max(0, read - start))
        read = end
      }
      return
    } catch (error) {
      if (isLenient || !isReadLeniently(error, true)) throw error
    }
  }
}

/** Returns a decoder for a sitemap that begins with `start`. Without a sign of its encoding it is UTF-8. */
function decoderFor(start: Buffer, contentType: string | undefined): TextDecoder {
  for (const label of encodingLabels(start, contentType)) {
    try {
      return new TextDecoder(label)
    } catch {
      // It names no encoding.
    }
  }
  return new TextDecoder()
}
