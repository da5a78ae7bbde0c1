import type { Prices } from '../schema/project-file.gen.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import { formats, formatTypes } from './formats.ts'

/** One charge for a page. */
export interface PageCharge {
  readonly what: keyof Prices
  /** The greatest count; undefined when no setting bounds it. */
  readonly times: number | undefined
}

const CHARGED_PROXIES: readonly unknown[] = ['stealth', 'enhanced', 'auto']

/** Returns the charges for a page of `request`, which has its defaults (crawl API: billing). */
export function pageCharges(request: JsonObject): readonly PageCharge[] {
  const page = request['scrapeOptions']
  const { formats: asked, parsers, lockdown, redactPII, proxy } = isJsonObject(page) ? page : {}
  const once: readonly (keyof Prices | false)[] = [
    request['zeroDataRetention'] === true && 'zeroDataRetention',
    lockdown === true && 'lockdown',
    redactPII !== undefined && redactPII !== false && 'redactPII',
    CHARGED_PROXIES.includes(proxy) && 'proxy',
  ]
  return [
    { what: 'page', times: 1 },
    ...formatPrices(asked).map((what) => ({ what, times: 1 })),
    ...pdfCharges(parsers),
    ...once.flatMap((what) => (what === false ? [] : [{ what, times: 1 }])),
  ]
}

function formatPrices(asked: Json | undefined): readonly (keyof Prices)[] {
  const types = new Set(formatTypes(asked))
  return Object.entries(formats).flatMap(([type, { price }]) =>
    price !== undefined && types.has(type) ? [price] : [],
  )
}

/** Returns the charge for pages of a PDF after the first; nothing when PDFs are not parsed. */
function pdfCharges(parsers: Json | undefined): readonly PageCharge[] {
  const pdf = isJsonList(parsers)
    ? parsers.filter((parser) => (isJsonObject(parser) ? parser['type'] : parser) === 'pdf')
    : []
  if (pdf.length === 0) return []
  const bounds = pdf.map((parser) => (isJsonObject(parser) ? parser['maxPages'] : undefined))
  const isBounded = bounds.every((bound) => typeof bound === 'number')
  return [{ what: 'pdfPage', times: isBounded ? Math.max(...bounds) - 1 : undefined }]
}
