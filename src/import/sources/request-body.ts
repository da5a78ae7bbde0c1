import { factsOf } from '../../diagnostics/catalogue.ts'
import { hasErrors, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Part, SourceDocument } from '../../document/source-document.ts'
import { migrateValue } from '../../migrate/migrate.ts'
import { joinPointer, type JsonPointer, parsePointer } from '../../util/json-pointer.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../util/json.ts'
import { CrawlDraft, literalText } from '../crawl-draft.ts'
import { schemaAt } from '../../schema/schema.ts'
import type { ApiVersion } from '../../util/api-version.ts'

/** Fields that clients add to a request by themselves. */
const ADDED: Readonly<Record<string, string>> = {
  origin: 'clients identify themselves with it; apply sends its own',
  integration: 'it names the tool that sent the request',
}

/** Returns a body of any version; unlike in a crawl file, nothing in it says which. */
export function isRequestBody(value: JsonObject): value is JsonObject & { readonly url: string } {
  return (
    typeof value['url'] === 'string' && !Object.hasOwn(value, 'request') && !Object.hasOwn(value, 'seeds')
  )
}

/**
 * Returns the draft of the crawl that `body` asks for. `version` is the API's if the source names it; otherwise old
 * words show an old body. Problems of a migration that needs its author are errors.
 */
export function importRequestBody(
  body: JsonObject,
  { name, version, locate }: BodyContext,
): { readonly draft: CrawlDraft; readonly problems: readonly Diagnostic[] } {
  const draft = new CrawlDraft(name)
  const { origin, integration, ...sent } = body
  const { request, written, whys: repairs } = repairBody(sent)
  const migrated = migrateValue(request)
  const found = migrated.problems.map(({ pointer, part, report }) => ({
    pointer,
    diagnostic: report(locate(pointer, part)),
  }))
  const errors = found.map(({ diagnostic }) => diagnostic).filter(({ severity }) => severity === 'error')
  const saysOld = migrated.edits.length > 0 || errors.some(({ rule }) => factsOf(rule).about !== 'question')
  const isOld = version === undefined ? saysOld : version < 2
  if (isOld && hasErrors(errors)) return { draft, problems: errors }
  const value = isOld ? migrated.request : request
  const whys = new Map(found.map(({ pointer, diagnostic }) => [pointer, diagnostic.message]))
  const write = (pointer: JsonPointer, member: Json): void => {
    const old = isOld ? oldPlace(migrated.origins, pointer) : { pointer, isMoved: false }
    const why = (isOld ? whyOf(whys, old.pointer) : undefined) ?? repairAt(repairs, old.pointer)
    const field = settingName(asWritten(written, old.pointer))
    const to = `/request${pointer}`
    if (why !== undefined) draft.approximate(field, to, literalText(member), why)
    else
      draft.map(field, to, literalText(member), old.isMoved ? 'older versions of the API use it' : undefined)
  }
  for (const [key, member] of Object.entries(value)) each(joinPointer('', key), member, write)
  if (isOld) dropOthers(draft, { request, written }, whys)
  if (origin !== undefined) draft.drop('origin', ADDED['origin'] ?? '')
  if (integration !== undefined) draft.drop('integration', ADDED['integration'] ?? '')
  return { draft, problems: [] }
}

/** Drops the settings that the migration removed, with its message or because version 2 does the same by default. */
function dropOthers(
  draft: CrawlDraft,
  { request, written }: Pick<RepairedBody, 'request' | 'written'>,
  whys: ReadonlyMap<JsonPointer, string>,
): void {
  const told = new Set(draft.items.flatMap((item) => (item.kind === 'remark' ? [] : [item.field])))
  const visit = (pointer: JsonPointer, value: Json): void => {
    const field = settingName(asWritten(written, pointer))
    if (
      [...told].some(
        (one) => one === field || (/^[.[]/.test(one.slice(field.length)) && one.startsWith(field)),
      )
    ) {
      if (isJsonObject(value) && !told.has(field))
        for (const [key, member] of Object.entries(value)) visit(joinPointer(pointer, key), member)
    } else draft.drop(field, whyOf(whys, pointer) ?? 'the service does the same without it')
  }
  for (const [key, value] of Object.entries(request)) visit(joinPointer('', key), value)
}

export interface BodyContext {
  readonly name: string
  readonly version: 0 | ApiVersion | undefined
  readonly locate: (pointer: JsonPointer, part: Part) => ReturnType<SourceDocument['locate']>
}

/** Settings one by one, as people think of them: `scrapeOptions.headers.Cookie`, but `formats` as a whole. */
function each(pointer: JsonPointer, value: Json, write: (pointer: JsonPointer, value: Json) => void): void {
  const path = parsePointer(pointer)
  const isOpen =
    /^\/(?:scrapeOptions|webhook)(?:\/(?:headers|metadata|location))?$/.test(pointer) && isJsonObject(value)
  const members = isOpen ? Object.entries(value) : []
  if (members.length > 0) {
    for (const [key, member] of members) each(joinPointer(pointer, key), member, write)
  } else if (/^(?:in|ex)cludePaths$/.test(path.join('/')) && Array.isArray(value) && value.length > 0) {
    value.forEach((item: Json, index) => write(joinPointer(pointer, index), item))
  } else write(pointer, value)
}

function oldPlace(
  origins: ReadonlyMap<JsonPointer, { readonly pointer: JsonPointer; readonly whole: boolean }>,
  pointer: JsonPointer,
): { readonly pointer: JsonPointer; readonly isMoved: boolean } {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const origin = origins.get(at)
    if (origin !== undefined) {
      const old = origin.whole ? origin.pointer + pointer.slice(at.length) : origin.pointer
      return { pointer: old, isMoved: old !== pointer }
    }
  }
  return { pointer, isMoved: false }
}

/** Returns the fixed problem at the pointer; for an item, the problem of its list. */
function repairAt(repairs: RepairedBody['whys'], pointer: JsonPointer): string | undefined {
  return repairs.get(pointer) ?? repairs.get(pointer.replace(/\/\d+$/, ''))
}

function asWritten(written: RepairedBody['written'], pointer: JsonPointer): JsonPointer {
  let repaired = ''
  let source = ''
  for (const token of parsePointer(pointer)) {
    repaired = joinPointer(repaired, token)
    source = joinPointer(source, written.get(repaired) ?? token)
  }
  return source
}

function whyOf(whys: ReadonlyMap<JsonPointer, string>, pointer: JsonPointer): string | undefined {
  const found = [...whys].find(([at]) => at === pointer || at.startsWith(`${pointer}/`))
  return found?.[1].replace(/\.$/, '')
}

function settingName(pointer: JsonPointer): string {
  return parsePointer(pointer)
    .join('.')
    .replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]')
}

/** A body as the service reads it, with fixes where the author's intention is certain. */
interface RepairedBody {
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
function repairBody(body: JsonObject): RepairedBody {
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
