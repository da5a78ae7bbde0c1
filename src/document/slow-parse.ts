import type * as yaml from 'yaml'
import type { Alias, CST, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { diagnose, type Diagnostic, type DiagnosticExtras, type RuleId } from '../diagnostics/diagnostic.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import type { LineMap, SpanMember, SpanNode } from './source-document.ts'
import { requireLate } from '../util/require-late.ts'
import { explainSyntax, flattenTokens, missingColon, refuseTokens } from './syntax-errors.ts'

export interface ParsedDocuments {
  readonly documents: readonly Composed[]
  readonly diagnostics: readonly Diagnostic[]
}

/** No setting needs a tenth of this, and the code that reads the value afterwards may recurse. */
const MOST_LEVELS = 64
/** As many as a file of 1 MiB has with lines of 20 characters. */
const MOST_LEXEMES = 250_000

/** Reads text of any form with the YAML library, which alone decides what is YAML. The messages are ours. */
export function slowParse(lines: LineMap): ParsedDocuments {
  const library = requireLate('yaml') as typeof yaml
  const { Composer } = library
  const tokens = readTokens(lines, library)
  if ('rule' in tokens) return { documents: [], diagnostics: [tokens] }
  const nested = flattenTokens(tokens, library)
  const refused = refuseTokens(nested, lines)
  if (refused.length > 0) return { documents: [], diagnostics: refused }
  // Our own walk finds repeated keys: it names both places and takes linear time.
  const composer = new Composer({ version: '1.2', schema: 'core', uniqueKeys: false, prettyErrors: false })
  const composed = withoutStackTraces(() => [...composer.compose(tokens, true, lines.text.length)])
  return readDocuments(composed, nested, lines, library)
}

/** Reads tokens until there are too many, or one is nested too deep: the library keeps up to 1 KB for each lexeme. */
function readTokens(lines: LineMap, { Lexer, Parser }: typeof yaml): readonly CST.Token[] | Diagnostic {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let count = 0
  for (const lexeme of new Lexer().lex(lines.text)) {
    const at = parser.offset
    tokens.push(...parser.next(lexeme))
    const { stack } = parser
    // Documents and scalars are not levels.
    const levels = stack.length > MOST_LEVELS ? stack.filter((token) => 'items' in token) : []
    const deep = levels[MOST_LEVELS]?.offset
    if (deep !== undefined)
      return diagnose('syntax/too-deep', { most: MOST_LEVELS }, lines.place(deep, deep + 1))
    if (++count > MOST_LEXEMES) {
      const args = { most: MOST_LEXEMES, unit: 'YAML tokens' }
      return diagnose('syntax/too-large', args, lines.place(at, at + 1))
    }
  }
  return [...tokens, ...parser.end()]
}

/** Runs `act` without recording stacks: a hostile file has hundreds of thousands of errors, and nobody reads their stacks. */
function withoutStackTraces<T>(act: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return act()
  } finally {
    Error.stackTraceLimit = limit
  }
}

function readDocuments(
  composed: readonly yaml.Document.Parsed[],
  tokens: readonly CST.Token[],
  lines: LineMap,
  library: typeof yaml,
): ParsedDocuments {
  const written = composed.filter((document) => !isEmpty(document))
  if (written.length === 0) {
    const end = lines.text.search(/\r?\n|$/)
    return { documents: [], diagnostics: [diagnose('syntax/empty-file', {}, lines.place(0, end))] }
  }
  const documents: Composed[] = []
  const diagnostics: Diagnostic[] = []
  for (const document of written) {
    const [error] = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0])
    if (error !== undefined) {
      diagnostics.push(explainSyntax(error, lines, tokens))
      continue
    }
    const composer = new ValueComposer(lines, library, document.contents)
    const read = composer.node(document.contents, document.range[1])
    documents.push(read)
    diagnostics.push(...composer.diagnostics)
    if (composer.diagnostics.length === 0 && !isJsonObject(read.value))
      diagnostics.push(notAMapping(read, lines))
  }
  return { documents, diagnostics }
}

/** Returns true for a document of comments only, or of nothing between two markers. */
function isEmpty(document: yaml.Document.Parsed): boolean {
  if (document.errors.length > 0) return false
  const { contents } = document
  if (contents === null) return true
  return 'value' in contents && contents.value === null && 'source' in contents && contents.source === ''
}

function notAMapping({ value, span }: Composed, lines: LineMap): Diagnostic {
  const end = lines.text.indexOf('\n', span.start)
  const place = lines.place(span.start, end === -1 ? span.end : Math.min(span.end, end))
  if (typeof value === 'string') {
    const text = value.split('\n')[0] ?? ''
    if (/^[\w.-]+(?::[^/\s]| \S+$)/.test(text)) {
      return diagnose('syntax/missing-colon', missingColon(text), place)
    }
  }
  return diagnose('syntax/not-a-mapping', { found: kindOf(value) }, place)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value === null) return 'null'
  return typeof value === 'string' ? 'a string' : `a ${typeof value}`
}

