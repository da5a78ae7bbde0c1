import { nestedDefaults, requestDefaults } from '../schema/request-defaults.ts'
import { parsePointer, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'

// Defaults come out of a JSON Schema, so they are JSON.
const always = [...requestDefaults].map(([pointer, value]) => ({
  path: parsePointer(pointer),
  value: value as Json,
}))
const nested = [...nestedDefaults].map(([pointer, value]) => ({
  path: parsePointer(pointer),
  value: value as Json,
}))

/** Every default of the service, by pointer into a request. */
export const serviceDefaults: ReadonlyMap<JsonPointer, Json> = new Map(
  [...requestDefaults, ...nestedDefaults].map(([pointer, value]) => [pointer, value as Json]),
)

/** `request` with everything that the service would fill in; settings that are there stay as they are. */
export function fillDefaults<T extends JsonObject>(request: T): T {
  const scrapeOptions = isJsonObject(request['scrapeOptions']) ? { ...request['scrapeOptions'] } : {}
  const filled: Record<string, Json> = { ...request, scrapeOptions }
  for (const { path, value } of always) {
    const [first, second] = path
    if (first === undefined) continue
    if (second === undefined) filled[first] ??= value
    else scrapeOptions[second] ??= value
  }
  const skipTls = skipTlsDefault(request)
  if (skipTls !== undefined) scrapeOptions['skipTlsVerification'] = skipTls
  for (const { path, value } of nested) fillNested(filled, path, value)
  // Only members were added.
  return filled as T
}

/** Fills a member of a mapping that may be missing, in which case there is nothing to fill. */
function fillNested(root: Record<string, Json>, path: readonly string[], value: Json): void {
  let target = root
  for (const key of path.slice(0, -1)) {
    const child = target[key]
    if (!isJsonObject(child)) return
    // Mappings of the request belong to the caller.
    const copy = { ...child }
    target[key] = copy
    target = copy
  }
  const last = path.at(-1)
  if (last !== undefined) target[last] ??= value
}

/** The one default that depends on other settings: certificates are checked when headers or actions are sent. */
export function skipTlsDefault(request: JsonObject): boolean | undefined {
  const { headers, actions, skipTlsVerification } = isJsonObject(request['scrapeOptions'])
    ? request['scrapeOptions']
    : {}
  if (skipTlsVerification !== undefined) return undefined
  const sent =
    (isJsonObject(headers) && Object.keys(headers).length > 0) ||
    (Array.isArray(actions) && actions.length > 0)
  return sent ? false : undefined
}
