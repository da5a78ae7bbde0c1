import {
  Composer,
  type CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Parser,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { parsePointer, type JsonPointer } from '../../util/json-pointer.ts'

/** A member of a mapping or an item of a list, as nodes of the text. */
export interface Entry {
  readonly holder: YAMLMap | YAMLSeq
  readonly index: number
  /** The key, of a member of a mapping. */
  readonly key: Node | undefined
  /** Null if nothing was written. */
  readonly value: Node | null
}

/** A YAML text with the places of everything in it. Offsets count UTF-16 units from 0. */
export class ParsedText {
  readonly text: string
  /** The line ending of the text. */
  readonly eol: string
  readonly #documents: readonly Document[]
  readonly #comments: readonly { readonly start: number; readonly end: number }[]

  constructor(text: string) {
    const tokens = [...new Parser().parse(text)]
    this.text = text
    this.eol = text.includes('\r\n') ? '\r\n' : '\n'
    this.#documents = [...new Composer({ uniqueKeys: false }).compose(tokens)].filter(
      ({ contents }) => contents !== null && !(isScalar(contents) && contents.value === null),
    )
    this.#comments = findComments(tokens)
  }

  /** Returns the content of document number `index`, counted from 0. */
  contents(index: number): Node | undefined {
    return this.#documents[index]?.contents ?? undefined
  }

  /** Returns the entry at `pointer`; undefined if none is written there, also below an alias, which refers to another place. */
  find(document: number, pointer: JsonPointer): Entry | undefined {
    let node: Node | null | undefined = this.contents(document)
    let entry: Entry | undefined
    for (const token of parsePointer(pointer)) {
      entry = isMap(node) ? findMember(node, token) : isSeq(node) ? findItem(node, Number(token)) : undefined
      if (entry === undefined) return undefined
      node = entry.value
    }
    return entry
  }

  /** Returns the node at `pointer`, '' being all of the document. */
  node(document: number, pointer: JsonPointer): Node | undefined {
    return pointer === '' ? this.contents(document) : (this.find(document, pointer)?.value ?? undefined)
  }

  /** Returns where the line of `offset` begins. */
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

  /** Returns the comments that begin between `start` and `end`. */
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