/** Enough for any sensible use of anchors, and few enough to walk. */
const MOST_EXPANDED = 10_000

interface Composed {
  readonly value: Json
  readonly span: SpanNode
  /** The number of values with all aliases written out. */
  readonly size: number
}

interface Key {
  readonly name: string
  readonly span: readonly [start: number, end: number]
}

/** Returns where further crawls begin in one mapping, because the `---` between them is missing. */
function unseparated(contents: Node | null, { isMap, isScalar }: typeof yaml): ReadonlySet<Pair> {
  if (!isMap(contents) || contents.flow === true) return new Set()
  const crawls: { readonly first: Pair | undefined; readonly keys: Set<unknown> }[] = []
  for (const pair of contents.items) {
    const key = isScalar(pair.key) ? pair.key.value : undefined
    let crawl = crawls.at(-1)
    if (crawl === undefined || crawl.keys.has(key)) crawls.push((crawl = { first: pair, keys: new Set() }))
    crawl.keys.add(key)
  }
  // A second "request" alone is a key written twice.
  const areCrawls = crawls.every(({ keys }) => keys.has('request') && keys.size > 1)
  return new Set(areCrawls ? crawls.slice(1).flatMap(({ first }) => first ?? []) : [])
}

/** Makes the JSON value of a document that the library read without an error, and finds the parts that JSON cannot hold. */
class ValueComposer {
  readonly diagnostics: Diagnostic[] = []
  readonly #lines: LineMap
  readonly #yaml: typeof yaml
  /** Anchors by name, as far as read; 'open' while we are inside the anchored value. */
  readonly #anchors = new Map<string, Composed | 'open'>()
  readonly #unseparated: ReadonlySet<Pair>
  #expanded = 0

  constructor(lines: LineMap, library: typeof yaml, contents: Node | null) {
    this.#lines = lines
    this.#yaml = library
    this.#unseparated = unseparated(contents, library)
  }

