import type { CrawlRequest, ScrapeOptions } from '../schema/request-v2.gen.ts'
import { isJsonObject, type Json, type JsonObject, textOf } from '../util/json.ts'
import { formats, formatTypes, isFormat } from './formats.ts'

/** One need of a request that a service on one machine may lack. */
export interface RequestNeed {
  /** JSON Pointer into the request. */
  readonly pointer: string
  /** The setting as the subject of a sentence. */
  readonly subject: string
  /** The missing part; undefined when nothing helps. */
  readonly means: 'browser' | 'model' | undefined
  /** The rest of the sentence. */
  readonly reason: string
}

export interface Capabilities {
  readonly model: boolean
  readonly browser: boolean
}

/** Returns those of `needs` that a service on one machine with these parts lacks. */
export function lackingOf(needs: readonly RequestNeed[], has: Capabilities): readonly RequestNeed[] {
  return needs.filter(({ means }) => means === undefined || !has[means])
}

/** Returns all needs of `request`, with its defaults; empty when plain HTTP is enough. */
export function requestNeeds(request: JsonObject): readonly RequestNeed[] {
  const { scrapeOptions } = request
  return [
    ...needsOf(request, CRAWL_NEEDS),
    ...(isJsonObject(scrapeOptions) ? pageNeeds(scrapeOptions, request) : []),
  ]
}

export function pageNeeds(
  scrapeOptions: JsonObject | ScrapeOptions,
  request: JsonObject = {},
): readonly RequestNeed[] {
  // Options of either type came from JSON.
  const page = scrapeOptions as JsonObject
  const needs = needsOf(page, PAGE_NEEDS, 'scrapeOptions')
  return [...needs, ...formatNeeds(page['formats'], request)]
}

type Finding = Pick<RequestNeed, 'means' | 'reason'>
type NeedOf = (value: Json) => Finding | undefined

const BROWSER: Finding = { means: 'browser', reason: 'needs a browser' }
const MODEL: Finding = { means: 'model', reason: 'needs a language model' }
const HOSTED = 'is offered by the hosted service only'

const always: NeedOf = () => never(HOSTED)
const unlessFalse: NeedOf = (value) => (value === false ? undefined : never(HOSTED))

/** The needs of settings of a crawl, by their value. Plain HTTP is enough for all others. */
const CRAWL_NEEDS: { readonly [Name in keyof CrawlRequest]?: NeedOf } = {
  prompt: (value) => (value === '' ? undefined : MODEL),
}

/** The needs of settings of a page, by their value. Formats have their own table. */
const PAGE_NEEDS: { readonly [Name in keyof ScrapeOptions]?: NeedOf } = {
  onlyCleanContent: unlessFalse,
  minAge: always,
  waitFor: (value) => (value === 0 ? undefined : BROWSER),
  mobile: (value) => (value === false ? undefined : BROWSER),
  parsers: parserNeed,
  actions: (value) => (Array.isArray(value) && value.length === 0 ? undefined : BROWSER),
  location: (value) =>
    isJsonObject(value) && textOf(value['country'])?.toLowerCase() === 'us-whitelist'
      ? never(`with the country "us-whitelist" ${HOSTED}`)
      : undefined,
  proxy: (value) => (value === 'stealth' || value === 'enhanced' ? never(`"${value}" ${HOSTED}`) : undefined),
  fastMode: unlessFalse,
  checkPromptInjection: unlessFalse,
  lockdown: unlessFalse,
  safeMode: unlessFalse,
  redactPII: unlessFalse,
  profile: always,
  threatProtection: always,
  auditMetadata: always,
}

function needsOf(
  settings: JsonObject,
  table: Readonly<Record<string, NeedOf>>,
  ...holder: readonly string[]
): readonly RequestNeed[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const found = Object.hasOwn(table, name) ? table[name]?.(value) : undefined
    const path = [...holder, name]
    return found === undefined
      ? []
      : [{ pointer: `/${path.join('/')}`, subject: `"${path.join('.')}"`, ...found }]
  })
}

/** Finds parsers that recognise text in pictures of PDFs, or return more than text. The parser image does nothing here. */
function parserNeed(parsers: Json): Finding | undefined {
  for (const parser of Array.isArray(parsers) ? parsers : []) {
    if (!isJsonObject(parser)) continue
    if (parser['mode'] === 'ocr') return never(`with the mode "ocr" ${HOSTED}`)
    const extra = PDF_EXTRAS.find((name) => parser[name] === true)
    if (extra !== undefined) return never(`with "${extra}" ${HOSTED}`)
  }
  return undefined
}

const PDF_EXTRAS = ['pages', 'pageMarkdown', 'refresh', 'blocks', 'pageMarkers']

function formatNeeds(list: Json | undefined, request: JsonObject): readonly RequestNeed[] {
  return formatTypes(list).flatMap((type, index) => {
    const format = Array.isArray(list) ? (list[index] as Json) : null
    const found =
      type === 'changeTracking' ? trackingNeed(format, request) : (injectionNeed(format) ?? formatNeed(type))
    if (found === undefined) return []
    return [{ pointer: `/scrapeOptions/formats/${index}`, subject: `The format "${type}"`, ...found }]
  })
}

function formatNeed(type: string): Finding | undefined {
  const means = isFormat(type) ? formats[type].needs : 'hosted'
  return means === undefined ? undefined : { browser: BROWSER, model: MODEL, hosted: never(HOSTED) }[means]
}

function injectionNeed(format: Json): Finding | undefined {
  const isChecked = isJsonObject(format) && format['checkPromptInjection'] === true
  return isChecked ? never(`with "checkPromptInjection" ${HOSTED}`) : undefined
}

function trackingNeed(format: Json, { zeroDataRetention }: JsonObject): Finding | undefined {
  if (zeroDataRetention === true) {
    return never('compares with earlier scrapes, which "zeroDataRetention" does not keep')
  }
  const { modes, schema, prompt } = isJsonObject(format) ? format : {}
  if (Array.isArray(modes) && modes.includes('json'))
    return { ...MODEL, reason: 'with the mode "json" needs a language model' }
  const idle = schema !== undefined ? 'schema' : prompt !== undefined ? 'prompt' : undefined
  return idle === undefined ? undefined : never(`uses "${idle}" only with the mode "json", which is not set`)
}

function never(reason: string): Finding {
  return { means: undefined, reason }
}
