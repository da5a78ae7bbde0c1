import { escapeToken, isJsonList, parsePointer } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import type { SourceDocument } from './source-document.ts'

/** A document without some of its values. Its places are those of the whole document. */
export interface PrunedDocument extends SourceDocument {
  /** Returns what a pointer into the pruned value is in the whole: items move up where one before them is left out. */
  originalPointer(pointer: JsonPointer): JsonPointer
}

export function pruneDocument(document: SourceDocument, pointers: Iterable<JsonPointer>): PrunedDocument {
  const root: Cut = { isCut: false, below: new Map() }
  for (const pointer of pointers) mark(root, pointer)
  const kept = new Map<JsonPointer, readonly number[]>()
  const originalPointer = (pointer: JsonPointer): JsonPointer => original(kept, pointer)
  return {
    file: document.file,
    text: document.text,
    index: document.index,
    value: prune(document.value, root, '', kept),
    locate: (pointer, part) => document.locate(originalPointer(pointer), part),
    originalPointer,
  }
}

/** What to cut at a value and below it. */
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
