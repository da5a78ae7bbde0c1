import { factsOf } from '../../diagnostics/diagnostic.ts'
import { runMigrations } from '../../migrate/migrate.ts'
import { MigratingRequest } from '../../migrate/edited-request.ts'
import { absoluteUrl } from '../../scope/page-url.ts'
import { schemaAt, spelledName } from '../../schema/schema.ts'
import type { ApiVersion } from '../../schema/api-version.ts'
import { isWithin, joinPointer, parsePointer, isJsonList, isJsonObject, textOf } from '../../util/json.ts'
import type { JsonPointer, Json, JsonObject } from '../../util/json.ts'
import { fold } from '../../util/suggest.ts'
import { nameOfUrl } from '../../util/name-of-url.ts'
import { CrawlDraft, type Imported, literalText, Refused } from '../crawl-draft.ts'
import type { Located } from '../field-reader.ts'

const ADDED: Readonly<Record<string, string>> = {
  origin: 'clients identify themselves with it; apply sends its own',
  integration: 'it names the tool that sent the request',
}

/** Tells whether `value` is a body of any version, and neither an answer nor a request of another tool, which has a method. */
export function isRequestBody(value: JsonObject): boolean {
  return (
    typeof value['url'] === 'string' &&
    !['request', 'seeds', 'success', 'method'].some((key) => Object.hasOwn(value, key))
  )
}

/** The id of the edits that repair a body. */
const REPAIR = 'repair'

/**
 * Returns the draft of the crawl that `body` asks for. `version` is the API's if the source names it; otherwise old
 * words show an old body. Problems of a migration that needs its author are errors.
 */
export function importRequestBody(
  { value: body, locate }: Located,
  name: string | undefined,
  version?: 0 | ApiVersion,
): Imported {
  const draft = new CrawlDraft(name ?? nameOfUrl(absoluteUrl(textOf(body['url']) ?? '')) ?? 'imported')
  const sent = Object.fromEntries(Object.entries(body).filter(([key]) => !Object.hasOwn(ADDED, key)))
  const request = new MigratingRequest(sent, {})
  // Why a value changed, by its pointer in the body.
  const whys = new Map<JsonPointer, string>()
  request.run(REPAIR, () => repair(request, '', sent, whys))
  if (version !== 2) runMigrations(request)
  const found = request.problems.map(({ pointer, part, report }) => report(locate(pointer, part)))
  const errors = found.filter(({ severity }) => severity === 'error')
  const isOld =
    (version ?? 2) < 2 ||
    request.edits.some(({ rule }) => rule !== REPAIR) ||
    errors.some(({ rule }) => factsOf(rule).about !== 'question')
  if (isOld && errors.length > 0) throw new Refused(errors)
  if (isOld)
    for (const [at, { pointer }] of request.problems.entries()) whys.set(pointer, found[at]?.message ?? '')
  const write = (pointer: JsonPointer, member: Json): void => {
    const old = request.oldPointer(pointer)
    const why = whyOf(whys, old)
    const field = fieldName(old)
    const to = `/request${pointer}`
    const isMoved = fold(pointer) !== fold(old)
    if (why !== undefined) draft.approximate(field, to, literalText(member), why)
    else draft.map(field, to, literalText(member), isMoved ? 'older versions of the API use it' : undefined)
  }
  for (const [key, member] of Object.entries(request.value)) each(joinPointer('', key), member, write)
  if (isOld) dropOthers(draft, '', sent, whys)
  for (const [key, why] of Object.entries(ADDED)) if (Object.hasOwn(body, key)) draft.drop(key, why)
  return { drafts: [draft] }
}

/** Drops the settings that the migration removed, with its message or because version 2 does the same by default. */
function dropOthers(
  draft: CrawlDraft,
  base: JsonPointer,
  members: JsonObject,
  whys: ReadonlyMap<JsonPointer, string>,
): void {
  for (const [key, value] of Object.entries(members)) {
    const pointer = joinPointer(base, key)
    const field = fieldName(pointer)
    const isReported = draft.items.some((item) => item.kind !== 'remark' && item.field === field)
    if (!draft.mentions(field))
      draft.drop(field, whyOf(whys, pointer) ?? (isInFormats(key, value) ? 'formats lists it' : SAME_WITHOUT))
    else if (isJsonObject(value) && !isReported) dropOthers(draft, pointer, value, whys)
  }
}

const SAME_WITHOUT = 'the service does the same without it'

/** Tells whether it is a flag of version 0 that asks for a format, or the options of one in version 1. */
function isInFormats(key: string, value: Json): boolean {
  if (isJsonObject(value)) return /^(?:jsonOptions|changeTrackingOptions|extract)$/.test(key)
  return (
    value === true && /^(?:include(?:Markdown|(?:Raw)?Html|Links)|screenshot|fullPageScreenshot)$/.test(key)
  )
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

function whyOf(whys: ReadonlyMap<JsonPointer, string>, pointer: JsonPointer): string | undefined {
  const found = [...whys].find(([at]) => isWithin(at, pointer))
  return found?.[1].replace(/\.$/, '')
}

function fieldName(pointer: JsonPointer): string {
  return parsePointer(pointer)
    .join('.')
    .replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]')
}

