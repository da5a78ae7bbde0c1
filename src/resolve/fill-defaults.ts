import { crawlSlots, insideSlots, scrapeSlots, type Slot } from '../schema/request-slots.gen.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'

const NONE: JsonObject = {}

/** The pages of a crawl whose limit nobody chose. */
export const DEFAULT_LIMIT = crawlSlots.find(({ key }) => key === 'limit')?.standard

export interface FilledRequest<T extends JsonObject> {
  /** What came in, its settings in the schema's order, so that it reads the same however it was put together. */
  readonly request: T
  /** The same with everything that the service would fill in. */
  readonly effective: T
}

/** Brings the settings of `merged` into the schema's order, and fills in what the service would. */
export function fillDefaults<T extends JsonObject>(merged: T): FilledRequest<T> {
  const crawl = arrange(merged, crawlSlots)
  const written = merged['scrapeOptions']
  const page = arrange(isJsonObject(written) ? written : NONE, scrapeSlots)
  if (isJsonObject(written)) crawl.ordered['scrapeOptions'] = page.ordered
  if (written === undefined || isJsonObject(written)) crawl.filled['scrapeOptions'] = page.filled
  const skipTls = skipTlsDefault(merged)
  if (skipTls !== undefined) page.filled['skipTlsVerification'] = skipTls
  for (const one of insideSlots) fillNested(crawl.filled, one)
  // The same members in another order, and members added.
  return { request: crawl.ordered as T, effective: crawl.filled as T }
}

interface Arranged {
  readonly ordered: Record<string, Json>
  readonly filled: Record<string, Json>
}

function arrange(value: JsonObject, slots: readonly Slot[]): Arranged {
  const ordered: Record<string, Json> = {}
  const filled: Record<string, Json> = {}
  let placed = 0
  for (const { key, standard } of slots) {
    const member = value[key]
    if (member !== undefined) {
      ordered[key] = member
      filled[key] = member
      placed++
    } else if (standard !== undefined) {
      // Defaults come out of a JSON Schema, so they are JSON.
      filled[key] = standard as Json
    } else if (key === 'scrapeOptions') {
      // Missing and empty are the same to the service; named here, it has its place.
      filled[key] = NONE
    }
  }
  const keys = Object.keys(value)
  if (placed === keys.length) return { ordered, filled }
  // What no schema knows goes last; the check of the request speaks of it.
  for (const key of keys) {
    if (Object.hasOwn(ordered, key)) continue
    ordered[key] = value[key] ?? null
    filled[key] = value[key] ?? null
  }
  return { ordered, filled }
}

/** Fills a member of a mapping that may be missing, in which case there is nothing to fill. */
function fillNested(
  root: Record<string, Json>,
  { holders, key, standard }: (typeof insideSlots)[number],
): void {
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
  target[key] = standard as Json
}

/** The one default that depends on other settings: certificates are checked when headers or actions are sent. */
export function skipTlsDefault(request: JsonObject): boolean | undefined {
  const { scrapeOptions } = request
  if (!isJsonObject(scrapeOptions) || scrapeOptions['skipTlsVerification'] !== undefined) return undefined
  const { headers, actions } = scrapeOptions
  const sendsHeaders = isJsonObject(headers) && Object.keys(headers).length > 0
  return sendsHeaders || (Array.isArray(actions) && actions.length > 0) ? false : undefined
}
