import { walkHtml } from '../html/html-walk.ts'
import { findMainContent, type MainContent } from '../main/find-main-content.ts'
import { isMatch, PageSink, type PageReading, type ReadRequest } from './page-sink.ts'

/**
 * Reads a page in one pass, or in two if the first learns late what it should have known; its main content is found in a
 * pass before. In: its text and address, and what is wanted. Out: links, images, metadata, and the kept content with
 * absolute URLs, as HTML and as the Markdown converter's input. Knows nothing of fetching or of formats. Never throws,
 * whatever the text; time and memory grow linearly with it.
 */
export function readHtml(html: string, request: ReadRequest): PageReading {
  const main = mainContentOf(html, request)
  const first = new PageSink(html, request, { main })
  walkHtml(html, first)
  // A `base` counts for the whole page, also for links before it (HTML Standard, "document base URL"). Whether a header
  // is content is known only at its end.
  const findings = first.lateFindings()
  if (findings === undefined) return first.reading()
  const second = new PageSink(html, request, findings)
  walkHtml(html, second)
  return second.reading()
}

function mainContentOf(html: string, request: ReadRequest): MainContent | undefined {
  const { exclude, onlyMainContent, wantContent, isSelected = false } = request
  if (!onlyMainContent || !wantContent || isSelected) return undefined
  return findMainContent(html, (kind, tag) => exclude !== undefined && isMatch(exclude, kind, tag))
}
