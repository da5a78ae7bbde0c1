import type { Prices } from '../schema/project-file.gen.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import { formatTypes } from './formats.ts'

/** One charge for a page. */
export interface PageCharge {
  readonly what: keyof Prices
  /** The greatest count; undefined when no setting bounds it. */
  readonly times: number | undefined
}

/** The facts of a request that its charges depend on. */
interface Asked {
  readonly request: JsonObject
  readonly page: JsonObject
  readonly types: readonly string[]
}

/** Extraction replaces the charges of the page and of lockdown, so only the dearest extraction counts. */
const extracts = ({ page, types }: Asked): 'json' | 'deterministicJson' | undefined => {
  if (types.includes('deterministicJson')) return 'deterministicJson'
  return types.includes('json') || hasJsonMode(page['formats']) ? 'json' : undefined
}

const CHARGED_PROXIES: readonly unknown[] = ['stealth', 'enhanced', 'auto']

/**
 * Says when the hosted service makes each charge for a page: the table of prices. The credits are the defaults of `prices`
 * in schema/source/project-file.json. Source: the billing rules in apps/api/src/lib/scrape-billing.ts of Firecrawl
 * (August 2026) and its billing page.
 */
const CHARGES: Readonly<Record<Exclude<keyof Prices, PdfPrice>, (asked: Asked) => boolean>> = {
  page: () => true,
  json: (asked) => extracts(asked) === 'json',
  deterministicJson: (asked) => extracts(asked) === 'deterministicJson',
  question: ({ types }) => types.includes('question') || types.includes('query'),
  highlights: ({ types }) => types.includes('highlights'),
  audio: ({ types }) => types.includes('audio'),
  video: ({ types }) => types.includes('video'),
  // Lockdown keeps no data anyway.
  zeroDataRetention: ({ request, page }) =>
    request['zeroDataRetention'] === true && page['lockdown'] !== true,
  lockdown: (asked) => asked.page['lockdown'] === true && extracts(asked) === undefined,
  redactPII: ({ page }) => redactsPII(page),
  proxy: ({ page }) => CHARGED_PROXIES.includes(page['proxy']),
  checkPromptInjection: ({ page }) =>
    page['checkPromptInjection'] === true ||
    someFormat(page['formats'], ({ checkPromptInjection }) => checkPromptInjection === true),
  // The other modes ask no provider of the service.
  threatProtection: ({ page }) =>
    isJsonObject(page['threatProtection']) && page['threatProtection']['mode'] === 'normal',
}

/** The setting that makes the service charge each price. */
export const chargedSetting: Readonly<Record<keyof Prices, JsonPointer>> = {
  page: '/limit',
  json: '/scrapeOptions/formats',
  deterministicJson: '/scrapeOptions/formats',
  question: '/scrapeOptions/formats',
  highlights: '/scrapeOptions/formats',
  audio: '/scrapeOptions/formats',
  video: '/scrapeOptions/formats',
  zeroDataRetention: '/zeroDataRetention',
  lockdown: '/scrapeOptions/lockdown',
  redactPII: '/scrapeOptions/redactPII',
  proxy: '/scrapeOptions/proxy',
  checkPromptInjection: '/scrapeOptions/checkPromptInjection',
  threatProtection: '/scrapeOptions/threatProtection',
  pdfPage: '/scrapeOptions/parsers',
  redactPIIPage: '/scrapeOptions/redactPII',
}

type PdfPrice = 'pdfPage' | 'redactPIIPage'

/** Returns the charges for a page of `request`, which has its defaults. */
export function pageCharges(request: JsonObject): readonly PageCharge[] {
  const { scrapeOptions } = request
  const page = isJsonObject(scrapeOptions) ? scrapeOptions : {}
  const asked = { request, page, types: formatTypes(page['formats']) }
  const once = Object.entries(CHARGES).flatMap(([what, applies]) =>
    // The keys are those of the table.
    applies(asked) ? [{ what: what as keyof Prices, times: 1 }] : [],
  )
  return [...once, ...pdfCharges(page)]
}

/** Returns the charges for pages of a PDF after the first; nothing when PDFs are not parsed. */
function pdfCharges(page: JsonObject): readonly PageCharge[] {
  const { parsers } = page
  const pdf = isJsonList(parsers)
    ? parsers.filter((parser) => (isJsonObject(parser) ? parser['type'] : parser) === 'pdf')
    : []
  if (pdf.length === 0) return []
  const bounds = pdf.map((parser) => (isJsonObject(parser) ? parser['maxPages'] : undefined))
  const isBounded = bounds.every((bound) => typeof bound === 'number')
  const times = isBounded ? Math.max(...bounds) - 1 : undefined
  const prices: readonly PdfPrice[] = redactsPII(page) ? ['pdfPage', 'redactPIIPage'] : ['pdfPage']
  return prices.map((what) => ({ what, times }))
}

function redactsPII({ redactPII }: JsonObject): boolean {
  return redactPII !== undefined && redactPII !== false
}

function hasJsonMode(formats: Json | undefined): boolean {
  return someFormat(
    formats,
    ({ type, modes }) => type === 'changeTracking' && isJsonList(modes) && modes.includes('json'),
  )
}

function someFormat(formats: Json | undefined, test: (format: JsonObject) => boolean): boolean {
  return isJsonList(formats) && formats.some((format) => isJsonObject(format) && test(format))
}
