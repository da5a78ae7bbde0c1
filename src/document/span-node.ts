import { parsePointer, type JsonPointer } from '../util/json-pointer.ts'
import type { Part } from './source-document.ts'

/** Where one value was written: offsets into the file's text, end exclusive. */
export interface SpanNode {
  readonly start: number
  readonly end: number
  readonly members?: ReadonlyMap<string, SpanMember>
  readonly items?: readonly SpanNode[]
  /** The value of an alias, with the places where its parts are written. */
  readonly target?: SpanNode
}

export interface SpanMember {
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: SpanNode
}

/**
 * Returns the stretch of `pointer`'s key or value; of the nearest enclosing node that exists, when it was not written.
 */
export function findSpan(
  root: SpanNode,
  pointer: JsonPointer,
  part: Part,
): readonly [start: number, end: number] {
  let node = root
  let member: SpanMember | undefined
  for (const token of parsePointer(pointer)) {
    const inside = node.target ?? node
    const entry = inside.members?.get(token)
    const next = entry?.value ?? inside.items?.[Number(token)]
    // A missing value is shown at the key that should hold it.
    if (next === undefined)
      return member === undefined ? [node.start, node.end] : [member.keyStart, member.keyEnd]
    member = entry
    node = next
  }
  // An empty value has no text of its own.
  const isKey = part === 'key' || node.start === node.end
  if (isKey && member !== undefined) return [member.keyStart, member.keyEnd]
  return [node.start, node.end]
}
