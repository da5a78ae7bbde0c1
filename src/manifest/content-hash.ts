import { leaveOut } from '../scope/pattern/leave-out.ts'
import { newSha256, sha256 } from '../util/sha256.ts'
import { replaceAges } from './ages.ts'
import { replaceInAddresses, replaceInFields } from './made-addresses.ts'
import { replaceLoadTimes, replaceTraffic } from './page-counters.ts'

/** The version of the hash. Raise it when the same page gets another hash, so that manifests of both are not compared. */
export const HASH_VERSION = 3

/** What is delivered of a page. */
export interface HashedPage {
  readonly title: string
  readonly description: string
  readonly text: string
  readonly kind: 'markdown' | 'html' | 'json'
}

/** Half of a SHA-256 tells pages apart, and halves a manifest. */
const HASH_LENGTH = 32
/** The least length of a piece that is hashed at once: to normalize a text takes several times its memory. */
const PIECE = 1024 * 1024

/** Stands for what was left out. So an age may differ, but not come or go. */
const MARK = '\u0001'

/**
 * Returns the hash of a page's content: 32 hexadecimal digits; empty for a page without any.
 * @param ignore patterns of noise, which is left out
 */
export function contentHash(page: HashedPage, ignore: readonly string[] = []): string {
  const hash = newSha256()
  const withoutNoise = (text: string): string => leaveOut(text, ignore)
  const [title, description] = [page.title, page.description].map((text) =>
    normalizeProse(withoutNoise(text)),
  )
  hash.update(`${title}\n${description}\n`)
  let isEmpty = title === '' && description === ''
  for (const part of normalParts(withoutNoise(page.text), page.kind)) {
    hash.update(part)
    isEmpty = false
  }
  return isEmpty ? EMPTY_HASH : hash.digest().toString('hex', 0, HASH_LENGTH / 2)
}

/** The hash of all pages without content. */
export const EMPTY_HASH = sha256('').slice(0, HASH_LENGTH)

/**
 * Returns a text without what cannot be content: ages that follow from the clock, page traffic, how long the page took to make, and
 * values in addresses that are made for each load. Everything else is content. Idempotent, and linear in the text.
 */
export function normalizeProse(text: string): string {
  // Empty lines tell where a sentence ends; they make no other difference.
  const squeezed = text.replaceAll(/[^\S ]\s*| \s+/g, (space) => (/\n\s*\n/.test(space) ? '\n' : ' '))
  // What is left out is in one paragraph.
  const paragraphs = replaceInAddresses(squeezed, MARK).split(/(?=\n)/)
  return paragraphs.map(normalizeParagraph).join('').replaceAll('\n', ' ').trim()
}

function normalizeParagraph(text: string): string {
  return replaceAges(replaceTraffic(replaceLoadTimes(text, MARK), MARK), MARK)
}

/** Yields a normal text in pieces. Code stays as it is. Where a text is cut into pieces makes no difference. */
function* normalParts(text: string, kind: HashedPage['kind']): Generator<string> {
  let isFirst = true
  let endsInSpace = false
  for (const { start, end, isCode } of splitCode(text, kind)) {
    const piece = text.slice(start, end)
    const prose = kind === 'html' ? replaceInFields(piece, MARK) : piece
    const normal = isCode ? piece.replaceAll('\r\n', '\n') : normalizeProse(prose)
    const startsInSpace: boolean = endsInSpace || /^\s/.test(piece)
    endsInSpace = /\s$/.test(piece) || (normal === '' && startsInSpace)
    if (normal === '') continue
    yield startsInSpace && !isFirst ? ` ${normal}` : normal
    isFirst = false
  }
}

interface Part {
  readonly start: number
  readonly end: number
  readonly isCode: boolean
}

/** Yields the parts of a text, cut at line ends if they are long. */
function* splitCode(text: string, kind: HashedPage['kind']): Generator<Part> {
  let from = 0
  for (const { start, end } of kind === 'markdown' ? markdownCode(text) : htmlCode(text, kind)) {
    yield* cut(text, from, start)
    yield { start, end, isCode: true }
    from = end
  }
  yield* cut(text, from, text.length)
}

function* cut(text: string, from: number, to: number): Generator<Part> {
  for (let start = from, end; start < to; start = end) {
    const found = text.indexOf('\n', start + PIECE)
    end = found === -1 || found > to ? to : found
    yield { start, end, isCode: false }
  }
}

type Range = Pick<Part, 'start' | 'end'>

/** A line that begins or ends a fenced block, also in a quotation or a list (CommonMark section 4.5). */
const FENCE = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})([^\n]*)$/gm

/** Yields the fenced blocks and the inline code of Markdown. */
function* markdownCode(text: string): Generator<Range> {
  let from = 0
  let open: { start: number; fence: string } | undefined
  for (const { index, 0: line, 1: fence = '', 2: rest = '' } of text.matchAll(FENCE)) {
    if (open === undefined) {
      if (fence.startsWith('`') && rest.includes('`')) continue
      yield* inlineCode(text, from, index)
      open = { start: index, fence }
    } else if (fence.startsWith(open.fence) && rest.trim() === '') {
      yield { start: open.start, end: (from = index + line.length) }
      open = undefined
    }
  }
  if (open === undefined) yield* inlineCode(text, from, text.length)
  else yield { start: open.start, end: text.length }
}

/** Yields the inline code between two places: runs of as many backticks, in one paragraph (CommonMark section 6.1). */
function* inlineCode(text: string, from: number, to: number): Generator<Range> {
  const runs = [...text.slice(from, to).matchAll(/(?<!\\)`+|\n[ \t]*\n/g)]
  // For each length, the last run of it that is open, by paragraph. Later runs close the first open one.
  const next = Array.from({ length: runs.length }, () => -1)
  const seen = new Map<string, number>()
  for (let at = runs.length - 1; at >= 0; at--) {
    const run = runs[at]?.[0] ?? ''
    if (!run.startsWith('`')) seen.clear()
    else {
      next[at] = seen.get(run) ?? -1
      seen.set(run, at)
    }
  }
  for (let at = 0; at < runs.length; at++) {
    const close = runs[next[at] ?? -1]
    if (close === undefined) continue
    yield { start: from + (runs[at]?.index ?? 0), end: from + close.index + close[0].length }
    at = next[at] ?? at
  }
}

/** Yields the elements of HTML that hold code. */
function* htmlCode(text: string, kind: HashedPage['kind']): Generator<Range> {
  if (kind !== 'html') return
  const opening = /<(pre|code|samp|kbd|textarea)\b/gi
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    const closing = new RegExp(`</${open[1] ?? ''}\\b`, 'gi')
    closing.lastIndex = open.index
    const end = closing.exec(text)?.index ?? text.length
    yield { start: open.index, end }
    opening.lastIndex = end
  }
}
