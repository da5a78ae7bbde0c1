import { schemaAt } from '../../schema/schema.ts'
import { joinPointer, type JsonPointer, parsePointer } from '../../util/json-pointer.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../util/json.ts'

/** A body as the service reads it, with fixes where the author's intention is certain. */
export interface RepairedBody {
  readonly request: JsonObject
  /** How a key was written, by the pointer of its setting in `request`. */
  readonly written: ReadonlyMap<JsonPointer, string>
  /** The problem of a fixed value, by its pointer in `request`; without a full stop. */
  readonly whys: ReadonlyMap<JsonPointer, string>
}

/** The mappings whose keys are settings; elsewhere anyone chooses them. */
const CONTAINERS = /^(?:\/(?:scrapeOptions|pageOptions|crawlerOptions|webhook))?$/

/** Names of pattern lists in version 0. */
const OLD_LISTS: Readonly<Record<string, string>> = { includes: 'includePaths', excludes: 'excludePaths' }

/** Fixes Python's keys, and values that forms and environment variables turned into texts. */
export function repairBody(body: JsonObject): RepairedBody {
  const written = new Map<JsonPointer, string>()
  const whys = new Map<JsonPointer, string>()
  const visit = (base: JsonPointer, members: JsonObject): JsonObject => {
    const repaired = Object.entries(members).map(([key, value]): [string, Json] => {
      const name = nameOf(base, key, members)
      const pointer = joinPointer(base, name)
      if (name !== key) written.set(pointer, key)
      if (isJsonObject(value) && CONTAINERS.test(pointer)) return [name, visit(pointer, value)]
      const meant = valueOf(pointer, value)
      if (meant !== undefined) whys.set(pointer, meant.why)
      return [name, meant?.value ?? value]
    })
    return Object.fromEntries(repaired)
  }
  return { request: visit('', body), written, whys }
}

/** Returns `only_main_content` as `onlyMainContent`, where there is such a setting and nothing else says it. */
function nameOf(base: JsonPointer, key: string, members: JsonObject): string {
  const name = key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (name === key || Object.hasOwn(members, name)) return key
  const pointer = joinPointer(base, name)
  return CONTAINERS.test(pointer) || typesAt(pointer).length > 0 ? name : key
}

function typesAt(pointer: JsonPointer): readonly string[] {
  const [first = '', ...rest] = parsePointer(pointer)
  if (first === 'crawlerOptions' && rest.length === 1)
    return typesAt(joinPointer('', OLD_LISTS[rest[0] ?? ''] ?? rest[0] ?? ''))
  const place = first === 'pageOptions' ? ['scrapeOptions', ...rest] : [first, ...rest]
  const current = `/${place.join('/')}`
  return schemaAt('request-v2', current)?.types ?? schemaAt('request-v1', current)?.types ?? []
}

function valueOf(
  pointer: JsonPointer,
  value: Json,
): { readonly value: Json; readonly why: string } | undefined {
  const types = typesAt(pointer)
  if (pointer === '/webhook/events') return eventsOf(value)
  if (typeof value !== 'string' || types.includes('string')) return undefined
  if ((types.includes('integer') || types.includes('number')) && /^\d{1,15}(?:\.\d+)?$/.test(value))
    return { value: Number(value), why: 'it was text; the service expects a number' }
  if (types.includes('boolean') && /^(?:true|false)$/i.test(value))
    return {
      value: value.toLowerCase() === 'true',
      why: 'it was text; the service expects true or false',
    }
  // In brackets a comma may be part of a pattern.
  if (!types.includes('array') || value.trim() === '' || /[[({]/.test(value)) return undefined
  const items = value.split(',').map((item) => item.trim())
  return {
    value: items.filter((item) => item !== ''),
    why: 'it was text; the service expects a list',
  }
}

function eventsOf(value: Json): { readonly value: Json; readonly why: string } | undefined {
  const events: readonly Json[] = isJsonList(value) ? value : [value]
  const isLong = events.some((event) => typeof event === 'string' && event.startsWith('crawl.'))
  if (!isLong) return undefined
  const short = events.map((event) => (typeof event === 'string' ? event.replace(/^crawl\./, '') : event))
  return { value: short, why: 'events are named without "crawl."; deliveries have the prefix' }
}
