import { changedDefaults } from '../request/former-defaults.ts'
import { schemaAt } from '../schema/schema.ts'
import { canonicalJson, isJsonObject, joinPointer } from '../util/json.ts'
import type { Json, JsonPointer } from '../util/json.ts'
import { type MigratingRequest, settingName } from './edited-request.ts'

const FORMATS = '/scrapeOptions/formats'

/** Each flag with the format it asks for. Markdown was on unless turned off. */
const FORMAT_FLAGS: readonly (readonly [flag: JsonPointer, format: string])[] = [
  ['/scrapeOptions/includeMarkdown', 'markdown'],
  ['/scrapeOptions/includeHtml', 'html'],
  ['/scrapeOptions/includeRawHtml', 'rawHtml'],
  ['/scrapeOptions/includeLinks', 'links'],
  ['/scrapeOptions/fullPageScreenshot', 'screenshot@fullPage'],
  ['/scrapeOptions/screenshot', 'screenshot'],
]

/** Version 0 had one flag for each format (`includeHtml: true`); now `formats` lists them. */
export function formatFlags(request: MigratingRequest): void {
  const flags = FORMAT_FLAGS.map(([pointer, format]) => ({
    pointer,
    format,
    flag: request.flag(pointer, 'scrapeOptions.formats'),
  }))
  const present = flags.filter(({ flag }) => flag !== undefined)
  const [first, ...others] = present
  if (first === undefined || flags.some(({ flag }) => flag === null)) return
  if (request.has(FORMATS)) {
    for (const { pointer } of present) request.supersede(pointer, settingName(pointer), 'formats')
    return
  }
  const wanted = flags.filter(({ flag, format }) => flag ?? format === 'markdown').map(({ format }) => format)
  // There was one screenshot a page, a full one if that was asked for.
  const isFull = wanted.includes('screenshot@fullPage')
  for (const { pointer } of others) request.remove(pointer)
  request.move(
    first.pointer,
    FORMATS,
    wanted.filter((format) => !isFull || format !== 'screenshot'),
  )
}

/** One item of `formats`, or of a list that is added to it or taken from it. */
interface FormatItem {
  readonly pointer: JsonPointer
  readonly value: Json
}

/** Returns every format that the request names, in written order; `formats` may be a list or a list operator. */
function formatItems(request: MigratingRequest): readonly FormatItem[] {
  const formats = request.at(FORMATS)
  const lists = isJsonObject(formats)
    ? Object.entries(formats).map(([operator, list]) => [joinPointer(FORMATS, operator), list] as const)
    : [[FORMATS, formats] as const]
  return lists.flatMap(([pointer, list]) =>
    Array.isArray(list)
      ? list.map((value: Json, index) => ({ pointer: joinPointer(pointer, index), value }))
      : [],
  )
}

/** `screenshot@fullPage` is now an object, and the old `content` is markdown or html. */
export function formats(request: MigratingRequest): void {
  const items = formatItems(request)
  for (const { pointer, value } of items) {
    if (value === 'content') {
      const args = { format: 'content', choices: '"markdown" or "html"' }
      request.atValue(pointer, 'migrate/ambiguous-format', args)
    }
    if (value !== 'screenshot@fullPage') continue
    if (items.some((item) => item.value === 'screenshot')) {
      const args = { first: 'screenshot', second: 'screenshot@fullPage', setting: 'screenshot@fullPage' }
      request.atValue(pointer, 'migrate/contradiction', args)
    } else request.set(pointer, { type: 'screenshot', fullPage: true }, pointer)
  }
}

/** Merges the formats `json` and `extract` and their options next to `formats` into one format object. */
export function jsonFormat(request: MigratingRequest): void {
  const [first, ...again] = formatItems(request).filter(
    ({ value }) => value === 'json' || value === 'extract',
  )
  const [options, second] = ['/scrapeOptions/jsonOptions', '/scrapeOptions/extract'].filter((pointer) =>
    request.has(pointer),
  )
  if (options === undefined) {
    if (first === undefined) return
    const format = first.value === 'extract' ? 'extract' : 'json'
    const args = { format, options: format === 'extract' ? 'extract' : 'jsonOptions' }
    return request.atValue(first.pointer, 'migrate/needs-options', args)
  }
  if (first === undefined)
    return request.atKey(options, 'migrate/unused-options', { options: settingName(options), format: 'json' })
  if (second !== undefined) {
    if (canonicalJson(request.at(options) ?? null) !== canonicalJson(request.at(second) ?? null))
      return request.contradicts(second, settingName(options), settingName(second), 'jsonOptions')
    request.remove(second)
  }
  // From the end, so that the other items keep their places.
  for (const { pointer } of again.toReversed()) request.remove(pointer)
  moveOptions(request, {
    options,
    item: first.pointer,
    type: 'json',
    kept: ['schema', 'prompt'],
    lost: {
      systemPrompt: 'use "prompt" instead',
      mode: 'there is only one way to extract',
      temperature: 'the service chooses it',
      agent: 'pages are scraped without the browsing agent',
    },
  })
}

