import type { Place, Fix } from '../diagnostics/diagnostic.ts'
import { parsePointer, escapeToken, isJsonList } from '../util/json.ts'
import type { Json, JsonPointer, JsonObject } from '../util/json.ts'
import { firstIndex } from '../util/first-index.ts'
import { quotedYaml } from './yaml-text.ts'

/** Which part of a mapping entry is meant. List items and the root have only a value. */
export type Part = 'key' | 'value'

/** One YAML document. Places are computed only when asked for, because most files have nothing to report. */
export interface SourceDocument {
  /** As people name it: relative to the project's root, with `/`. */
  readonly file: string
  /** The whole file's text, without a byte order mark. */
  readonly text: string
  /** Which document of the file this is, counted from 0. */
  readonly index: number
  readonly value: Json
  /** Returns where `pointer` was written, or else its nearest enclosing node; the place carries the pointer. */
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

/** Turns offsets into a file's text (UTF-16 units, from 0) into places. Lines are counted at the first call. */
export class LineMap {
  readonly file: string
  readonly text: string
  #starts: readonly number[] | undefined

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  /** Returns the range from `start` up to, not including, `end`. */
  place(start: number, end: number): Place {
    const [line, column] = this.#position(start)
    const [endLine, endColumn] = this.#position(Math.max(start, end))
    return { file: this.file, line, column, endLine, endColumn }
  }

  /** Returns the offset at which a line begins, counted from 1; the end of the text for a line after the last one. */
  start(line: number): number {
    return this.#lineStarts()[line - 1] ?? this.text.length
  }

  #position(offset: number): [line: number, column: number] {
    const starts = this.#lineStarts()
    const line = firstIndex(starts.length - 1, (index) => (starts[index + 1] ?? 0) > offset)
    return [line + 1, offset - (starts[line] ?? 0) + 1]
  }

  #lineStarts(): readonly number[] {
    if (this.#starts !== undefined) return this.#starts
    const starts = [0]
    for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1))
      starts.push(at + 1)
    return (this.#starts = starts)
  }
}

/** Returns `document` without the values at `pointers`. Its places are those of the whole document. */
export function pruneDocument(document: SourceDocument, pointers: Iterable<JsonPointer>): SourceDocument {
  const root: Cut = { isCut: false, below: new Map() }
  for (const pointer of pointers) mark(root, pointer)
  const kept = new Map<JsonPointer, readonly number[]>()
  return {
    ...document,
    value: prune(document.value, root, '', kept),
    locate: (pointer, part) => document.locate(original(kept, pointer), part),
  }
}

interface Cut {
  isCut: boolean
  readonly below: Map<string, Cut>
}

function mark(root: Cut, pointer: JsonPointer): void {
  let cut = root
  for (const token of parsePointer(pointer)) {
    const next = cut.below.get(token) ?? { isCut: false, below: new Map<string, Cut>() }
    cut.below.set(token, next)
    cut = next
  }
  if (cut !== root) cut.isCut = true
}

/** Copies `value` without what `cut` names. For each list that loses items, `kept` gets the former indexes of the rest. */
function prune(value: Json, cut: Cut, at: JsonPointer, kept: Map<JsonPointer, readonly number[]>): Json {
  if (typeof value !== 'object' || value === null || cut.below.size === 0) return value
  const stays = (token: string): boolean => cut.below.get(token)?.isCut !== true
  const member = (child: Json, token: string, pointer: JsonPointer): Json => {
    const inner = cut.below.get(token)
    return inner === undefined ? child : prune(child, inner, pointer, kept)
  }
  if (isJsonList(value)) {
    const indexes = [...value.keys()].filter((index) => stays(String(index)))
    if (indexes.length < value.length) kept.set(at, indexes)
    return indexes.map((index, now) => member(value[index] ?? null, String(index), `${at}/${now}`))
  }
  const entries = Object.entries(value as JsonObject).filter(([key]) => stays(key))
  return Object.fromEntries(
    entries.map(([key, child]) => [key, member(child, key, `${at}/${escapeToken(key)}`)]),
  )
}

/** Returns what a pointer into the pruned value is in the whole: items move up where one before them is left out. */
function original(kept: ReadonlyMap<JsonPointer, readonly number[]>, pointer: JsonPointer): JsonPointer {
  if (kept.size === 0 || pointer === '') return pointer
  let pruned = ''
  let whole = ''
  for (const token of pointer.slice(1).split('/')) {
    const former = kept.get(pruned)?.[Number(token)]
    whole += `/${former ?? token}`
    pruned += `/${token}`
  }
  return whole
}

/** Offers to replace `text` at `place` by `instead`; undefined where the file does not hold it literally, but by references. */
export function replaceText(
  documents: readonly SourceDocument[],
  place: Place,
  { text, instead }: { readonly text: string; readonly instead: string },
): Fix | undefined {
  const document = documents.find(({ file }) => file === place.file)
  const written = document && sourceText(document, place)
  const spellings = [text, JSON.stringify(text), `'${text.replaceAll("'", "''")}'`]
  if (written === undefined || !spellings.includes(written)) return undefined
  const isPlain = written === text && isPlainYaml(instead)
  const edit = { place, text: isPlain ? instead : quotedYaml(instead) }
  return { description: `Replace it by "${instead}"`, edits: [edit] }
}

let lastText: { readonly text: string; readonly lines: readonly string[] } | undefined

/** Returns a line of `text`, counted from 1; '' after the last one. Many problems of one text ask one after another. */
export function lineOf(text: string, line: number): string {
  if (lastText?.text !== text) lastText = { text, lines: text.split('\n') }
  return lastText.lines[line - 1] ?? ''
}

/** Returns the text at `place`; undefined where it spans several lines, or was not written in one file. */
export function sourceText(
  { text }: { readonly text: string | undefined },
  place: Place,
): string | undefined {
  if (place.line !== place.endLine || text === undefined) return undefined
  return lineOf(text, place.line).slice(place.column - 1, place.endColumn - 1)
}

/** Tells whether YAML reads `text` as this string without quotes, also inside `[...]`. */
function isPlainYaml(text: string): boolean {
  return /^[\^/\w][\w^/.$*+()|\\?-]*$/.test(text) && !/^[\d.+-]+$/.test(text) && !text.includes(': ')
}
