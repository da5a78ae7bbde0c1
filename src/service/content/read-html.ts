import { walkHtml } from '../html/html-walk.ts'
import { PageSink, type PageReading, type ReadRequest } from './page-sink.ts'

/**
 * Reads a page in one pass, or in two if the first learns late what it should have known. In: its text and address, and
 * what is wanted. Out: links, images, metadata, and the kept content with absolute URLs, as HTML and as the Markdown
 * converter's input. Knows nothing of fetching or of formats. Never throws, whatever the text; time and memory grow
 * linearly with it.
 */
export function readHtml(html: string, request: ReadRequest): PageReading {
  const first = new PageSink(html, request)
  walkHtml(html, first)
  // A `base` counts for the whole page, also for links before it (HTML Standard, "document base URL"). Whether a header
  // is content is known only at its end.
  const findings = first.lateFindings()
  if (findings === undefined) return first.reading()
  const second = new PageSink(html, request, findings)
  walkHtml(html, second)
  return second.reading()
}