/** Moves the options of `changeTracking` from next to `formats` into the format. */
export function changeTracking(request: MigratingRequest): void {
  const options = '/scrapeOptions/changeTrackingOptions'
  if (!request.has(options)) return
  const item = formatItems(request).find(({ value }) => value === 'changeTracking')
  if (item === undefined) {
    const args = { options: settingName(options), format: 'changeTracking' }
    request.atKey(options, 'migrate/ignored-options', args)
    return request.lose(options)
  }
  const kept = ['modes', 'schema', 'prompt', 'tag']
  moveOptions(request, { options, item: item.pointer, type: 'changeTracking', kept, lost: {} })
}

interface FormatOptions {
  /** The mapping that holds the options next to `formats`. */
  readonly options: JsonPointer
  /** The format's item, which becomes an object. */
  readonly item: JsonPointer
  readonly type: string
  /** Options that exist in version 2. */
  readonly kept: readonly string[]
  /** What is lost with each of the other options. */
  readonly lost: Readonly<Record<string, string>>
}

/** Moves a format's options from next to `formats` into its item. */
function moveOptions(request: MigratingRequest, { options, item, type, kept, lost }: FormatOptions): void {
  const members = request.at(options)
  if (!isJsonObject(members)) return request.unreadable(options, `formats of type ${type}`, 'a mapping')
  const keys = Object.keys(members)
  const dropped = keys.filter((key) => !kept.includes(key))
  for (const key of dropped) {
    const pointer = joinPointer(options, key)
    const args = { setting: settingName(pointer), lost: lost[key] ?? 'it is dropped' }
    request.atKey(pointer, 'migrate/no-counterpart', args)
  }
  request.set(item, { type }, item)
  for (const key of keys)
    if (kept.includes(key)) request.move(joinPointer(options, key), joinPointer(item, key))
  if (dropped.length === 0) request.remove(options)
  else request.lose(options)
}

/** `parsePDF` is now a list of parsers: `["pdf"]`, or `[]` for none. */
export function parsers(request: MigratingRequest): void {
  const [from, to] = ['/scrapeOptions/parsePDF', '/scrapeOptions/parsers']
  const flag = request.flag(from, 'parsers')
  if (typeof flag !== 'boolean') return
  const list = flag ? ['pdf'] : []
  const newer = request.at(to)
  if (newer === undefined) request.move(from, to, list)
  else if (canonicalJson(newer) === canonicalJson(list)) request.remove(from)
  else request.contradicts(from, request.written(from), request.written(to), 'parsers')
}

/** Renames `geolocation` to `location`. Where both were given, the service used `location`. */
export function location(request: MigratingRequest): void {
  const [from, to] = ['/scrapeOptions/geolocation', '/scrapeOptions/location']
  if (!request.has(from)) return
  if (request.has(to)) request.supersede(from, 'geolocation', 'location')
  else request.move(from, to)
}

const FOUR_HOURS_MS = 14_400_000

/** `__experimental_cache: true` meant pages up to four hours old unless `maxAge` said otherwise; false meant nothing. */
export function cache(request: MigratingRequest): void {
  const [from, to] = ['/scrapeOptions/__experimental_cache', '/scrapeOptions/maxAge']
  const flag = request.flag(from, settingName(to))
  if (typeof flag !== 'boolean') return
  if (flag && !request.has(to)) request.move(from, to, FOUR_HOURS_MS)
  else request.remove(from)
}

/** Migrations that only requests of version 0 need. */
const OF_VERSION_0 = new Set(['wrappers', 'renames', 'format-flags'])

/** Reports or writes out page settings that are not written and whose defaults differ in version 2. */
export function keepDefaults(request: MigratingRequest): void {
  const { defaults } = request.options
  const written = request.at('/scrapeOptions')
  if (defaults === undefined || (written !== undefined && !isJsonObject(written))) return
  const wasVersion0 = request.edits.some(({ rule }) => OF_VERSION_0.has(rule))
  // Version 0 took the whole page unless the request asked for the main content.
  const ofVersion0 = wasVersion0 && written?.['onlyMainContent'] === undefined
  const changed: (readonly [string, Json])[] = ofVersion0 ? [['onlyMainContent', false]] : []
  for (const { key, before } of changedDefaults(written)) changed.push([key, before])
  if (changed.length === 0) return
  if (defaults === 'report') {
    const now = (key: string): unknown => schemaAt('request-v2', `/scrapeOptions/${key}`)?.default
    const shown = (value: unknown): string => (Array.isArray(value) ? `[${value.join(', ')}]` : String(value))
    const settings = changed.map(([key, before]) => `"${key}" is ${shown(now(key))} and was ${shown(before)}`)
    request.atKey('', 'migrate/changed-default', { settings: settings.join(', ') })
  } else if (written === undefined) request.set('/scrapeOptions', Object.fromEntries(changed))
  else for (const [key, before] of changed) request.set(`/scrapeOptions/${key}`, before)
}
