/**
 * White space other than one space, and what is markup anywhere in a line: an underscore not inside a word, a `<` that may
 * begin a tag, comment or address, here or with the next piece of text, and an `&` of a character reference (CommonMark
 * sections 2.5, 6.2 and 6.6).
 */
const MARKUP = [
  String.raw`[\t\n\f\r ]{2,}|[\t\n\f\r*\x60\\[~]|_(?:(?<![a-z\d]_)|(?![a-z\d]))`,
  String.raw`<(?=[a-z/!?]|$)|&(?=(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});)`,
].join('|')
const IN_LINE = new RegExp(MARKUP, 'gi')
const IN_LINK = new RegExp(String.raw`${MARKUP}|\]`, 'gi')
const IN_CELL = new RegExp(String.raw`${MARKUP}|\|`, 'gi')
const IN_LINK_IN_CELL = new RegExp(String.raw`${MARKUP}|[\]|]`, 'gi')

/**
 * Returns text as Markdown inside a line. White space becomes one space, and characters that would be markup get a backslash
 * (CommonMark section 2.4). `escapeStart` escapes text that is markup only at the start of a line.
 */
export function inlineText(
  text: string,
  { isInLink, isInCell }: Record<'isInLink' | 'isInCell', boolean>,
): string {
  const inCell = isInLink ? IN_LINK_IN_CELL : IN_CELL
  const inLine = isInLink ? IN_LINK : IN_LINE
  return replaceEach(text, isInCell ? inCell : inLine, (found) => (found.trim() === '' ? ' ' : `\\${found}`))
}

/** A line that would begin a block (CommonMark sections 4 and 5), up to where the backslash belongs. */
const BLOCK_START = /^(?:(?=#{1,6}(?:\s|$))|(?=>)|(?=[-+](?:\s|$))|(?=-[-\s]*$)|\d{1,9}(?=[.)](?:\s|$)))/
/** A line that makes a table or a heading of the line before it (GFM "delimiter row", CommonMark "setext headings"). */
const UNDERLINE = /^(?:=+|[|:\s]*-[|:\s-]*)$/

/**
 * Returns the text that begins a line so that it begins no block.
 * @param isAfterLine whether it goes on with a paragraph
 */
export function escapeStart(text: string, isAfterLine: boolean): string {
  const first = text.charCodeAt(0)
  // Most lines begin with a letter.
  if (first > 0x3e && first !== 0x7c) return text
  const before = BLOCK_START.exec(text)?.[0].length
  if (before !== undefined) return `${text.slice(0, before)}\\${text.slice(before)}`
  return isAfterLine && UNDERLINE.test(text.replaceAll('\u00A0', ' ').trimEnd()) ? `\\${text}` : text
}

/** Returns text that may end a heading, with hashes that would not be shown there (CommonMark section 4.2). */
export function escapeHeading(text: string): string {
  return text.includes('#') ? text.replace(/(^|\s)(#+)(?=\s*$)/, '$1\\$2') : text
}

/** Returns code in a line between backticks, in the least number of which it has no run (CommonMark section 6.1). */
export function codeSpan(text: string): string {
  let fence = '`'
  if (text.includes(fence)) {
    const runs = new Set(runsOf(text, /`+/g))
    while (runs.has(fence.length)) fence += '`'
  }
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + pad + text + pad + fence
}

/**
 * Returns the parts of a code block, without white space after the code. Only a line of as many backticks would end it
 * (CommonMark section 4.5).
 */
export function fenced(text: string, language: string): readonly string[] {
  let length = 3
  if (text.includes('```'))
    for (const run of runsOf(text, /(?<=^[\t ]{0,3})`{3,}/gm)) length = Math.max(length, run + 1)
  const fence = '`'.repeat(length)
  return [fence + language, text.trimEnd(), fence]
}

function runsOf(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), ([run]) => run.length)
}

/** Returns the part of a link after its text: the address and an optional title (CommonMark section 6.3). */
export function destination(url: string, title: string | undefined): string {
  const target = /^[^\s()<>\\]*$/.test(url) ? url : `<${backslashed(spaced(url), /[<>\\]/g)}>`
  if (title === undefined || title.trim() === '') return `(${target})`
  const shown = title.trim()
  if (!/["\\]|[^\S ]| {2}/.test(shown)) return `(${target} "${shown}")`
  return `(${target} "${backslashed(spaced(shown), /["\\]/g)}")`
}

/** Texts that are joined at once. */
const MANY = 4096
const SPACES = /\s+/g

/** Returns text with a backslash before each match of a pattern. */
export function backslashed(text: string, pattern: RegExp): string {
  return replaceEach(text, pattern, (found) => `\\${found}`)
}

/** Returns text with one space for each run of white space. */
export function spaced(text: string, spaces: RegExp = SPACES): string {
  return replaceEach(text, spaces, () => ' ')
}

/**
 * Replaces each match. `replaceAll` needs some 30 bytes for each, so a long text of matches would need too much memory.
 * @param write gets a match and where it ends
 */
export function replaceEach(
  text: string,
  pattern: RegExp,
  write: (found: string, end: number) => string,
): string {
  pattern.lastIndex = 0
  let match = pattern.exec(text)
  if (match === null) return text
  const parts: string[] = []
  let texts: string[] = []
  let from = 0
  for (; match !== null; match = pattern.exec(text)) {
    texts.push(text.slice(from, match.index), write(match[0], pattern.lastIndex))
    from = pattern.lastIndex
    if (texts.length < MANY) continue
    parts.push(texts.join(''))
    texts = []
  }
  return parts.join('') + texts.join('') + text.slice(from)
}
