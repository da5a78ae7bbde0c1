/**
 * Input: the bytes of an answer, their media type, and the wanted formats.
 * Output: Markdown, HTML, links, images and metadata.
 * Must not know how answers are fetched, or how documents are used.
 */
import { isUtf8 } from 'node:buffer'
import { unpacked } from '../../util/unpacked.ts'
import { bytesOf } from '../body/body.ts'
import type { FetchedPage } from '../http/http.ts'
import { decodeBody, queryEncoder } from './decode-body.ts'
import { contentOfHtml, type HtmlRequest, type PageContent } from './html-content.ts'
import { kindByBytes, mediaKind, type MediaKind } from '../http/media-type.ts'
import { failure, type PageFailure, unsupportedType } from '../http/page-outcome.ts'
import { FileError, type FileKind, type FileBody, type FileReader } from '../file/file.ts'
import { readText, textLinks } from './read-text.ts'
import type { ServiceLimits } from '../settings/settings.ts'
import { findPdfParser, hasFormat, isMadeFrom } from '../../request/page-settings.ts'

/** Bounds of one page's text. The rest is left out, and the page says so. */
export type ReadingBounds = Pick<ServiceLimits, 'textBytes' | 'pageTags'>

export interface ContentRequest extends Pick<HtmlRequest, 'scrape' | 'wantLinks' | 'cache'> {
  readonly files: FileReader
  readonly bounds: ReadingBounds
  /** For reading a PDF or office file; the wait for its turn does not count. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** In characters. */
const SHORTEST_TAG = 3
/** PDFs may have thousands of pages; `maxPages` asks for more than this. */
const DEFAULT_PDF_PAGES = 1000

const NOTHING = { links: [], documentLinks: [], images: [], metadata: {}, isText: true } as const

/** Returns the content of an answer by its media type, or by its bytes if the type does not tell. */
export async function contentOf(
  fetched: FetchedPage,
  request: ContentRequest,
): Promise<PageContent | PageFailure> {
  const { url, headers, statusCode } = fetched
  const body = unpackedBody(fetched.body, request.bounds.textBytes)
  const named = mediaKind(fetched)
  // Cut where a text of that length is cut, so that half a character at the end does not make it something else.
  const start = Buffer.isBuffer(body) ? boundBytes(body, request.bounds.textBytes) : Buffer.from(body.start)
  const kind = kindByBytes(named, start)
  // It is too large for memory.
  if (!Buffer.isBuffer(body)) return contentOfFile(body, kind === 'office' ? kind : 'pdf', url, request)
  // Firecrawl's code for a page that it cannot fetch in any way.
  const isEmpty = body.length < 1024 && body.toString().trim() === ''
  if (isEmpty && statusCode < 400)
    return failure('SCRAPE_ALL_ENGINES_FAILED', `"${url}" answered ${statusCode} with an empty body.`)
  if (kind === 'unsupported') return unsupportedType(url, headers['content-type'], named !== kind)
  if (kind === 'pdf' || kind === 'office') return contentOfFile(body, kind, url, request)
  return contentOfText(body, kind, fetched, request)
}

/** Returns a body without gzip if the server did not name that, and otherwise as it is. */
function unpackedBody(body: FetchedPage['body'], most: number): FetchedPage['body'] {
  if (!Buffer.isBuffer(body) || body.toString('latin1', 0, 3) !== '\u001F\u008B\b') return body
  try {
    return unpacked(body, 'gzip', most)
  } catch {
    return body
  }
}

function longText(read: number): string {
  return `It has more than ${read} bytes of text; what follows them was not read (textBytes).`
}

/** Returns the content of a page of text, as far as the bounds go; more than that would cost any memory. */
async function contentOfText(
  body: Buffer,
  kind: MediaKind,
  { url, headers, decodedFrom }: FetchedPage,
  request: ContentRequest,
): Promise<PageContent> {
  const { textBytes, pageTags } = request.bounds
  const isHtml = kind === 'html' || kind === 'unknown'
  const isMarkup = isHtml || kind === 'xml'
  const contentType = headers['content-type']
  const bytes = boundBytes(body, textBytes)
  const left = bytes === body ? [] : [longText(textBytes)]
  const { text: decoded, encoding } =
    decodedFrom === undefined
      ? await decodeBody(bytes, charsetType(bytes, kind, contentType), isMarkup)
      : { text: bytes.toString('utf8'), encoding: decodedFrom }
  // Parsers of HTML drop them too, and many databases do not take them.
  const all = decoded.replaceAll('\0', '')
  const text = isHtml ? boundTags(all, pageTags) : all
  if (text !== all) left.push(`It has more than ${pageTags} tags; what follows them was not read (pageTags).`)
  const content: PageContent = isHtml
    ? contentOfHtml(text, url, {
        ...request,
        encodeQuery: await queryEncoder(encoding),
        isXhtml: /[/+]xml\b/i.test(contentType ?? ''),
      })
    : {
        ...NOTHING,
        ...readText(text, kind, hasFormat(request.scrape, 'html')),
        rawHtml: text,
        links: request.wantLinks && ['markdown', 'text'].includes(kind) ? textLinks(text, url) : [],
      }
  const warning = [...left, ...(content.warning === undefined ? [] : [content.warning])].join(' ')
  return warning === '' ? content : { ...content, warning }
}

/** Returns the Content-Type that tells the encoding of a text. JSON is UTF-8 whatever its charset (RFC 8259 section 8.1), if its bytes are. */
function charsetType(body: Buffer, kind: MediaKind, contentType: string | undefined): string | undefined {
  return kind === 'json' && isUtf8(body) ? 'application/json; charset=utf-8' : contentType
}

async function contentOfFile(body: FileBody, kind: FileKind, url: string, request: ContentRequest) {
  const { timeoutMs, signal, bounds } = request
  const parser = findPdfParser(request.scrape)
  if (kind === 'pdf' && parser === undefined) {
    // `parsers: []` asks for the file as it is.
    const file = (await bytesOf(body)).toString('base64')
    return { ...NOTHING, markdown: file, html: file, rawHtml: file }
  }
  const maxPages = parser?.maxPages ?? DEFAULT_PDF_PAGES
  try {
    const file = await request.files.read(body, { kind, maxPages, timeoutMs }, signal)
    const text = Buffer.from(file.markdown)
    const kept = boundBytes(text, bounds.textBytes)
    const warnings = [
      file.isCut ? `The text of "${url}" is cut: only its beginning was read.` : '',
      kept === text ? '' : longText(bounds.textBytes),
      missingText(text.length === 0, file.isUndecoded === true),
    ].filter((warning) => warning !== '')
    const whole = kept === text ? file.markdown : kept.toString()
    // A file has no HTML of its own: all that is made of HTML is made of its text.
    const { markdown, html } = readText(whole, 'text', isMadeFrom(request.scrape, 'page', 'content'))
    return {
      ...NOTHING,
      markdown,
      html,
      rawHtml: html,
      metadata: file.metadata,
      ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return fileFailure(url, kind === 'pdf' ? 'PDF' : 'document', error)
  }
}

function missingText(isEmpty: boolean, isUndecoded: boolean): string {
  if (isUndecoded)
    return 'Its fonts do not tell which characters they draw: text is missing or wrong. Ask for a file with embedded Unicode maps.'
  return isEmpty ? 'It has no text: text in pictures, such as scanned pages, is not read.' : ''
}

function fileFailure(url: string, kind: string, { problem, message }: FileError): PageFailure {
  if (problem === 'unavailable')
    return failure('SCRAPE_ALL_ENGINES_FAILED', `The ${kind} "${url}" could not be read: ${message}.`, true)
  const isUnread = problem === 'unreadable'
  const error = isUnread ? `is not a readable ${kind}: ${message}` : `is a ${kind} that ${message}.`
  return failure(problem === 'time' ? 'SCRAPE_TIMEOUT' : 'SCRAPE_UNSUPPORTED_FILE_ERROR', `"${url}" ${error}`)
}

/** Returns the first `most` bytes of a text, without half a character of UTF-8 at their end. */
function boundBytes(body: Buffer, most: number): Buffer {
  if (body.length <= most) return body
  let end = most
  while (end > most - 4 && end > 0 && ((body[end] ?? 0) & 0xc0) === 0x80) end--
  return body.subarray(0, end)
}

/** Returns a page's text up to its tag number `most`, where there are more. Every `<` counts, also in end tags and text. */
function boundTags(html: string, most: number): string {
  if (html.length < most * SHORTEST_TAG) return html
  let at = html.indexOf('<')
  for (let tags = 0; at !== -1 && tags < most; tags++) at = html.indexOf('<', at + 1)
  return at === -1 ? html : html.slice(0, at)
}