/** The mappings whose keys are settings; elsewhere anyone chooses them. */
const CONTAINERS = /^(?:\/(?:scrapeOptions|pageOptions|crawlerOptions|webhook))?$/

/** Names of lists in version 0. */
const OLD_LISTS: Readonly<Record<string, string>> = {
  includes: 'includePaths',
  excludes: 'excludePaths',
  onlyIncludeTags: 'includeTags',
  removeTags: 'excludeTags',
}

/** Fixes Python's keys, and values that forms and environment variables turned into texts, where the intention is certain. */
function repair(
  request: MigratingRequest,
  base: JsonPointer,
  members: JsonObject,
  whys: Map<JsonPointer, string>,
): void {
  for (const [key, value] of Object.entries(members)) {
    const pointer = joinPointer(base, nameOf(base, key, members))
    const written = joinPointer(base, key)
    if (pointer !== written) request.move(written, pointer)
    if (isJsonObject(value) && CONTAINERS.test(pointer)) repair(request, pointer, value, whys)
    else {
      const meant = valueOf(pointer, value)
      if (meant === undefined) continue
      whys.set(request.oldPointer(pointer), meant.why)
      request.set(pointer, meant.value, pointer)
    }
  }
}

/** Returns the name of the setting that `only_main_content` means, where there is such a setting and nothing else says it. */
function nameOf(base: JsonPointer, key: string, members: JsonObject): string {
  const name = spelledName(key)
  if (name === key || Object.hasOwn(members, name)) return key
  const pointer = joinPointer(base, name)
  return CONTAINERS.test(pointer) || typesAt(pointer).length > 0 ? name : key
}

function typesAt(pointer: JsonPointer): readonly string[] {
  const [first = '', ...rest] = parsePointer(pointer)
  if (first === 'crawlerOptions' && rest.length === 1)
    return typesAt(joinPointer('', OLD_LISTS[rest[0] ?? ''] ?? rest[0] ?? ''))
  const place =
    first === 'pageOptions'
      ? ['scrapeOptions', ...rest.map((key) => OLD_LISTS[key] ?? key)]
      : [OLD_LISTS[first] ?? first, ...rest]
  const current = `/${place.join('/')}`
  return schemaAt('request-v2', current)?.types ?? schemaAt('request-v1', current)?.types ?? []
}

interface Meant {
  readonly value: Json
  readonly why: string
}

function valueOf(pointer: JsonPointer, value: Json): Meant | undefined {
  const types = typesAt(pointer)
  if (value === 'None') return { value: null, why: 'in Python None is no value' }
  if (pointer === '/webhook/events') return eventsOf(value)
  if (/^\/scrapeOptions\/(?:formats|actions|parsers)$/.test(pointer) && isJsonList(value)) {
    const items = value.map((item) => {
      if (!isJsonObject(item)) return spelled(item)
      const members = Object.entries(item)
      return Object.fromEntries(
        members.map(([key, of]) => [spelledName(key), key === 'type' ? spelled(of) : of]),
      )
    })
    if (JSON.stringify(items) !== JSON.stringify(value))
      return { value: items, why: 'names are written in camel case' }
  }
  if (typeof value !== 'string' || types.includes('string')) return undefined
  if ((types.includes('integer') || types.includes('number')) && /^\d[\d_]{0,14}(?:\.\d+)?$/.test(value))
    return asExpected(Number(value.replaceAll('_', '')), 'a number')
  if (types.includes('boolean') && /^(?:true|false)$/i.test(value))
    return asExpected(value.toLowerCase() === 'true', 'true or false')
  // In brackets a comma may be part of a pattern.
  if (!types.includes('array') || value.trim() === '' || /[[({]/.test(value)) return undefined
  const items = value.split(',').map((item) => item.trim())
  return asExpected(
    items.filter((item) => item !== ''),
    'a list',
  )
}

function spelled(name: Json): Json {
  return typeof name === 'string' ? spelledName(name) : name
}

function asExpected(value: Json, expected: string): Meant {
  return { value, why: `it was text; the service expects ${expected}` }
}

function eventsOf(value: Json): Meant | undefined {
  const events: readonly Json[] = isJsonList(value) ? value : [value]
  const isLong = events.some((event) => typeof event === 'string' && event.startsWith('crawl.'))
  if (!isLong) return undefined
  const short = events.map((event) => (typeof event === 'string' ? event.replace(/^crawl\./, '') : event))
  return { value: short, why: 'events are named without "crawl."; deliveries have the prefix' }
}
