import { isMap, isNode, isSeq, type Node } from 'yaml'
import { assert } from '../../util/invariant.ts'
import type { Entry, ParsedText } from './parsed-text.ts'

/** The position of an entry in its text. */
export interface Extent {
  /** The start of the key, or of a list's item. */
  readonly start: number
  /** After the value, without what follows on its line. */
  readonly end: number
  /**
   * The first character of the entry's first line, and of the line after its last. Only for entries of block
   * collections.
   */
  readonly lines: readonly [start: number, end: number]
  /** The start of the comment lines right above, if they have the entry's indentation; else of its own line. */
  readonly lead: number
}

export function spanOf(node: Node): readonly [start: number, end: number] {
  assert(node.range, 'a parsed node has a range')
  return [node.range[0], node.range[1]]
}

/** Returns the extent of `entry`. */
export function extentOf(parsed: ParsedText, entry: Entry): Extent {
  const [start] = spanOf(entry.key ?? valueOf(entry))
  const end =
    entry.value === null || isBlank(entry.value) ? spanOf(valueOf(entry))[1] : contentEnd(entry.value)
  const isWholeLine = parsed.text[end - 1] === '\n'
  const lines = [parsed.lineStart(start), isWholeLine ? end : parsed.nextLine(end)] as const
  return { start, end, lines, lead: leadingComments(parsed, start) }
}

function leadingComments(parsed: ParsedText, start: number): number {
  const indent = parsed.indentAt(start)
  let from = parsed.lineStart(start)
  while (from > 0) {
    const above = parsed.lineStart(from - 1)
    if (!parsed.text.slice(above, from).startsWith(`${indent}#`)) break
    from = above
  }
  return from
}

function valueOf({ key, value }: Entry): Node {
  const node = value === null || isBlank(value) ? key : value
  assert(node, 'an entry has a key or a value')
  return node
}

/** Returns the end of the last token in `node`, because a block collection's own range extends to the next line. */
function contentEnd(node: Node): number {
  if (isMap(node) && node.flow !== true) {
    const last = node.items.at(-1)
    if (isNode(last?.value) && !isBlank(last.value)) return contentEnd(last.value)
    if (isNode(last?.key)) return spanOf(last.key)[1]
  }
  if (isSeq(node) && node.flow !== true) {
    const last = node.items.at(-1)
    if (isNode(last)) return contentEnd(last)
  }
  return spanOf(node)[1]
}

function isBlank(node: Node): boolean {
  const [start, end] = spanOf(node)
  return start === end
}
