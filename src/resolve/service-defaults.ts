import { nestedDefaults, requestDefaults } from '../request/request-defaults.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'

// Defaults come out of a JSON Schema, so they are JSON.
const all = new Map([...requestDefaults, ...nestedDefaults]) as ReadonlyMap<JsonPointer, Json>

/** Returns every default of the service, by pointer into a request. A module of its own, which most runs never load. */
export function serviceDefaults(): ReadonlyMap<JsonPointer, Json> {
  return all
}
