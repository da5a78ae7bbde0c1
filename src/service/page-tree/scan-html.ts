import {
  EXCLAMATION_MARK,
  GREATER_THAN,
  HYPHEN,
  OPENING_BRACKET,
  QUESTION_MARK,
  SLASH,
} from '../../util/character-codes.ts'
import type { StartTag } from './start-tag.ts'
import { endOfName, isLetter } from './tag-characters.ts'

/** Receives the tags that a scan finds, in the order of the page. Positions are UTF-16 offsets into its text. */
export interface ScanSink {
  /** Takes a start tag. Returns the element's name if everything up to its end tag is text, as in a script. */
  openTag(nameEnd: number): string | undefined
  closeTag(start: number, nameEnd: number, end: number): void
  /** Takes a comment, a declaration, or a start tag that the end of the page cuts off. */
  drop(start: number, end: number): void
  /** Tells whether we are in a drawing or formula. CDATA sections are text there, and comments up to a `>` elsewhere. */
  isInForeignContext(): boolean
  /** Tells whether we are in `noscript`. Browsers read it as text, so no element continues after its end tag. */
  isInNoscript(): boolean
}

/**
 * Finds the tags of a page (HTML Standard, "tokenization") in one pass that jumps from `<` to `<`. A test compares the
 * result with the tokenizer of htmlparser2.
 * @param tag holds the start tag that was read last
 */
export function scanHtml(html: string, tag: StartTag, sink: ScanSink): void {
  let at = html.indexOf('<')
  while (at !== -1) {
    const code = html.charCodeAt(at + 1)
    let next = at + 1
    if (isLetter(code)) next = scanStartTag(html, at, tag, sink)
    else if (code === SLASH) next = scanEndTag(html, at, sink)
    else if (code === EXCLAMATION_MARK) next = scanDeclaration(html, at, sink)
    else if (code === QUESTION_MARK) next = dropTo(html, at, at + 2, sink)
    at = html.indexOf('<', next)
  }
}

function scanStartTag(html: string, at: number, tag: StartTag, sink: ScanSink): number {
  const nameEnd = endOfName(html, at + 1)
  if (nameEnd === html.length) return nameEnd
  if (!tag.read(at, nameEnd)) {
    sink.drop(at, html.length)
    return html.length
  }
  const textOf = sink.openTag(nameEnd)
  return textOf === undefined ? tag.end : findEndTag(html, tag.end, textOf, sink.isInNoscript())
}

function scanEndTag(html: string, at: number, sink: ScanSink): number {
  const code = html.charCodeAt(at + 2)
  if (code === GREATER_THAN || at + 2 >= html.length) return at + 2
  if (!isLetter(code)) return dropTo(html, at, at + 2, sink)
  const nameEnd = endOfName(html, at + 2)
  if (nameEnd === html.length) return nameEnd
  const bracket = html.charCodeAt(nameEnd) === GREATER_THAN ? nameEnd : html.indexOf('>', nameEnd)
  const end = bracket === -1 ? html.length : bracket + 1
  sink.closeTag(at, nameEnd, end)
  return end
}

function scanDeclaration(html: string, at: number, sink: ScanSink): number {
  const code = html.charCodeAt(at + 2)
  if (code === HYPHEN && html.charCodeAt(at + 3) === HYPHEN) {
    const end = endOfComment(html, at + 4)
    sink.drop(at, end)
    return end
  }
  // Outside of drawings it is a comment like any other declaration, and ends at the first `>`.
  if (code === OPENING_BRACKET && sink.isInForeignContext() && html.startsWith('CDATA[', at + 3)) {
    const close = html.indexOf(']]>', at + 9)
    if (close === -1) sink.drop(at, html.length)
    return close === -1 ? html.length : close + 3
  }
  return dropTo(html, at, at + 2, sink)
}

/** The end of a comment; `<!-->` and `<!--->` are complete. */
const COMMENT_END = /(?<=<!--)-?>|--!?>/g

function endOfComment(html: string, from: number): number {
  COMMENT_END.lastIndex = from
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length
}

/** Returns where the end tag begins of an element whose content is text. No other markup counts in it. */
function findEndTag(html: string, from: number, name: string, isInNoscript: boolean): number {
  if (isInNoscript) return findTextEnd(html, from, [name, 'noscript'])
  if (name === 'plaintext') return html.length
  return name === 'script' ? findScriptEnd(html, from) : findTextEnd(html, from, [name])
}

/** Finds the end of a comment, or a tag of another script in it. The group is a slash for an end tag. */
const IN_SCRIPT_COMMENT = /-->|<(\/?)script(?=[\t\n\f\r />])/gi

/**
 * Returns where the end tag of a script begins. In a comment another script may be written, whose end tag does not end
 * the outer script (HTML Standard, "script data double escaped state").
 */
function findScriptEnd(html: string, from: number): number {
  let start = from
  let end = findTextEnd(html, from, ['script'])
  for (;;) {
    const comment = html.slice(start, end).indexOf('<!--')
    if (comment === -1) return end
    let isInScript = false
    // The dashes that begin the comment may also end it.
    IN_SCRIPT_COMMENT.lastIndex = start + comment + 2
    let found = IN_SCRIPT_COMMENT.exec(html)
    for (; found !== null && found[1] !== undefined; found = IN_SCRIPT_COMMENT.exec(html)) {
      const isStart = found[1] === ''
      if (!isStart && !isInScript) return found.index
      isInScript = isStart
    }
    if (found === null) return html.length
    start = IN_SCRIPT_COMMENT.lastIndex
    if (end < start) end = findTextEnd(html, start, ['script'])
  }
}

/** Returns where the first end tag of one of these elements begins. */
function findTextEnd(html: string, from: number, names: readonly string[]): number {
  const endTag = new RegExp(`</(?:${names.join('|')})(?=[\\t\\n\\f\\r />])`, 'gi')
  endTag.lastIndex = from
  return endTag.exec(html)?.index ?? html.length
}

function dropTo(html: string, at: number, from: number, sink: ScanSink): number {
  const bracket = html.indexOf('>', from)
  const end = bracket === -1 ? html.length : bracket + 1
  sink.drop(at, end)
  return end
}
