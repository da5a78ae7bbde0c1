import type { KeptHtml } from '../html/kept-html.ts'
import { LINE_GUARD } from './stand-ins.ts'

/** A line that makes a table or a heading of the line before it (GFM "delimiter row", CommonMark "setext headings"). */
const UNDERLINE = /^(?:=+|[|:\s]*-[|:\s-]*)$/

const SPACES = /&nbsp;|&#160;|&#xa0;/gi

/** Guards the line that begins at a place of a page, behind a break; returns how many stand-ins were written. */
export function guardLine(html: string, kept: KeptHtml, from: number): number {
  const tag = html.indexOf('<', from)
  const line = html.slice(from, tag === -1 ? html.length : tag)
  const text = line.trimStart()
  if (!UNDERLINE.test(text.replaceAll(SPACES, ' ').trimEnd())) return 0
  const start = from + line.length - text.length
  kept.divert(start, start, LINE_GUARD)
  return 1
}
