import { requestDefaults } from '../../request/request-defaults.ts'
import { isJsonObject, type Json, type JsonObject } from '../../util/json.ts'

/** Returns a request with the defaults of the API for everything that it does not say. */
export function fillDefaults(request: JsonObject): JsonObject {
  const filled: Record<string, Json> = { ...request }
  const scrape: Record<string, Json> = isJsonObject(request['scrapeOptions'])
    ? { ...request['scrapeOptions'] }
    : {}
  // Whoever sends headers or acts on a page may send secrets along: only to a server that proves who it is.
  if (isFilled(scrape['headers']) || isFilled(scrape['actions'])) scrape['skipTlsVerification'] ??= false
  for (const [pointer, value] of requestDefaults) {
    const [, first = '', second] = pointer.split('/')
    const target = second === undefined ? filled : scrape
    // Defaults come from JSON.
    target[second ?? first] ??= value as Json
  }
  return { ...filled, scrapeOptions: scrape }
}

function isFilled(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
