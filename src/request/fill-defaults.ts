import {
  crawlOrder,
  crawlStandards,
  nestedStandards,
  newerStandards,
  pageOrder,
  pageStandards,
} from '../schema/request-standards.gen.ts'
import { isJsonObject, type Json, type JsonObject, type JsonPointer } from '../util/json.ts'

/** Returns `request` with all defaults of the service, in no particular order. */
export function fillDefaults<T extends JsonObject>(request: T): T {
  const written = request['scrapeOptions']
  const filled: Record<string, Json> = { ...crawlStandards, ...request }
  if (written === undefined || isJsonObject(written)) {
    const page: Record<string, Json> = { ...pageStandards, ...written }
    const skipTls = skipTlsDefault(request)
    if (skipTls !== undefined) page['skipTlsVerification'] = skipTls
    filled['scrapeOptions'] = page
  }
  for (const one of nestedStandards) fillNested(filled, one)
  // The same type: members were only added.
  return filled as T
}

/** Returns `request` with defaults for a service that is sent them: those that every release takes and no other setting changes. */
export function fillSentDefaults<T extends JsonObject>(request: T): T {
  const written = isJsonObject(request['scrapeOptions']) ? request['scrapeOptions'] : {}
  const { scrapeOptions: filled, ...others } = fillDefaults<JsonObject>(request)
  const page: Record<string, Json> = isJsonObject(filled) ? { ...filled } : {}
  const kept = written['lockdown'] === true ? [...newerStandards, 'maxAge'] : newerStandards
  for (const key of kept) if (written[key] === undefined) delete page[key]
  // The same with members added.
  return { ...others, scrapeOptions: page } as JsonObject as T
}

/** Returns the settings of `request` in the schema's order. Unknown ones come last. */
export function inOrder<T extends JsonObject>(request: T): T {
  const ordered = arrange(request, crawlOrder)
  const { scrapeOptions } = ordered
  if (isJsonObject(scrapeOptions)) ordered['scrapeOptions'] = arrange(scrapeOptions, pageOrder)
  // The same type: only the order changed.
  return ordered as T
}

function arrange(value: JsonObject, order: readonly string[]): Record<string, Json> {
  const ordered: Record<string, Json> = {}
  for (const key of [...order, ...Object.keys(value)]) {
    const member = value[key]
    if (member !== undefined && !Object.hasOwn(ordered, key)) ordered[key] = member
  }
  return ordered
}

/** Fills a member of a nested mapping, if the mapping exists. */
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
  // Copies the mappings on the way, because they belong to the caller.
  let target = root
  for (const name of holders) {
    const child = target[name]
    const copy = isJsonObject(child) ? { ...child } : {}
    target[name] = copy
    target = copy
  }
  target[key] = standard as Json
}

/** Returns the one default that depends on other settings: certificates are checked when headers or actions are sent. */
export function skipTlsDefault(request: JsonObject): boolean | undefined {
  const { scrapeOptions } = request
  if (!isJsonObject(scrapeOptions) || scrapeOptions['skipTlsVerification'] !== undefined) return undefined
  const { headers, actions } = scrapeOptions
  const sendsHeaders = isJsonObject(headers) && Object.keys(headers).length > 0
  return sendsHeaders || (Array.isArray(actions) && actions.length > 0) ? false : undefined
}

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
