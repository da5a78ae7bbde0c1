import { canonicalJson, escapeToken, isJsonObject } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'

/** Observes a merge. */
interface MergeWatcher<L> {
  /** Called when `layer` sets `pointer` to `value`; for a list, `items` says where each item was written. */
  readonly set?: (pointer: JsonPointer, candidate: Candidate<L>) => void
  /** Called when `layer` wants to remove something that was not inherited; `pointer` is that item in the layer. */
  readonly removeAbsent?: (pointer: JsonPointer, item: Json, layer: L) => void
}

/** The value that one layer gives to a setting. */
export interface Candidate<L> {
  readonly value: Json
  readonly layer: L
  readonly items: readonly ItemSource<L>[] | undefined
}

/** Where an item of a merged list was written; `layer` is undefined for the service's default. */
interface ItemSource<L> {
  readonly layer: L | undefined
  readonly pointer: JsonPointer
}

interface Merge<L> {
  readonly watcher: MergeWatcher<L>
  readonly defaults: () => ReadonlyMap<JsonPointer, Json>
  /** Where the items of each list merged so far come from. */
  readonly items: Map<JsonPointer, readonly ItemSource<L>[]>
}

/** Made here, so its owner may change it. */
type MutableObject = Record<string, Json>

/**
 * Merges the layers into one value, later ones over earlier ones. Maps merge and other values replace. A list operator changes
 * the inherited list, or else the service's default.
 */
export function mergeLayers<L extends { readonly value: JsonObject }>(
  layers: readonly L[],
  defaults: () => ReadonlyMap<JsonPointer, Json>,
  watcher: MergeWatcher<L> = {},
): MutableObject {
  const merge: Merge<L> = { watcher, defaults, items: new Map() }
  const target: MutableObject = {}
  for (const layer of layers) mergeMap(merge, layer, { target, from: layer.value, at: '' })
  return target
}

function mergeMap<L>(
  merge: Merge<L>,
  layer: L,
  { target, from, at }: { target: MutableObject; from: JsonObject; at: JsonPointer },
): void {
  for (const key of Object.keys(from)) {
    const value = from[key]
    if (value === undefined) continue
    const pointer = `${at}/${escapeToken(key)}`
    if (!isJsonObject(value)) {
      target[key] = value
      const items = Array.isArray(value)
        ? value.map((_, index) => ({ layer, pointer: `${pointer}/${index}` }))
        : undefined
      if (items !== undefined) merge.items.set(pointer, items)
      merge.watcher.set?.(pointer, { value, layer, items })
      continue
    }
    const inherited = Object.hasOwn(target, key) ? target[key] : undefined
    if (isListOperator(value)) {
      target[key] = changeList(merge, layer, { pointer, inherited, operator: value })
      continue
    }
    if (!isJsonObject(inherited) && Object.keys(value).length === 0) {
      merge.watcher.set?.(pointer, { value, layer, items: undefined })
    }
    // Every map in the target was made here, so it may be changed in place.
    const map: MutableObject = isJsonObject(inherited) ? inherited : {}
    target[key] = map
    mergeMap(merge, layer, { target: map, from: value, at: pointer })
  }
}

function changeList<L>(
  merge: Merge<L>,
  layer: L,
  {
    pointer,
    inherited,
    operator,
  }: { pointer: JsonPointer; inherited: Json | undefined; operator: ListOperator },
): readonly Json[] {
  const base = inherited ?? merge.defaults().get(pointer)
  const before: readonly Json[] = Array.isArray(base) ? base : []
  const { remove = [] } = operator
  const unwanted = new Set(remove.map(canonicalJson))
  const present = new Set(remove.length === 0 ? [] : before.map(canonicalJson))
  for (const [index, item] of remove.entries())
    if (!present.has(canonicalJson(item)))
      merge.watcher.removeAbsent?.(`${pointer}/remove/${index}`, item, layer)
  const known = merge.items.get(pointer)
  const inList = before.map((item, index) => ({
    item,
    source: known?.[index] ?? { layer: undefined, pointer: `${pointer}/${index}` },
  }))
  const kept = inList.filter(({ item }) => unwanted.size === 0 || !unwanted.has(canonicalJson(item)))
  const written = (verb: 'prepend' | 'append') =>
    (operator[verb] ?? []).map((item, index) => ({
      item,
      source: { layer, pointer: `${pointer}/${verb}/${index}` },
    }))
  const entries = [...written('prepend'), ...kept, ...written('append')]
  const list = entries.map(({ item }) => item)
  const items = entries.map(({ source }) => source)
  merge.items.set(pointer, items)
  merge.watcher.set?.(pointer, { value: list, layer, items })
  return list
}

/** A list written as a change of the inherited list. */
interface ListOperator {
  readonly remove?: readonly Json[]
  readonly prepend?: readonly Json[]
  readonly append?: readonly Json[]
}

/** Returns true for mappings like `{ append: [...] }`: at least one operator, no other key, all values lists. */
export function isListOperator(value: Json): value is Json & ListOperator {
  if (!isJsonObject(value)) return false
  const keys = Object.keys(value)
  return (
    keys.length > 0 &&
    keys.every((key) => /^(?:append|prepend|remove)$/.test(key) && Array.isArray(value[key]))
  )
}
