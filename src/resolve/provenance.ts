import type { Place } from '../diagnostics/diagnostic.ts'
import type { Part } from '../document/source-document.ts'
import { isJsonObject, joinPointer, jsonAt, parentPointer, parsePointer } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { inOrder, serviceDefaults, skipTlsDefault } from '../request/fill-defaults.ts'
import type { Layer } from './layer.ts'
import { type Candidate, mergeLayers } from './merge-layers.ts'
import type { Origin, Provenance, ResolvedSetting } from './origin.ts'

type Candidates = ReadonlyMap<JsonPointer, readonly Candidate<Layer>[]>

/** Merges a second time with an observer, because most crawls are never asked where their settings came from. */
export function traceCandidates(layers: readonly Layer[]): Candidates {
  const candidates = new Map<JsonPointer, Candidate<Layer>[]>()
  mergeLayers(layers, serviceDefaults, {
    set: (pointer, candidate) => {
      const known = candidates.get(pointer)
      if (known === undefined) candidates.set(pointer, [candidate])
      else known.push(candidate)
    },
  })
  return candidates
}

/** Returns every setting of `effective` with its origin and the candidates it beat, nearest first. */
export function makeProvenance(effective: JsonObject, candidates: Candidates): Provenance {
  return new Map(
    Array.from(settingsOf(inOrder(effective)), ([pointer, value]) => [
      pointer,
      makeSetting(pointer, value, effective, candidates.get(pointer)),
    ]),
  )
}

function makeSetting(
  pointer: JsonPointer,
  value: Json,
  effective: JsonObject,
  candidates: readonly Candidate<Layer>[] = [],
): ResolvedSetting {
  const layered = candidates.map((candidate) => ({
    value: candidate.value,
    origin: candidate.layer.originOf(pointer),
  }))
  const [winner, ...beaten] = [...defaultCandidate(pointer, effective), ...layered].toReversed()
  return { value, origin: winner?.origin ?? { kind: 'default' }, beaten }
}

/**
 * Returns the settings of a request. Mappings are walked; everything else is one setting, also an empty mapping, because it is
 * sent.
 */
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
    const { skipTlsVerification: _, ...others } = isJsonObject(effective['scrapeOptions'])
      ? effective['scrapeOptions']
      : {}
    if (skipTlsDefault({ scrapeOptions: others }) === false) {
      return [{ value: false, origin: { kind: 'default', note: 'because headers or actions are sent' } }]
    }
  }
  return [{ value, origin: { kind: 'default' } }]
}

/** Returns where the value at `pointer` of the merged request was written, or else the place of the nearest value around it. */
export function locateSetting(
  layers: readonly Layer[],
  candidates: Candidates,
  { pointer, part }: { readonly pointer: JsonPointer; readonly part: Part },
): Place | undefined {
  const list = listAround(candidates, pointer)
  if (list !== undefined) return locateInside(list.winner, list.at, { pointer, part })
  for (let at = pointer; ; at = parentPointer(at)) {
    const winner = candidates.get(at)?.at(-1)
    if (winner !== undefined) return locateInside(winner, at, { pointer, part })
    const holder = layers.findLast((layer) => jsonAt(layer.value, at) !== undefined)
    if (holder !== undefined && at !== '') return holder.locate(at, at === pointer ? part : 'key')
    if (at === '') return undefined
  }
}

/** Returns the merged list that `pointer` leads into. Its items have other places than those of the lists of each layer. */
function listAround(
  candidates: Candidates,
  pointer: JsonPointer,
): { readonly winner: Candidate<Layer>; readonly at: JsonPointer } | undefined {
  for (let at = pointer; at !== '';) {
    at = parentPointer(at)
    const winner = candidates.get(at)?.at(-1)
    if (winner?.items !== undefined) return { winner, at }
  }
  return undefined
}

function locateInside(
  { layer, items }: Candidate<Layer>,
  at: JsonPointer,
  { pointer, part }: { readonly pointer: JsonPointer; readonly part: Part },
): Place {
  const [index, ...rest] = parsePointer(pointer.slice(at.length))
  const item = index === undefined ? undefined : items?.[Number(index)]
  if (item?.layer === undefined) return layer.locate(pointer, part)
  return item.layer.locate(joinPointer(item.pointer, ...rest), part)
}
