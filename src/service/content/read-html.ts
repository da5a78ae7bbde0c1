import { walkHtml } from '../html/html-walk.ts'
import { findInPage, findMainContent, type MainContent } from '../main/find-main-content.ts'
import { isMatch, PageSink, type KnownBefore, type PageReading, type ReadRequest } from './page-sink.ts'

/**
 * Reads a page in one pass, or in more if the first learns late what it should have known; its main content is found in
 * a pass before. In: its text and address, and what is wanted. Out: links, images, metadata, and the kept content with
 * absolute URLs, as HTML and as Markdown. Knows nothing of fetching or of formats. Never throws,
 * whatever the text; time and memory grow linearly with it.
 */
export function readHtml(html: string, request: ReadRequest): PageReading {
  let sink = walk(html, request, { main: judge(html, request, findMainContent) })
  if (sink.isMisled) sink = walk(html, request, { main: judge(html, request, findInPage) })
  // A `base` counts for the whole page, also for links before it (HTML Standard, "document base URL"). Whether a header
  // is content is known only at its end.
  const findings = sink.lateFindings()
  return (findings === undefined ? sink : walk(html, request, findings)).reading()
}

function walk(html: string, request: ReadRequest, known: KnownBefore): PageSink {
  const sink = new PageSink(html, request, known)
  walkHtml(html, sink)
  return sink
}

function judge(html: string, request: ReadRequest, find: typeof findMainContent): MainContent | undefined {
  const { exclude, onlyMainContent, wantContent, isSelected = false } = request
  if (!onlyMainContent || !wantContent || isSelected) return undefined
  return find(html, (kind, tag) => exclude !== undefined && isMatch(exclude, kind, tag))
}
