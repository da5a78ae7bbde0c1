import { Composer, isMap, isNode, isPair, isScalar, isSeq, Parser } from 'yaml'
import type { CST, Node, Pair, YAMLMap, YAMLSeq } from 'yaml'
import { assert } from '../../util/invariant.ts'
import { isJsonObject, type Json, type JsonPointer, parsePointer } from '../../util/json.ts'
import { yamlText } from '../../document/yaml-text.ts'
import { type Splice, spliceText } from '../../util/splice-text.ts'

/** A member of a mapping or an item of a list, as nodes of the text. */
export interface Entry {
  readonly holder: YAMLMap | YAMLSeq
  readonly index: number
  /** The key, of a member of a mapping. */
  readonly key: Node | undefined
  /** Null if nothing was written. */
  readonly value: Node | null
}

export interface Extent {
  /** The start of the key, or of a list's item. */
  readonly start: number
  /** The start of the entry's first line, and of the line after its last. Only for entries of block collections. */
  readonly lines: readonly [start: number, end: number]
  /** The start of the comment lines right above, if they have the entry's indentation; else of its own line. */
  readonly lead: number
}

/** One document of a YAML text, with the places of everything in it. Offsets count UTF-16 units from 0. */
export class ParsedText {
  readonly text: string
  readonly eol: string
  readonly root: Node | undefined
  readonly #comments: readonly { readonly start: number; readonly end: number }[]

  /** @param document its number, counted from 0 */
  constructor(text: string, document: number) {
    const tokens = [...new Parser().parse(text)]
    this.text = text
    this.eol = text.includes('\r\n') ? '\r\n' : '\n'
    const documents = [...new Composer({ uniqueKeys: false }).compose(tokens)].filter(
      ({ contents }) => contents !== null && !(isScalar(contents) && contents.value === null),
    )
    this.root = documents[document]?.contents ?? undefined
    this.#comments = findComments(tokens)
  }

  /** Texts whose root is `{ "..." }` are JSON and stay JSON. */
  get style(): Style {
    const isFlow = isMap(this.root) && this.root.flow === true
    const [start] = (isFlow ? itemSpan(this.root.items[0]) : undefined) ?? []
    return start !== undefined && this.text[start] === '"' ? 'json' : 'yaml'
  }

  /** Returns the entry at `pointer`; undefined if none is written there, also below an alias, which refers to another place. */
  find(pointer: JsonPointer): Entry | undefined {
    let node: Node | null | undefined = this.root
    let entry: Entry | undefined
    for (const token of parsePointer(pointer)) {
      entry = isMap(node) ? findMember(node, token) : isSeq(node) ? findItem(node, Number(token)) : undefined
      if (entry === undefined) return undefined
      node = entry.value
    }
    return entry
  }

  /** Returns the node at `pointer`, '' being all of the document. */
  node(pointer: JsonPointer): Node | undefined {
    return pointer === '' ? this.root : (this.find(pointer)?.value ?? undefined)
  }

  with(splices: readonly Splice[]): string {
    return spliceText(this.text, splices)
  }

  /** Returns the splice that puts whole `lines` at `at`, also after a last line without a line ending. */
  insertLines(at: number, lines: string): Splice {
    const isAtLine = at === 0 || this.text[at - 1] === '\n'
    return { start: at, end: at, text: isAtLine ? lines : this.eol + lines.slice(0, -this.eol.length) }
  }

  extentOf({ key, value }: Entry): Extent {
    const first = key ?? value
    assert(first, 'an entry has a key or a value')
    const [start, firstEnd] = spanOf(first)
    const end = value === null || isBlank(value) ? firstEnd : contentEnd(value)
    const isWholeLine = this.text[end - 1] === '\n'
    const lines = [this.lineStart(start), isWholeLine ? end : this.nextLine(end)] as const
    return { start, lines, lead: this.#leadingComments(start) }
  }

  #leadingComments(start: number): number {
    const indent = this.indentAt(start)
    let from = this.lineStart(start)
    while (from > 0) {
      const above = this.lineStart(from - 1)
      if (!this.text.slice(above, from).startsWith(`${indent}#`)) break
      from = above
    }
    return from
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1
  }

  /** Returns where the line after that of `offset` begins; the end of the text after the last one. */
  nextLine(offset: number): number {
    const end = this.text.indexOf('\n', offset)
    return end === -1 ? this.text.length : end + 1
  }

  /** Spaces as wide as the column of `offset`. */
  indentAt(offset: number): string {
    return ' '.repeat(offset - this.lineStart(offset))
  }

  /** Returns the blanks that the line of `offset` begins with. */
  lead(offset: number): string {
    return /^[ \t]*/.exec(this.text.slice(this.lineStart(offset), offset))?.[0] ?? ''
  }

  commentsIn(start: number, end: number): readonly string[] {
    return this.#comments
      .filter((comment) => comment.start >= start && comment.start < end)
      .map((comment) => this.text.slice(comment.start, comment.end))
  }
}

function findMember(map: YAMLMap, key: string): Entry | undefined {
  const index = map.items.findIndex((pair) => isScalar(pair.key) && String(pair.key.value) === key)
  const pair: Pair | undefined = map.items[index]
  if (pair === undefined || !isNode(pair.key)) return undefined
  return { holder: map, index, key: pair.key, value: isNode(pair.value) ? pair.value : null }
}

function findItem(list: YAMLSeq, index: number): Entry | undefined {
  const item = list.items[index]
  return isNode(item) ? { holder: list, index, key: undefined, value: item } : undefined
}

/** Finds every comment token, wherever the parser keeps it. */
function findComments(tokens: readonly CST.Token[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(walk)
    if (typeof part !== 'object' || part === null) return
    if ('type' in part && part.type === 'comment' && 'offset' in part && 'source' in part) {
      const start = Number(part.offset)
      found.push({ start, end: start + String(part.source).length })
      return
    }
    for (const member of Object.values(part)) walk(member)
  }
  walk(tokens)
  return found
}

export function spanOf(node: Node): readonly [start: number, end: number] {
  assert(node.range, 'a parsed node has a range')
  return [node.range[0], node.range[1]]
}

/** Returns the range of an item of a flow collection: a node, or a pair of nodes. */
export function itemSpan(item: unknown): readonly [start: number, end: number] | undefined {
  if (isNode(item)) return spanOf(item)
  if (!isPair(item) || !isNode(item.key)) return undefined
  const [start, end] = spanOf(item.key)
  return [start, Math.max(end, isNode(item.value) ? spanOf(item.value)[1] : 0)]
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

/** How the surrounding text writes keys and texts: as YAML without quotes, or as JSON. */
export type Style = 'yaml' | 'json'

/** Returns `value` on one line, so that it fits anywhere. */
export function renderInline(value: Json, style: Style): string {
  if (typeof value === 'string') return style === 'json' ? JSON.stringify(value) : yamlText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (!isJsonObject(value)) return `[${value.map((item) => renderInline(item, style)).join(', ')}]`
  const members = Object.entries(value).map(([key, member]) => renderMember(key, member, style))
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

export function renderMember(key: string, value: Json, style: Style): string {
  return `${renderInline(key, style)}: ${renderInline(value, style)}`
}
