import { requestSettings } from '../schema/settings.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'

const pointers = requestSettings(2).map(({ pointer }) => pointer.split('/').slice(1))
const crawlKeys = pointers.flatMap(([key, ...rest]) => (key !== undefined && rest.length === 0 ? [key] : []))
const scrapeKeys = pointers.flatMap(([parent, key, ...rest]) =>
  parent === 'scrapeOptions' && key !== undefined && rest.length === 0 ? [key] : [],
)

/** `request` with its settings in the schema's order, so that it reads the same however it was put together. */
export function orderSettings<T extends JsonObject>(request: T): T {
  const ordered = order(request, crawlKeys)
  const scrapeOptions = ordered['scrapeOptions']
  if (isJsonObject(scrapeOptions)) ordered['scrapeOptions'] = order(scrapeOptions, scrapeKeys)
  // The same members in another order.
  return ordered as T
}

function order(value: JsonObject, keys: readonly string[]): Record<string, Json> {
  const ordered: Record<string, Json> = {}
  for (const key of keys) {
    const member = value[key]
    if (member !== undefined) ordered[key] = member
  }
  // What no schema knows goes last; the check of the request will speak of it.
  return Object.keys(ordered).length === Object.keys(value).length ? ordered : { ...ordered, ...value }
}
