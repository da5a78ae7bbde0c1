import type { KeptHtml } from '../html/kept-html.ts'
import type { StartTag } from '../html/start-tag.ts'
import { NO_SPACE } from './stand-ins.ts'

const SPACE = 0x20
const NO_BREAK_SPACE = '\u00A0'
/** Without space a link would be a picture after an exclamation mark, and a reference after a bracket. */
const NEVER = '!]'
/** Ends of other elements, which are their own matter, and a parenthesis, after which the converter puts no space. */
const NEEDLESS = '>('

/**
 * Parts a link that begins with space from what is before it: the converter leaves that space in the link. Tells whether
 * it begins so.
 */
export function startsApart(html: string, kept: KeptHtml, { start, end }: StartTag): boolean {
  if (html.charCodeAt(end) > SPACE) return false
  if (html.charCodeAt(start - 1) > SPACE) kept.divert(start, start, ' ')
  return true
}

/**
 * Marks a link at `at` that begins where text ends, at `from`. The converter puts space there, and cuts words in two.
 * Returns the number of marks.
 */
export function keepTogether(
  html: string,
  kept: KeptHtml,
  { from, at }: { readonly from: number; readonly at: number },
): number {
  const last = html.charAt(from - 1)
  if (last <= ' ' || last === NO_BREAK_SPACE || NEEDLESS.includes(last) || NEVER.includes(last)) return 0
  kept.divert(at, at, NO_SPACE)
  return 1
}
