import { isMap, isNode, type YAMLMap } from 'yaml'
import type { JsonPointer } from '../../util/json-pointer.ts'
import { extentOf, spanOf } from './extent.ts'
import type { NewMember } from './new-member.ts'
import type { ParsedText } from './parsed-text.ts'
import { itemSpan } from './remove-entry.ts'
import type { Style } from './render-value.ts'
import type { Splice } from './splice.ts'

/** Where a new member goes among a mapping's members. */
export type Spot = { readonly before: JsonPointer } | { readonly after: JsonPointer } | 'last'

/**
 * Returns the splices that put `member` into the mapping at `parent`. Undefined if there is no mapping, or if it cannot hold
 * the member.
 */
export function insertMember(
  parsed: ParsedText,
  document: number,
  { parent, member, spot }: { readonly parent: JsonPointer; readonly member: NewMember; readonly spot: Spot },
): Splice | undefined {
  const map = parsed.node(document, parent)
  if (map === undefined || !isMap(map)) return undefined
  const next = spot !== 'last' && 'before' in spot ? parsed.find(document, spot.before) : undefined
  const previous = spot !== 'last' && 'after' in spot ? parsed.find(document, spot.after) : undefined
  const index = next?.index ?? (previous === undefined ? map.items.length : previous.index + 1)
  return map.flow === true
    ? insertInFlow(parsed, map, { index, member, style: styleOf(parsed, document) })
    : insertLines(parsed, map, index, member)
}

/** Texts whose root is `{ "..." }` are JSON and stay JSON. */
export function styleOf(parsed: ParsedText, document: number): Style {
  const root = parsed.contents(document)
  if (!isMap(root) || root.flow !== true) return 'yaml'
  const span = itemSpan(root.items[0])
  return span !== undefined && parsed.text[span[0]] === '"' ? 'json' : 'yaml'
}

function insertLines(parsed: ParsedText, map: YAMLMap, index: number, member: NewMember): Splice | undefined {
  const firstKey = map.items[0]?.key
  if (!isNode(firstKey)) return undefined
  const indent = parsed.indentAt(spanOf(firstKey)[0])
  const pair = map.items[Math.min(index, map.items.length - 1)]
  if (pair === undefined || !isNode(pair.key)) return undefined
  const value = isNode(pair.value) ? pair.value : null
  const extent = extentOf(parsed, { holder: map, index, key: pair.key, value })
  const lines = member.asLines(indent)
  if (index < map.items.length) {
    const at = extent.lines[0]
    // The first member may follow a dash; then the new one takes its place.
    const dash = parsed.text.slice(at, extent.start).trim() !== ''
    if (!dash) return { start: at, end: at, text: lines }
    return { start: extent.start, end: extent.start, text: lines.trimStart() + indent }
  }
  const at = extent.lines[1]
  if (at === 0 || parsed.text[at - 1] === '\n') return { start: at, end: at, text: lines }
  return { start: at, end: at, text: parsed.eol + lines.slice(0, -parsed.eol.length) }
}

function insertInFlow(
  parsed: ParsedText,
  map: YAMLMap,
  { index, member, style }: { readonly index: number; readonly member: NewMember; readonly style: Style },
): Splice | undefined {
  const [start, end] = spanOf(map)
  const spans = map.items.map((item) => itemSpan(item))
  const first = spans[0]
  // Where members have their own lines, the new one gets its own line too.
  const hasLines = first !== undefined && parsed.text.slice(start + 1, first[0]).includes('\n')
  const lead = hasLines ? parsed.lead(first[0]) : undefined
  const text = member.inFlow(style, lead)
  if (text === undefined) return undefined
  if (first === undefined) return { start: start + 1, end: end - 1, text: ` ${text} ` }
  const separator = lead === undefined ? ', ' : `,${parsed.eol}${lead}`
  const next = spans[index]
  if (next !== undefined) return { start: next[0], end: next[0], text: text + separator }
  const last = spans.at(-1)
  return last === undefined ? undefined : { start: last[1], end: last[1], text: separator + text }
}
