/**
 * The content of an answer. In: bytes, their media type, and what is wanted of them. Out: Markdown, HTML, links, images
 * and metadata. Refuses to know how answers are fetched and what becomes of a document.
 */
import { Utf8Text } from '../../util/utf8-text.ts'
import type { FetchedPage } from '../http/fetch-page.ts'
import { boundBytes, boundTags, type ReadingBounds } from './bounded-text.ts'
import { decodeBody } from './decode-body.ts'
import { contentOfHtml } from './html-content.ts'
import { mediaKind, sniffKind, type MediaKind } from '../http/media-type.ts'
import type { PageContent } from './page-content.ts'
import { failure, type PageFailure } from '../http/page-failure.ts'
import { PdfError, type PdfProblem, type PdfReader } from '../pdf/pdf-reader.ts'
import { readText } from './read-text.ts'
import type { LinkCache } from '../link/resolve-link.ts'
import { findPdfParser, type ScrapeSettings } from '../../request/page-settings.ts'

export interface ContentRequest {
  readonly scrape: ScrapeSettings
  readonly wantLinks: boolean
  readonly cache: LinkCache
  readonly pdf: PdfReader
  readonly bounds: ReadingBounds
  /** For reading a PDF; the wait for its turn does not count. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** PDFs may have thousands of pages; `maxPages` asks for more than this. */
const DEFAULT_PDF_PAGES = 1000

const NOTHING = { links: [], documentLinks: [], images: [], metadata: {} } as const

/** Returns the content of an answer by its media type; what it does not say, its bytes do. */
export async function contentOf(
  fetched: FetchedPage,
  request: ContentRequest,
): Promise<PageContent | PageFailure> {
  const { contentType, url, statusCode } = fetched
  const body = fetched.body.release()
  // Firecrawl's code for a page that none of its ways of fetching gets anything of.
  if (body.length === 0 && statusCode < 300)
    return failure('SCRAPE_ALL_ENGINES_FAILED', `"${url}" answered ${statusCode} with nothing in it.`)
  const named = mediaKind(contentType)
  const kind = named === 'unknown' && body.length > 0 ? sniffKind(body) : named
  if (kind === 'unsupported') return unsupportedType(url, contentType)
  if (kind === 'pdf') return contentOfPdf(body, url, request)
  return contentOfText(body, kind, fetched, request)
}

/** Returns the content of a page of text, as far as the bounds go; more than that would cost any memory. */
function contentOfText(
  body: Buffer,
  kind: MediaKind,
  fetched: FetchedPage,
  request: ContentRequest,
): Promise<PageContent> {
  const { textBytes } = request.bounds
  const bytes = boundBytes(body, textBytes)
  if (bytes === body) return contentOfBytes(bytes, kind, fetched, { ...request, left: [] })
  const left = [`It has ${body.length} bytes of text, of which the first ${textBytes} were read (textBytes).`]
  // A copy, and no frame that waits and holds the body: the rest of it is free from here on.
  return contentOfBytes(Buffer.from(bytes), kind, fetched, { ...request, left })
}

/** Returns the content of a text; `left` is what it leaves out so far. */
async function contentOfBytes(
  bytes: Buffer,
  kind: MediaKind,
  { url, contentType }: FetchedPage,
  { left, ...request }: ContentRequest & { readonly left: string[] },
): Promise<PageContent> {
  const { pageTags } = request.bounds
  const all = await decodeBody(bytes, contentType)
  const isHtml = kind === 'html' || kind === 'unknown'
  const text = isHtml ? boundTags(all, pageTags) : all
  if (text !== all) left.push(`It has more than ${pageTags} tags; what follows them was not read (pageTags).`)
  const content: PageContent = isHtml
    ? await contentOfHtml(text, { ...request, url })
    : { ...NOTHING, ...readText(text, kind), rawHtml: text }
  const warning = [...left, ...(content.warning === undefined ? [] : [content.warning])].join(' ')
  return warning === '' ? content : { ...content, warning }
}

export function unsupportedType(url: string, contentType: string | undefined): PageFailure {
  return failure(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `"${url}" is of the type "${contentType ?? 'unknown'}", which cannot be read as a page.`,
  )
}

async function contentOfPdf(
  body: Buffer,
  url: string,
  request: ContentRequest,
): Promise<PageContent | PageFailure> {
  const parser = findPdfParser(request.scrape)
  if (parser === undefined) {
    // `parsers: []` asks for the file itself.
    const file = body.toString('base64')
    return { ...NOTHING, markdown: Utf8Text.of(file), html: file, rawHtml: file }
  }
  const bounds = { maxPages: parser.maxPages ?? DEFAULT_PDF_PAGES, timeoutMs: request.timeoutMs }
  try {
    const pdf = await request.pdf.read(body, bounds, request.signal)
    const { html } = readText(pdf.markdown, 'text')
    const title = pdf.title === undefined ? {} : { title: pdf.title }
    return {
      ...NOTHING,
      markdown: Utf8Text.of(pdf.markdown),
      html,
      rawHtml: html,
      metadata: { ...title, numPages: pdf.numPages },
      ...(pdf.isCut && { warning: `The text of "${url}" is cut: only its beginning was read.` }),
    }
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    return pdfFailures[error.problem](url, error.message)
  }
}

const pdfFailures: { readonly [Problem in PdfProblem]: (url: string, message: string) => PageFailure } = {
  unreadable: (url, message) =>
    failure('SCRAPE_UNSUPPORTED_FILE_ERROR', `"${url}" is no PDF that can be read: ${message}`),
  memory: (url, message) => failure('SCRAPE_UNSUPPORTED_FILE_ERROR', `"${url}" is a PDF that ${message}.`),
  time: (url, message) => failure('SCRAPE_TIMEOUT', `"${url}" is a PDF that ${message}.`),
  unavailable: (url, message) =>
    failure('SCRAPE_ALL_ENGINES_FAILED', `The PDF "${url}" could not be read: ${message}.`, true),
}
