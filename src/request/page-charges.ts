import type { Prices } from '../schema/project-file.gen.ts'
import { parseStartUrl } from '../scope/page-url.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject, type JsonPointer } from '../util/json.ts'
import { formatTypes } from './formats.ts'

interface ChargeFacts {
  readonly request: JsonObject
  readonly page: JsonObject
  readonly pdf: readonly Json[]
  readonly types: readonly string[]
}

/** The price of a derived script replaces those of json, of the check next to it, and of lockdown. All others are added. */
const isReplaced = ({ types }: ChargeFacts): boolean => types.includes('deterministicJson')

/** Hosts whose pages cost more. */
const X_HOST = /^(?:.+\.)?(?:x|twitter)\.com$/

const CHARGED_PROXIES: readonly unknown[] = ['stealth', 'enhanced', 'auto']

const FORMATS = '/scrapeOptions/formats'

interface Charge {
  /** The setting that makes the service charge this. */
  readonly setting: JsonPointer
  readonly applies: (facts: ChargeFacts) => boolean
}

/**
 * The table of prices: when the hosted service makes each charge for a page. The credits are the defaults of `prices`
 * in schema/source/project-file.json. Source: the billing rules in apps/api/src/lib/scrape-billing.ts of Firecrawl
 * (November 2026) and its billing page.
 */
export const charges: Readonly<Record<keyof Prices, Charge>> = {
  page: { setting: '/limit', applies: () => true },
  json: {
    setting: FORMATS,
    applies: (facts) =>
      !isReplaced(facts) && (facts.types.includes('json') || hasJsonMode(facts.page['formats'])),
  },
  deterministicJson: { setting: FORMATS, applies: isReplaced },
  question: {
    setting: FORMATS,
    applies: ({ types }) => types.includes('question') || types.includes('query'),
  },
  highlights: { setting: FORMATS, applies: ({ types }) => types.includes('highlights') },
  audio: { setting: FORMATS, applies: ({ types }) => types.includes('audio') },
  video: { setting: FORMATS, applies: ({ types }) => types.includes('video') },
  zeroDataRetention: {
    setting: '/zeroDataRetention',
    // Lockdown keeps no data anyway.
    applies: ({ request, page }) => request['zeroDataRetention'] === true && page['lockdown'] !== true,
  },
  lockdown: {
    setting: '/scrapeOptions/lockdown',
    applies: (facts) => facts.page['lockdown'] === true && !isReplaced(facts),
  },
  redactPII: { setting: '/scrapeOptions/redactPII', applies: redactsPII },
  proxy: { setting: '/scrapeOptions/proxy', applies: ({ page }) => CHARGED_PROXIES.includes(page['proxy']) },
  checkPromptInjection: {
    setting: '/scrapeOptions/checkPromptInjection',
    applies: (facts) =>
      !isReplaced(facts) &&
      facts.types.includes('json') &&
      (facts.page['checkPromptInjection'] === true ||
        someFormat(facts.page['formats'], ({ checkPromptInjection }) => checkPromptInjection === true)),
  },
  threatProtection: {
    setting: '/scrapeOptions/threatProtection',
    // The other modes ask no provider of the service. Without a mode, that of the organization counts.
    applies: ({ page }) =>
      isJsonObject(page['threatProtection']) && (page['threatProtection']['mode'] ?? 'normal') === 'normal',
  },
  xPage: {
    setting: '/url',
    applies: ({ request: { url } }) => typeof url === 'string' && X_HOST.test(parseStartUrl(url)?.host ?? ''),
  },
  pdfPage: { setting: '/scrapeOptions/parsers', applies: ({ pdf }) => pdf.length > 0 },
  redactPIIPage: {
    setting: '/scrapeOptions/redactPII',
    applies: (facts) => facts.pdf.length > 0 && redactsPII(facts),
  },
}

/** Returns the charges for a page of `request`, which has its defaults, with their greatest count; undefined without a bound. */
export function pageCharges(request: JsonObject) {
  const { scrapeOptions } = request
  const page = isJsonObject(scrapeOptions) ? scrapeOptions : {}
  const parsers = isJsonList(page['parsers']) ? page['parsers'] : []
  const pdf = parsers.filter((parser) => (isJsonObject(parser) ? parser['type'] : parser) === 'pdf')
  const facts = { request, page, pdf, types: formatTypes(page['formats']) }
  return Object.entries(charges)
    .filter(([, { applies }]) => applies(facts))
    .map(([what]) => ({
      // The keys are those of the table.
      what: what as keyof Prices,
      times: what === 'pdfPage' || what === 'redactPIIPage' ? furtherPages(pdf) : 1,
    }))
}

/** Returns the greatest number of pages that parsers read of a PDF after the first; undefined without a bound. */
function furtherPages(parsers: readonly Json[]): number | undefined {
  const bounds = parsers.map((parser) => (isJsonObject(parser) ? parser['maxPages'] : undefined))
  return bounds.every((bound) => typeof bound === 'number') ? Math.max(...bounds) - 1 : undefined
}

function redactsPII({ page: { redactPII } }: ChargeFacts): boolean {
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

/** Returns the greatest cost of `pages` pages in credits, at `each` per page. */
export function worstCaseCredits(each: number, pages: number): number {
  return each === 0 ? 0 : Math.ceil(each * pages)
}
