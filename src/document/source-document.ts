import type { Place } from '../diagnostics/diagnostic.ts'
import { type Json, type JsonPointer, parsePointer } from '../util/json.ts'

/** Which part of a mapping entry is meant. List items and the root have only a value. */
export type Part = 'key' | 'value'

/**
 * One YAML document: its value and, on demand, where each part of it was written. Most files have nothing to report, so
 * places are computed only when asked for.
 */
export interface SourceDocument {
  /** As people name it: relative to the project's root, with `/`. */
  readonly file: string
  /** The whole file's text, without a byte order mark. */
  readonly text: string
  /** Which document of the file this is, counted from 0. */
  readonly index: number
  readonly value: Json
  /** Returns where `pointer` was written; the nearest enclosing node that exists when it was not. */
  locate(pointer: JsonPointer, part?: Part): Place
}

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

/** Returns the range of `pointer`'s key or value; if it was not written, that of the nearest enclosing node. */
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
