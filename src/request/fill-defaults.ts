import {
  crawlOrder,
  crawlStandards,
  nestedStandards,
  pageOrder,
  pageStandards,
} from '../schema/request-standards.gen.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'

/** Returns `request` with everything that the service would fill in, in no order. */
export function fillDefaults<T extends JsonObject>(request: T): T {
  const written = request['scrapeOptions']
  // Copied whole: members that are added one by one make an object that is slow to read.
  const filled: Record<string, Json> = { ...crawlStandards, ...request }
  if (written === undefined || isJsonObject(written)) {
    const page: Record<string, Json> = { ...pageStandards, ...written }
    const skipTls = skipTlsDefault(request)
    if (skipTls !== undefined) page['skipTlsVerification'] = skipTls
    filled['scrapeOptions'] = page
  }
  for (const one of nestedStandards) fillNested(filled, one)
  // The same with members added.
  return filled as T
}

/** Returns the settings of `request` in the schema's order, so that it reads the same however it was put together. */
export function inOrder<T extends JsonObject>(request: T): T {
  const ordered = arrange(request, crawlOrder)
  const { scrapeOptions } = ordered
  if (isJsonObject(scrapeOptions)) ordered['scrapeOptions'] = arrange(scrapeOptions, pageOrder)
  // The same members in another order.
  return ordered as T
}

function arrange(value: JsonObject, order: readonly string[]): Record<string, Json> {
  const ordered: Record<string, Json> = {}
  let placed = 0
  for (const key of order) {
    const member = value[key]
    if (member === undefined) continue
    ordered[key] = member
    placed++
  }
  const keys = Object.keys(value)
  if (placed === keys.length) return ordered
  // What no schema knows goes last; the check of the request speaks of it.
  for (const key of keys) if (!Object.hasOwn(ordered, key)) ordered[key] = value[key] ?? null
  return ordered
}

/** Fills a member of a mapping that may be missing, in which case there is nothing to fill. */
function fillNested(
  root: Record<string, Json>,
  { holders, key, standard }: (typeof nestedStandards)[number],
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

/**
 * Returns the one default that depends on other settings: certificates are checked when headers or actions are sent.
 */
export function skipTlsDefault(request: JsonObject): boolean | undefined {
  const { scrapeOptions } = request
  if (!isJsonObject(scrapeOptions) || scrapeOptions['skipTlsVerification'] !== undefined) return undefined
  const { headers, actions } = scrapeOptions
  const sendsHeaders = isJsonObject(headers) && Object.keys(headers).length > 0
  return sendsHeaders || (Array.isArray(actions) && actions.length > 0) ? false : undefined
}
