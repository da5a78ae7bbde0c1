import { copyText } from '../../util/copy-text.ts'
import type { MediaKind } from '../http/media-type.ts'
import type { PageContent } from './html-content.ts'
import { fenced } from '../markdown/inline-text.ts'
import { MAX_CELLS, readCsv } from './read-csv.ts'

/**
 * Returns a text as a document: Markdown as it is, JSON and XML as code blocks, CSV as a table, other text as lines. Its
 * HTML is empty unless wanted, because a long text takes much memory.
 */
export function readText(
  text: string,
  kind: MediaKind,
  wantsHtml: boolean,
): Pick<PageContent, 'markdown' | 'html' | 'warning'> {
  const html = wantsHtml ? `<pre>${escaped(text)}</pre>` : ''
  if (kind === 'json' || kind === 'xml') return { markdown: fenced(text, kind).join('\n'), html }
  if (kind !== 'csv') return { markdown: text.trim(), html }
  const { markdown, isCut } = readCsv(text)
  const warning = `It has more than ${MAX_CELLS} cells; the rest was not read.`
  return { markdown, html, ...(isCut && { warning }) }
}

const PIECE_LENGTH = 64 * 1024

/**
 * Returns a text as HTML. Pieces are copied, because the result of replacing is a tree of parts, which can take fifty times
 * the memory of the text.
 */
function escaped(text: string): string {
  const pieces: string[] = []
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    const piece = text.slice(start, start + PIECE_LENGTH)
    pieces.push(copyText(piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;')))
  }
  return pieces.join('')
}
