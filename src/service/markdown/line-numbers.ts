import type { StartTag } from '../html/start-tag.ts'
import { WordSet } from '../html/word-set.ts'

/** Classes of Rouge, Pygments, Hexo, Chroma, highlight.js, Prism and Shiki for what holds the numbers of lines. */
const NUMBERS = new WordSet(
  'lineno linenos linenodiv gutter rouge-gutter hljs-ln-numbers line-numbers-rows line-number linenumber ln lnt lntd'.split(
    ' ',
  ),
)
/** What a table with numbers beside code begins with. */
const CODE_TABLE =
  /^(?:\s{0,40}<(?:tbody|thead|tr)\b[^>]{0,200}>)*\s{0,40}<t[dh]\b[^>]{0,200}class="?[^">]{0,200}(?:gutter|lineno|lntd)[^>]{0,200}>\s{0,40}<(?:div|pre)\b/
const MAX_CODE_TABLE_START = 1000
/** Longer text is no column of numbers. */
const MAX_NUMBERS = 200_000

/** Tells whether an element may hold the numbers of lines, by its class. */
export function mayHoldNumbers(tag: StartTag): boolean {
  return tag.size > 0 && tag.hasWordOf('class', NUMBERS)
}

/** Tells whether the table whose start tag ends at `from` has numbers of lines in one column, and code in another. */
export function isCodeTable(html: string, from: number): boolean {
  return CODE_TABLE.test(html.slice(from, from + MAX_CODE_TABLE_START))
}

/** Tells whether some HTML is nothing but numbers. */
export function isNumbers(html: string): boolean {
  return html.length <= MAX_NUMBERS && /^[\d\s]*$/.test(html.replaceAll(/<[^>]*>|&nbsp;|&#10;/g, ' '))
}

const LINE = new WordSet(['line', 'code-line', 'token-line'])
/** A number that stands alone in its element, before the element of the line. */
const NUMBER = /(\d{1,6})<\/\w+>\s{0,40}<(?:div|td|code)\b/y

/** Tells whether an element is a line of code, by its class: styles part them, where no line feed does. */
export function isCodeLine(tag: StartTag): boolean {
  return tag.size > 0 && tag.hasWordOf('class', LINE)
}

/** Tells whether an element whose start tag ends at `from` holds the number of a line, by its place and by counting. */
export function isNumberOf(html: string, from: number, line: number): boolean {
  NUMBER.lastIndex = from
  return Number(NUMBER.exec(html)?.[1]) === line
}
