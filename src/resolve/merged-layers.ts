import type { Place } from '../diagnostics/diagnostic.ts'
import type { Part } from '../document/source-document.ts'
import { inOrder, serviceDefaults, skipTlsDefault } from '../request/fill-defaults.ts'
import {
  canonicalJson,
  escapeToken,
  isJsonList,
  isJsonObject,
  joinPointer,
  jsonAt,
  objectOf,
  parsePointer,
  pointersAround,
} from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { isListOperator, type ListOperator } from './interpolate.ts'
import type { Layer } from './layer.ts'
import type { Origin, Provenance } from './resolved-crawl.ts'

interface Candidate {
  readonly value: Json
  readonly layer: Layer
  /** Where each item of a changed list was written; `layer` is undefined for the service's default. */
  readonly items: readonly { readonly layer: Layer | undefined; readonly pointer: JsonPointer }[] | undefined
}

/** The settings of several layers as one request, and where each was written. */
export class MergedLayers {
  readonly layers: readonly Layer[]
  readonly value: Record<string, Json> = {}
  /** Items that a layer removes and that nothing has; `pointer` is that of the item in the layer. */
  readonly absent: { readonly pointer: JsonPointer; readonly item: Json; readonly layer: Layer }[] = []
  /** By setting, weakest first. */
  readonly #candidates = new Map<JsonPointer, Candidate[]>()

  /** Merges layers, later over earlier: maps merge, other values replace, an operator changes the inherited or default list. */
  constructor(layers: readonly Layer[]) {
    this.layers = layers
    for (const layer of layers) this.#merge(layer, layer.value, this.value, '')
  }

  #merge(layer: Layer, from: JsonObject, target: Record<string, Json>, at: JsonPointer): void {
    for (const [key, value] of Object.entries(from)) {
      const pointer = `${at}/${escapeToken(key)}`
      const inherited = Object.hasOwn(target, key) ? target[key] : undefined
      if (isListOperator(value)) target[key] = this.#changeList(layer, pointer, inherited, value)
      else if (isJsonObject(value)) {
        if (!isJsonObject(inherited) && Object.keys(value).length === 0)
          this.#add(pointer, { value, layer, items: undefined })
        // Every map in the target was made here, so it may be changed in place.
        const map: Record<string, Json> = isJsonObject(inherited) ? inherited : {}
        target[key] = map
        this.#merge(layer, value, map, pointer)
      } else {
        target[key] = value
        this.#add(pointer, { value, layer, items: undefined })
      }
    }
  }

  #changeList(
    layer: Layer,
    pointer: JsonPointer,
    inherited: Json | undefined,
    { remove = [], prepend = [], append = [] }: ListOperator,
  ): readonly Json[] {
    const base = inherited ?? serviceDefaults().get(pointer)
    const before = isJsonList(base) ? base : []
    const winner = this.#winner(pointer)
    const sources = winner?.items ?? sourcesOf(winner?.layer, before, pointer)
    const unwanted = new Set(remove.map(canonicalJson))
    const present = new Set(remove.length === 0 ? [] : before.map(canonicalJson))
    for (const [index, item] of remove.entries())
      if (!present.has(canonicalJson(item)))
        this.absent.push({ pointer: `${pointer}/remove/${index}`, item, layer })
    const isKept = (item: Json): boolean => unwanted.size === 0 || !unwanted.has(canonicalJson(item))
    const value = [...prepend, ...before.filter(isKept), ...append]
    const items = [
      ...sourcesOf(layer, prepend, `${pointer}/prepend`),
      ...sources.filter((_, index) => isKept(before[index] ?? null)),
      ...sourcesOf(layer, append, `${pointer}/append`),
    ]
    this.#add(pointer, { value, layer, items })
    return value
  }

  #add(pointer: JsonPointer, candidate: Candidate): void {
    const known = this.#candidates.get(pointer)
    if (known === undefined) this.#candidates.set(pointer, [candidate])
    else known.push(candidate)
  }

  #winner(pointer: JsonPointer): Candidate | undefined {
    return this.#candidates.get(pointer)?.at(-1)
  }

  /** Returns every setting of `effective` with its origin and the candidates it beat, nearest first. */
  provenance(effective: JsonObject): Provenance {
    const settings = Array.from(settingsOf(inOrder(effective)), ([pointer, value]) => {
      const layered = (this.#candidates.get(pointer) ?? []).map((candidate) => ({
        value: candidate.value,
        origin: candidate.layer.originOf(pointer),
      }))
      const [winner, ...beaten] = [...defaultCandidate(pointer, effective), ...layered].toReversed()
      return [pointer, { value, origin: winner?.origin ?? { kind: 'default' }, beaten }] as const
    })
    return new Map(settings)
  }

  /** Returns where the value at `pointer` was written, or else the place of the nearest value around it. */
  locate(pointer: JsonPointer, part: Part): Place | undefined {
    const around = pointersAround(pointer)
    // Items of a changed list have other places than those of the lists of each layer.
    for (const at of around.slice(1)) {
      const winner = this.#winner(at)
      if (winner?.items !== undefined) return locateInside(winner, at, { pointer, part })
    }
    for (const at of around) {
      const winner = this.#winner(at)
      if (winner !== undefined) return locateInside(winner, at, { pointer, part })
      const holder = this.layers.findLast((layer) => jsonAt(layer.value, at) !== undefined)
      if (holder !== undefined) return holder.locate(at, at === pointer ? part : 'key')
    }
    return undefined
  }
}

function sourcesOf(layer: Layer | undefined, list: readonly Json[], base: JsonPointer) {
  return list.map((_, index) => ({ layer, pointer: `${base}/${index}` }))
}

function locateInside(
  { layer, items }: Candidate,
  at: JsonPointer,
  { pointer, part }: { readonly pointer: JsonPointer; readonly part: Part },
): Place {
  const [index, ...rest] = parsePointer(pointer.slice(at.length))
  const item = index === undefined ? undefined : items?.[Number(index)]
  if (item?.layer === undefined) return layer.locate(pointer, part)
  return item.layer.locate(joinPointer(item.pointer, ...rest), part)
}

/** Returns the settings of a request. Mappings are walked; an empty one is a setting, because it is sent. */
export function settingsOf(request: JsonObject): Map<JsonPointer, Json> {
  const settings = new Map<JsonPointer, Json>()
  const visit = (value: Json, pointer: JsonPointer): void => {
    const members = isJsonObject(value) ? Object.entries(value) : []
    if (members.length === 0 && pointer !== '') settings.set(pointer, value)
    for (const [key, member] of members) visit(member, joinPointer(pointer, key))
  }
  visit(request, '')
  return settings
}

function defaultCandidate(pointer: JsonPointer, effective: JsonObject): { value: Json; origin: Origin }[] {
  const value = serviceDefaults().get(pointer)
  if (value === undefined) return []
  if (pointer === '/scrapeOptions/skipTlsVerification') {
    const { skipTlsVerification: _, ...others } = objectOf(effective['scrapeOptions']) ?? {}
    if (skipTlsDefault({ scrapeOptions: others }) === false)
      return [{ value: false, origin: { kind: 'default', note: 'because headers or actions are sent' } }]
  }
  return [{ value, origin: { kind: 'default' } }]
}
