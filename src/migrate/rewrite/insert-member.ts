import { isMap, isNode, isScalar, type Node, type YAMLMap } from 'yaml'
import { isJsonObject, type Json, type JsonPointer } from '../../util/json.ts'
import { itemSpan, spanOf, renderInline, renderMember } from './parsed-text.ts'
import type { Entry, ParsedText, Style } from './parsed-text.ts'
import type { Splice } from '../../util/splice-text.ts'
import { yamlText } from '../../document/yaml-text.ts'

/** A member on its way into a mapping of either style. */
export interface NewMember {
  /**
   * Returns `key: value` for the inside of `{ }`, where lines begin with `lead`. Undefined if it is not allowed there, or if it
   * has several lines but the mapping is on one line (`lead` is undefined).
   */
  readonly inFlow: (style: Style, lead: string | undefined) => string | undefined
  /** Returns whole lines for a mapping whose keys follow `indent`, each with its line ending. */
  readonly asLines: (indent: string) => string
}

export function memberOfValue(key: string, value: Json, eol: string): NewMember {
  return {
    inFlow: (style) => renderMember(key, value, style),
    asLines: (indent) => {
      if (!isJsonObject(value) || Object.keys(value).length < 2)
        return indent + renderMember(key, value, 'yaml') + eol
      const members = Object.entries(value).map(
        ([name, member]) => `${indent}  ${renderMember(name, member, 'yaml')}`,
      )
      return [`${indent}${yamlText(key)}:`, ...members, ''].join(eol)
    },
  }
}

/** Returns a member that moves: its own text, with its comments, under the name `key`. */
export function memberOfEntry(parsed: ParsedText, entry: Entry, key: string): NewMember {
  return entry.holder.flow === true ? fromFlow(parsed, entry, key) : fromBlock(parsed, entry, key)
}

function fromBlock(parsed: ParsedText, entry: Entry, key: string): NewMember {
  const { text, eol } = parsed
  const extent = parsed.extentOf(entry)
  const nameEnd = entry.key === undefined ? extent.start : spanOf(entry.key)[1]
  const head = text.slice(extent.lead, extent.start)
  const tail = text.slice(nameEnd, extent.lines[1])
  const rest = tail.endsWith('\n') ? tail : tail + eol
  const lines = head + renameKey(text.slice(extent.start, nameEnd), key) + rest
  const indent = parsed.indentAt(extent.start)
  return {
    asLines: (target) => shiftLines(lines, indent.length, target),
    inFlow: (style) => {
      const { value } = entry
      const source = value === null ? '' : text.slice(...spanOf(value))
      if (source === '' || source.includes('\n') || value?.anchor !== undefined) return undefined
      return `${renderInline(key, style)}: ${flowSafe(value, source, style)}`
    },
  }
}

function fromFlow(parsed: ParsedText, { key: name, value }: Entry, key: string): NewMember {
  const source = value === null ? 'null' : parsed.text.slice(...spanOf(value))
  const start = name === undefined ? 0 : spanOf(name)[0]
  const quoted = name !== undefined && parsed.text[start] === '"'
  const old = parsed.lead(start)
  return {
    asLines: (indent) => `${indent}${yamlText(key)}: ${source}${parsed.eol}`,
    inFlow: (style, lead) => {
      if (lead === undefined && source.includes('\n')) return undefined
      const shifted = source.replaceAll(`\n${old}`, `\n${lead ?? ''}`)
      return `${renderInline(key, quoted ? 'json' : style)}: ${shifted}`
    },
  }
}

/** Returns the text of a value for the inside of `{ }`, where characters of a plain text may end it. */
function flowSafe(value: Node | null, source: string, style: Style): string {
  if (!isScalar(value) || typeof value.value !== 'string' || value.type !== 'PLAIN') return source
  return style === 'json' || /[,[\]{}]/.test(source) ? renderInline(value.value, 'json') : source
}

/** Returns `key` in the quotes that the old key had. */
export function renameKey(old: string, key: string): string {
  if (old.startsWith('"')) return JSON.stringify(key)
  if (old.startsWith("'")) return `'${key.replaceAll("'", "''")}'`
  return yamlText(key)
}

/** Changes the indentation of lines from `width` spaces to `target`; less indented lines, such as blank ones, stay. */
function shiftLines(lines: string, width: number, target: string): string {
  return lines.replaceAll(/^ */gm, (spaces) =>
    spaces.length >= width ? target + ' '.repeat(spaces.length - width) : spaces,
  )
}

interface Insertion {
  readonly parent: JsonPointer
  readonly member: NewMember
  /** The member that comes after or before the new one, which is the last one otherwise. */
  readonly before?: JsonPointer | undefined
  readonly after?: JsonPointer | undefined
}

/** Returns the splice that puts `member` into a mapping; undefined if there is no mapping, or if it cannot hold the member. */
export function insertMember(
  parsed: ParsedText,
  { parent, member, before, after }: Insertion,
): Splice | undefined {
  const map = parsed.node(parent)
  if (map === undefined || !isMap(map)) return undefined
  const next = before === undefined ? undefined : parsed.find(before)
  const previous = after === undefined ? undefined : parsed.find(after)
  const index = next?.index ?? (previous === undefined ? map.items.length : previous.index + 1)
  return map.flow === true
    ? insertInFlow(parsed, map, index, member)
    : insertLines(parsed, map, index, member)
}

function insertLines(parsed: ParsedText, map: YAMLMap, index: number, member: NewMember): Splice | undefined {
  const firstKey = map.items[0]?.key
  if (!isNode(firstKey)) return undefined
  const indent = parsed.indentAt(spanOf(firstKey)[0])
  const pair = map.items[Math.min(index, map.items.length - 1)]
  if (pair === undefined || !isNode(pair.key)) return undefined
  const value = isNode(pair.value) ? pair.value : null
  const extent = parsed.extentOf({ holder: map, index, key: pair.key, value })
  const lines = member.asLines(indent)
  if (index < map.items.length) {
    const at = extent.lines[0]
    // The first member may follow a dash; then the new one takes its place.
    const dash = parsed.text.slice(at, extent.start).trim() !== ''
    if (!dash) return { start: at, end: at, text: lines }
    return { start: extent.start, end: extent.start, text: lines.trimStart() + indent }
  }
  return parsed.insertLines(extent.lines[1], lines)
}

function insertInFlow(
  parsed: ParsedText,
  map: YAMLMap,
  index: number,
  member: NewMember,
): Splice | undefined {
  const [start, end] = spanOf(map)
  const spans = map.items.map((item) => itemSpan(item))
  const first = spans[0]
  // Where members have their own lines, the new one gets its own line too.
  const hasLines = first !== undefined && parsed.text.slice(start + 1, first[0]).includes('\n')
  const lead = hasLines ? parsed.lead(first[0]) : undefined
  const text = member.inFlow(parsed.style, lead)
  if (text === undefined) return undefined
  if (first === undefined) return { start: start + 1, end: end - 1, text: ` ${text} ` }
  const separator = lead === undefined ? ', ' : `,${parsed.eol}${lead}`
  const next = spans[index]
  if (next !== undefined) return { start: next[0], end: next[0], text: text + separator }
  const last = spans.at(-1)
  return last === undefined ? undefined : { start: last[1], end: last[1], text: separator + text }
}