  /** Composes the value of `node`; `at` is the place of an empty value. */
  node(node: Node | null | undefined, at: number): Composed {
    if (node === null || node === undefined) return nothing(at, at)
    if (this.#yaml.isAlias(node)) return this.#alias(node)
    const anchor = 'anchor' in node ? node.anchor : undefined
    if (anchor !== undefined) this.#anchors.set(anchor, 'open')
    const composed = this.#collectionOrScalar(node, at)
    if (anchor !== undefined) this.#anchors.set(anchor, composed)
    return composed
  }

  #collectionOrScalar(node: Node, at: number): Composed {
    if (this.#yaml.isMap(node)) return this.#map(node)
    if (this.#yaml.isSeq(node)) return this.#list(node)
    if (this.#yaml.isScalar(node)) return this.#scalar(node, at)
    return nothing(at, at)
  }

  #alias(node: Alias): Composed {
    const [start, end] = ends(node)
    const target = this.#anchors.get(node.source)
    const args = { alias: node.source }
    if (target === undefined || target === 'open') {
      this.#report(target === undefined ? 'syntax/unknown-alias' : 'syntax/alias-cycle', args, [start, end])
      return nothing(start, end)
    }
    this.#expanded += target.size
    if (this.#expanded > MOST_EXPANDED) {
      if (this.#expanded - target.size <= MOST_EXPANDED) {
        this.#report('syntax/alias-expansion', { most: MOST_EXPANDED }, [start, end])
      }
      return nothing(start, end)
    }
    return { value: target.value, span: { start, end, target: target.span }, size: target.size }
  }

  #list(node: YAMLSeq): Composed {
    const [start, last] = ends(node)
    const items = node.items.map((item) => this.#item(this.#yaml.isNode(item) ? item : null, start))
    const end = node.flow === true ? last : (items.at(-1)?.span.end ?? last)
    return {
      value: items.map((item) => item.value),
      span: { start, end, items: items.map((item) => item.span) },
      size: items.reduce((sum, item) => sum + item.size, 1),
    }
  }

  /** Returns an item of a list. An empty one is at the place of its `-`. */
  #item(node: Node | null, start: number): Composed {
    const item = this.node(node, start)
    if (item.value !== null || item.span.start !== item.span.end || node === null) return item
    const dash = this.#lines.text.lastIndexOf('-', Math.max(ends(node)[0] - 1, 0))
    return dash < start ? item : { ...item, span: { start: dash, end: dash + 1 } }
  }

  #map(node: YAMLMap): Composed {
    const [start, last] = ends(node)
    const value: Record<string, Json> = {}
    const members = new Map<string, SpanMember>()
    let size = 1
    // The library counts the comments and line breaks after a block as part of it. People do not.
    let end = start
    let lastEmpty: string | undefined
    for (const pair of node.items) {
      const key = this.#key(pair)
      if (this.#unseparated.has(pair)) this.#beginAnew(key, members)
      const keySpan = key?.span ?? [start, start]
      const composed = this.node(this.#yaml.isNode(pair.value) ? pair.value : null, keySpan[1])
      size += composed.size
      end = composed.span.end
      if (key === undefined || this.#isRepeated(key, members, lastEmpty)) continue
      if (composed.value === null) lastEmpty = key.name
      members.set(key.name, { keyStart: key.span[0], keyEnd: key.span[1], value: composed.span })
      value[key.name] = composed.value
    }
    if (node.flow === true) end = last
    return { value, span: { start, end, members }, size }
  }

  #key(pair: Pair): Key | undefined {
    const key = pair.key
    if (!this.#yaml.isNode(key)) return undefined
    if (!this.#yaml.isScalar(key)) {
      if (this.#isDoubleBrace(key)) return undefined
      const found = this.#yaml.isMap(key) ? 'a mapping' : this.#yaml.isSeq(key) ? 'a list' : 'an alias'
      return this.#report('syntax/complex-key', { found }, ends(key))
    }
    const span = ends(key)
    if (key.value === '<<' && key.type === 'PLAIN') return this.#report('syntax/merge-key', {}, span)
    if (typeof key.value !== 'string') {
      const type = key.value === null ? 'null' : `a ${typeof key.value}`
      if (key.source === '') {
        const colon = this.#lines.text.indexOf(':', span[0])
        return this.#report('syntax/non-string-key', { key: '', type }, [colon, colon + 1])
      }
      return this.#report('syntax/non-string-key', { key: key.source ?? '', type }, span)
    }
    if (!key.value.isWellFormed()) return this.#report('schema/lone-surrogate', {}, span)
    const gap = key.type === 'PLAIN' && pair.value === null ? missingColon(key.value) : undefined
    if (gap?.tight === true) return this.#report('syntax/missing-colon', gap, span)
    if (key.value === '__proto__') return this.#report('syntax/reserved-key', { key: key.value }, span)
    return { name: key.value, span }
  }

  /** Tells whether the key comes from `{{ name }}`, which YAML reads as a mapping whose key is a mapping. */
  #isDoubleBrace(key: Node): boolean {
    const [start, end] = ends(key)
    const { text } = this.#lines
    if (text[start] !== '{' || text[start - 1] !== '{') return false
    const form = text.slice(start - 1, end + 1)
    const help = 'Write "${env:NAME}" for an environment variable, in quotes.'
    this.#report('interpolation/unknown-form', { form, help }, [start - 1, end + 1])
    return true
  }

  #beginAnew(key: Key | undefined, members: Map<string, SpanMember>): void {
    members.clear()
    if (key === undefined) return
    const place = this.#lines.place(key.span[0], key.span[0])
    const fix = { description: 'Insert a line "---"', edits: [{ place, text: '---\n' }] }
    this.#report('syntax/missing-separator', { key: key.name }, key.span, { fix })
  }

  /** `lastEmpty` is the key before it that has no value. */
  #isRepeated(key: Key, members: Map<string, SpanMember>, lastEmpty: string | undefined): boolean {
    const first = members.get(key.name)
    if (first === undefined) return false
    const related = [
      { message: 'first written here', place: this.#lines.place(first.keyStart, first.keyEnd) },
    ]
    const above = lastEmpty === key.name ? undefined : lastEmpty
    this.#report('syntax/duplicate-key', { key: key.name, above }, key.span, { related })
    return true
  }

  #scalar(node: Scalar, at: number): Composed {
    // An empty value would be shown among unrelated comments, so the end of its key is clearer.
    if (node.value === null && node.source === '') return nothing(at, at)
    const [start, last] = ends(node)
    const end = withoutTrailingSpace(this.#lines.text, start, last)
    const { value } = node
    const text = node.source ?? String(value)
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.#report('syntax/not-finite', { text }, [start, end])
      return nothing(start, end)
    }
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      this.#report('syntax/unsafe-number', { text, value: String(value) }, [start, end])
    if (typeof value === 'string' && !value.isWellFormed())
      this.#report('schema/lone-surrogate', {}, [start, end])
    // The core schema reads null, booleans, numbers and texts.
    return { value: value as Json, span: { start, end }, size: 1 }
  }

  #report<Id extends RuleId>(
    id: Id,
    args: Parameters<typeof diagnose<Id>>[1],
    span: readonly [start: number, end: number],
    extras: DiagnosticExtras = {},
  ): undefined {
    this.diagnostics.push(diagnose(id, args, this.#lines.place(span[0], span[1]), extras))
  }
}

/** Returns `end` moved back over white space as YAML counts it, which a text in a literal block ends with. */
function withoutTrailingSpace(text: string, start: number, end: number): number {
  while (end > start && ' \t\r\n'.includes(text[end - 1] ?? '')) end--
  return end
}

/** Returns null, at the place where a value is missing or was refused. */
function nothing(start: number, end: number): Composed {
  return { value: null, span: { start, end }, size: 1 }
}

function ends(node: Node): readonly [start: number, end: number] {
  return [node.range?.[0] ?? 0, node.range?.[1] ?? 0]
}
