import { nestedDefaults, requestDefaults } from '../schema/request-defaults.ts'
import { requestOrder } from '../schema/request-order.gen.ts'
import { parsePointer, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'

/** Every default of the service, by pointer into a request. */
export const serviceDefaults: ReadonlyMap<JsonPointer, Json> = new Map(
  // Defaults come out of a JSON Schema, so they are JSON.
  [...requestDefaults, ...nestedDefaults].map(([pointer, value]) => [pointer, value as Json]),
)

/** The settings of one mapping, in the schema's order. */
interface Level {
  /** `default` is undefined where the service fills nothing in. */
  readonly slots: readonly { readonly key: string; readonly default: Json | undefined }[]
  /** Place in the order, by key. */
  readonly ranks: ReadonlyMap<string, number>
}

const SCRAPE_OPTIONS = '/scrapeOptions'
const NONE: JsonObject = {}

const crawlLevel = levelBelow('')
const scrapeLevel = levelBelow(SCRAPE_OPTIONS)

function levelBelow(parent: JsonPointer): Level {
  const slots = requestOrder.flatMap((pointer) => {
    const key = pointer.slice(parent.length + 1)
    if (!pointer.startsWith(`${parent}/`) || key.includes('/')) return []
    // Missing and empty are the same to the service; named here, it has its place.
    return [{ key, default: pointer === SCRAPE_OPTIONS ? NONE : serviceDefaults.get(pointer) }]
  })
  return { slots, ranks: new Map(slots.map(({ key }, rank) => [key, rank])) }
}

/** Defaults inside mappings that may be missing, by the mapping's keys. */
const nested = [...nestedDefaults.keys()].map((pointer) => {
  const path = parsePointer(pointer)
  return { holders: path.slice(0, -1), key: path.at(-1) ?? '', value: serviceDefaults.get(pointer) ?? null }
})

export interface FilledRequest<T extends JsonObject> {
  /** What came in, its settings in the schema's order, so that it reads the same however it was put together. */
  readonly request: T
  /** The same with everything that the service would fill in. */
  readonly effective: T
}

/** Brings the settings of `merged` into the schema's order, and fills in what the service would. */
export function fillDefaults<T extends JsonObject>(merged: T): FilledRequest<T> {
  const crawl = arrange(merged, crawlLevel)
  const written = merged['scrapeOptions']
  const page = arrange(isJsonObject(written) ? written : NONE, scrapeLevel)
  if (isJsonObject(written)) crawl.ordered['scrapeOptions'] = page.ordered
  if (written === undefined || isJsonObject(written)) crawl.filled['scrapeOptions'] = page.filled
  const skipTls = skipTlsDefault(merged)
  if (skipTls !== undefined) page.filled['skipTlsVerification'] = skipTls
  for (const one of nested) fillNested(crawl.filled, one)
  // The same members in another order, and members added.
  return { request: crawl.ordered as T, effective: crawl.filled as T }
}

interface Arranged {
  readonly ordered: Record<string, Json>
  readonly filled: Record<string, Json>
}

function arrange(value: JsonObject, { slots, ranks }: Level): Arranged {
  // What no schema knows goes last; the check of the request speaks of it.
  const rankOf = (key: string): number => ranks.get(key) ?? slots.length
  const keys = Object.keys(value).sort((a, b) => rankOf(a) - rankOf(b))
  const ordered: Record<string, Json> = {}
  const filled: Record<string, Json> = {}
  let next = 0
  for (const slot of slots) {
    const key = keys[next]
    const member = key === slot.key ? value[key] : undefined
    if (member !== undefined) {
      ordered[slot.key] = member
      filled[slot.key] = member
      next++
    } else if (slot.default !== undefined) {
      filled[slot.key] = slot.default
    }
  }
  for (const key of keys.slice(next)) {
    ordered[key] = value[key] ?? null
    filled[key] = value[key] ?? null
  }
  return { ordered, filled }
}

interface NestedDefault {
  readonly holders: readonly string[]
  readonly key: string
  readonly value: Json
}

/** Fills a member of a mapping that may be missing, in which case there is nothing to fill. */
function fillNested(root: Record<string, Json>, { holders, key, value }: NestedDefault): void {
  let holder: Json | undefined = root
  for (const name of holders) {
    holder = isJsonObject(holder) ? holder[name] : undefined
    if (holder === undefined) return
  }
  if (!isJsonObject(holder) || holder[key] !== undefined) return
  // Mappings of the request belong to the caller, so those on the way are copied.
  let target = root
  for (const name of holders) {
    const child = target[name]
    const copy = isJsonObject(child) ? { ...child } : {}
    target[name] = copy
    target = copy
  }
  target[key] = value
}

/** The one default that depends on other settings: certificates are checked when headers or actions are sent. */
export function skipTlsDefault(request: JsonObject): boolean | undefined {
  const { scrapeOptions } = request
  if (!isJsonObject(scrapeOptions) || scrapeOptions['skipTlsVerification'] !== undefined) return undefined
  const { headers, actions } = scrapeOptions
  const sendsHeaders = isJsonObject(headers) && Object.keys(headers).length > 0
  return sendsHeaders || (Array.isArray(actions) && actions.length > 0) ? false : undefined
}
