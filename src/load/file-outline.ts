import { isUsual } from '../document/fast-parse.ts'
import { SUPPRESSION_MARK } from '../document/suppression-mark.ts'
import { hasTemplate } from '../util/template.ts'

/** What crawls of one kind differ in, and where in the text it stands. */
export interface Own {
  readonly text: string
  /** Offset in UTF-16 units. */
  readonly at: number
}

/** The text of a crawl file in two parts: what it may share with others, and what is its own. */
export interface FileOutline {
  /** The text with a mark instead of each of its own parts, and without lines that are comments. */
  readonly shared: string
  readonly name: Own | undefined
  readonly description: Own | undefined
  /** Of the start URL: a public name in lower case. */
  readonly host: Own
  readonly limit: Own | undefined
  readonly depth: Own | undefined
}

/**
 * A comment, or a key with what may differ at its end: in each case a scalar of which YAML reads the same kind of value
 * whatever it is. A name has a hyphen and a description a blank, so that neither is a number or `true`.
 */
const PART =
  /^(?: *#.*\n| *url: ["']?https?:\/\/((?:[a-z\d-]+\.)+[a-z]{2,63})(?=["'/\n])| *limit: ([1-9]\d{0,8})\n| *maxDiscoveryDepth: ([1-9]\d{0,8})\n|name: ([a-z][a-z\d]*-[a-z\d-]*[a-z\d])\n|description: (?=\S* )([A-Za-z][\w ,.()/'-]*[\w.)])\n)/gm

/** Text in several lines, in which a line that looks like a comment is none. */
const BLOCK_TEXT = /\s[|>]/

/** Stands in no text that YAML allows. */
const MARK = '\0'

/** Returns the parts of a crawl file's text; undefined for one that cannot be like others. */
export function outlineOf(text: string): FileOutline | undefined {
  if (!isUsual(text) || BLOCK_TEXT.test(text) || hasTemplate(text) || text.includes(SUPPRESSION_MARK))
    return undefined
  const found: (Own | undefined)[] = []
  let shared = ''
  let end = 0
  PART.lastIndex = 0
  for (let match = PART.exec(text); match !== null; match = PART.exec(text)) {
    const group = groupOf(match)
    if (group === 0) {
      shared += text.slice(end, match.index)
      end = PART.lastIndex
      continue
    }
    // Of two keys of one name it is not known here which is which.
    if (found[group] !== undefined) return undefined
    const own = match[group] ?? ''
    const at = match.index + match[0].lastIndexOf(own)
    found[group] = { text: own, at }
    shared += text.slice(end, at) + MARK
    end = at + own.length
  }
  const [, host, limit, depth, name, description] = found
  if (host === undefined) return undefined
  return { shared: shared + text.slice(end), host, limit, depth, name, description }
}

/** Returns the number of the group that was found; 0 for a comment. */
function groupOf(match: RegExpExecArray): number {
  for (let group = 1; group < match.length; group++) if (match[group] !== undefined) return group
  return 0
}
