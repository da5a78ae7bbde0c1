import { copyText } from '../../util/copy-text.ts'
import type { MediaKind } from '../http/media-type.ts'
import type { PageContent } from './html-content.ts'
import { fenced } from '../markdown/line.ts'
import { absoluteUrl, MAX_URL_LENGTH } from '../page-links/link-cache.ts'
import { MAX_LINKS } from '../page-links/page-links.ts'

/** The characters between cells. If a text has as many of two, the first counts. */
const DELIMITERS = [',', ';', '\t', '|']

/** Cells that are read of one table. Those of one character take six times their memory as Markdown. */
export const MAX_CELLS = 1_000_000

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

/** Where Markdown has an address: in a link, in its definition, or as it is. Brackets in an address come in pairs. */
const ADDRESS = /(?:\]\(\s?<?|\]:[\t ]{1,3}<?|\b(?=https?:\/\/))([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)/g

/** Returns the links of a Markdown text at `url`, such as an llms.txt, as URLs of the web: each once, in their order. */
export function textLinks(text: string, url: string): string[] {
  const links = new Set<string>()
  for (const [, address = ''] of text.matchAll(ADDRESS)) {
    const link = absoluteUrl(address.replace(/(?<![.,:;!?*'"`])[.,:;!?*'"`]+$/, ''), url)
    if (link !== undefined && /^https?:/.test(link) && link.length <= MAX_URL_LENGTH) links.add(link)
    if (links.size >= MAX_LINKS) break
  }
  return [...links]
}

const PIECE_LENGTH = 64 * 1024

/** Returns a text as HTML. Pieces are copied: the result of replacing can take fifty times the memory of the text. */
function escaped(text: string): string {
  const pieces: string[] = []
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    const piece = text.slice(start, start + PIECE_LENGTH)
    pieces.push(copyText(piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;')))
  }
  return pieces.join('')
}

/**
 * Returns a text of cells (RFC 4180, also with semicolons, tabs or bars) as a Markdown table whose head is the first line; empty
 * for a text without cells. Rows keep their length, because renderers add missing cells. `isCut` tells whether there are more than
 * `MAX_CELLS`, of which the rest is not read.
 */
export function readCsv(text: string): { readonly markdown: string; readonly isCut: boolean } {
  // Excel names the delimiter in a line of its own.
  const [mark = '', named] = /^\uFEFF?(?:sep=([,;\t|])\r?\n)?/i.exec(text) ?? []
  const bare = text.slice(mark.length)
  const lines: string[] = []
  let headWidth = 0
  let width = 0
  const isCut = readRows(bare, named ?? delimiterOf(bare), (cells) => {
    if (lines.length === 0) headWidth = cells.length
    width = Math.max(width, cells.length)
    lines.push(`| ${cells.map((cell) => cellText(cell)).join(' | ')} |`)
  })
  const [head, ...others] = lines
  if (head === undefined) return { markdown: '', isCut }
  const whole = head + '  |'.repeat(width - headWidth)
  return { markdown: [whole, `|${' --- |'.repeat(width)}`, ...others].join('\n'), isCut }
}

/** Returns the delimiter that is most often in the first line with one, outside of quotes. Above it may be a title. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 100_000).replaceAll(/"[^"]*"/g, '')
  const line = /^.*[,;\t|].*$/m.exec(start)?.[0] ?? ''
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Calls `take` with each row that is not blank. Returns whether there are more than `MAX_CELLS` cells, which are not read. */
function readRows(text: string, delimiter: string, take: (cells: readonly string[]) => void): boolean {
  const cellEnd = delimiter === '\t' ? /[\t\r\n]|$/g : new RegExp(`[${delimiter}\\r\\n]|$`, 'g')
  let row: string[] = []
  let cells = 0
  for (let at = 0; at < text.length;) {
    let start = at
    while (text[start] === ' ') start++
    const quoteEnd = text[start] === '"' ? endOfQuoted(text, start + 1) : start
    cellEnd.lastIndex = quoteEnd
    const end = cellEnd.exec(text)?.index ?? text.length
    const quoted = quoteEnd === start ? '' : unquoted(text.slice(start, quoteEnd))
    // Quotes in a quoted cell may not be doubled. The text after one is part of the cell.
    row.push(quoted + text.slice(quoteEnd, end).trimEnd())
    const isCut = ++cells === MAX_CELLS && end < text.length
    const goesOn = !isCut && text[end] === delimiter
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (goesOn && at === text.length) row.push('')
    if (goesOn && at < text.length) continue
    if (row.some((cell) => cell !== '')) take(row)
    if (isCut) return true
    row = []
  }
  return false
}

/** Returns the place after the closing quote, or the end of the text. Two quotes mean one. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1
  }
  return text.length
}

/** Returns the text of a quoted cell. Its closing quote may be missing. */
function unquoted(cell: string): string {
  const end = cell.length > 1 && cell.endsWith('"') ? -1 : undefined
  return cell.slice(1, end).trim().replaceAll('""', '"')
}

/** Returns a cell without Markdown markup and line breaks. */
function cellText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, '<br>')
}
