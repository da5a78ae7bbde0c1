import { crawlStandards, nestedStandards, pageStandards } from '../schema/request-standards.gen.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'

let all: ReadonlyMap<JsonPointer, Json> | undefined

/** Returns every default of the service, by pointer into a request. */
export function serviceDefaults(): ReadonlyMap<JsonPointer, Json> {
  return (all ??= new Map<JsonPointer, Json>([
    ...Object.entries(crawlStandards).map(([key, standard]) => [`/${key}`, standard] as const),
    ...Object.entries(pageStandards).map(([key, standard]) => [`/scrapeOptions/${key}`, standard] as const),
    // They apply only when the mapping around them is written. Defaults come from a JSON Schema, so they are JSON.
    ...nestedStandards.map(
      ({ holders, key, standard }) => [`/${[...holders, key].join('/')}`, standard as Json] as const,
    ),
  ]))
}
