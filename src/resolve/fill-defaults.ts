import { nestedDefaults, requestDefaults } from '../schema/request-defaults.ts'
import { requestSettings } from '../schema/settings.ts'
import { parsePointer, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'

/** Every default of the service, by pointer into a request. */
export const serviceDefaults: ReadonlyMap<JsonPointer, Json> = new Map(
  // Defaults come out of a JSON Schema, so they are JSON.
  [...requestDefaults, ...nestedDefaults].map(([pointer, value]) => [pointer, value as Json]),
)

interface Slot {
  readonly key: string
  /** Undefined where the service fills nothing in. */
  readonly default: Json | undefined
}

const crawlSlots = slotsBelow('')
const scrapeSlots = slotsBelow('/scrapeOptions')
const nested = [...nestedDefaults.keys()].map((pointer) => ({ pointer, path: parsePointer(pointer) }))

/** The settings right below `parent`, in the schema's order. */
function slotsBelow(parent: JsonPointer): readonly Slot[] {
  return requestSettings(2).flatMap(({ pointer }) => {
    const key = pointer.slice(parent.length + 1)
    const isMember = pointer.startsWith(`${parent}/`) && !key.includes('/')
    return isMember ? [{ key, default: serviceDefaults.get(pointer) }] : []
  })
}

/** `request` with its settings in the schema's order, so that it reads the same however it was put together. */
export function orderSettings(request: JsonObject): JsonObject {
  const ordered = order(request, crawlSlots)
  const { scrapeOptions } = request
  if (isJsonObject(scrapeOptions)) ordered['scrapeOptions'] = order(scrapeOptions, scrapeSlots)
  return ordered
}

function order(value: JsonObject, slots: readonly Slot[]): Record<string, Json> {
  const ordered: Record<string, Json> = {}
  let count = 0
  for (const { key } of slots) {
    const member = value[key]
    if (member === undefined) continue
    ordered[key] = member
    count++
  }
  // What no schema knows goes last; the check of the request speaks of it.
  return Object.keys(value).length === count ? ordered : { ...ordered, ...value }
}

/** `request` with everything that the service would fill in, in the schema's order; what is there stays as it is. */
export function fillDefaults<T extends JsonObject>(request: T): T {
  const written = request['scrapeOptions']
  // Missing and empty are the same to the service; named here, it keeps its place.
  const filled = fill(written === undefined ? { ...request, scrapeOptions: {} } : request, crawlSlots)
  const scrapeOptions = fill(isJsonObject(written) ? written : {}, scrapeSlots)
  const skipTls = skipTlsDefault(request)
  if (skipTls !== undefined) scrapeOptions['skipTlsVerification'] = skipTls
  filled['scrapeOptions'] = scrapeOptions
  for (const { pointer, path } of nested) fillNested(filled, path, serviceDefaults.get(pointer))
  // Only members were added.
  return filled as T
}

function fill(value: JsonObject, slots: readonly Slot[]): Record<string, Json> {
  const filled: Record<string, Json> = {}
  for (const slot of slots) {
    const member = value[slot.key] ?? slot.default
    if (member !== undefined) filled[slot.key] = member
  }
  return filled
}

/** Fills a member of a mapping that may be missing, in which case there is nothing to fill. */
function fillNested(root: Record<string, Json>, path: readonly string[], value: Json | undefined): void {
  const [last, ...outer] = path.toReversed()
  if (last === undefined || value === undefined) return
  const parents = outer.toReversed()
  const holder = parents.reduce<Json | undefined>((at, key) => (isJsonObject(at) ? at[key] : undefined), root)
  if (!isJsonObject(holder) || holder[last] !== undefined) return
  // Mappings of the request belong to the caller, so those on the way are copied.
  let target = root
  for (const key of parents) {
    const child = target[key]
    const copy = isJsonObject(child) ? { ...child } : {}
    target[key] = copy
    target = copy
  }
  target[last] = value
}

/** The one default that depends on other settings: certificates are checked when headers or actions are sent. */
export function skipTlsDefault(request: JsonObject): boolean | undefined {
  const { scrapeOptions } = request
  if (!isJsonObject(scrapeOptions) || scrapeOptions['skipTlsVerification'] !== undefined) return undefined
  const { headers, actions } = scrapeOptions
  const sendsHeaders = isJsonObject(headers) && Object.keys(headers).length > 0
  return sendsHeaders || (Array.isArray(actions) && actions.length > 0) ? false : undefined
}
