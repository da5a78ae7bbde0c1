import { schemaAt } from '../schema/settings.ts'
import { jsonAt, joinPointer } from '../util/json-pointer.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import type { EnvironmentSpec, ProjectSpec } from '../validate/crawl-spec.ts'
import type { Origin } from './origin.ts'
import { serviceKind } from './service-kind.ts'

/** One thing that a page costs credits for. */
export interface PricePart {
  /** A key of `prices`. */
  readonly what: string
  /** Credits for each page, at most. */
  readonly credits: number
  readonly origin: Origin
}

/** The most that a crawl can cost. */
export interface CrawlPrice {
  /** Credits at most for `limit` pages, without further pages of PDFs if `pdf` is unbounded. */
  readonly credits: number
  /** What the price of a page consists of; empty where the service charges nothing. */
  readonly parts: readonly PricePart[]
  /** Credits for each further page of a PDF, where no setting bounds their number. */
  readonly unboundedPdf: number | undefined
}

const FREE: CrawlPrice = { credits: 0, parts: [], unboundedPdf: undefined }
const CHARGED_PROXIES = ['stealth', 'enhanced', 'auto']
const CHARGED_FORMATS = ['json', 'question', 'highlights', 'audio', 'video']

/**
 * Returns the worst case of a crawl by the environment's price table: what is written under `prices`, and on the hosted
 * service the schema's defaults. A page is charged once for each thing it is asked for (crawl API: billing).
 */
export function priceCrawl(
  effective: JsonObject,
  project: ProjectSpec,
  environment: EnvironmentSpec,
): CrawlPrice {
  const priceOf = priceTable(project, environment)
  const parts: PricePart[] = []
  const add = (what: string, times = 1): void => {
    const price = priceOf(what)
    const credits = (price?.credits ?? 0) * times
    if (price !== undefined && credits > 0) parts.push({ what, credits, origin: price.origin })
  }
  add('page')
  for (const format of CHARGED_FORMATS) if (formatTypes(effective).has(format)) add(format)
  const most = mostPdfPages(effective)
  if (most !== undefined) add('pdfPage', most - 1)
  if (effective['zeroDataRetention'] === true) add('zeroDataRetention')
  if (jsonAt(effective, '/scrapeOptions/lockdown') === true) add('lockdown')
  const redacts = jsonAt(effective, '/scrapeOptions/redactPII')
  if (redacts !== undefined && redacts !== false) add('redactPII')
  const proxy = jsonAt(effective, '/scrapeOptions/proxy')
  if (CHARGED_PROXIES.some((kind) => kind === proxy)) add('proxy')
  const further = most === undefined ? priceOf('pdfPage')?.credits : undefined
  if (parts.length === 0 && !further) return FREE
  const limit = typeof effective['limit'] === 'number' ? effective['limit'] : Number.POSITIVE_INFINITY
  const each = parts.reduce((sum, { credits }) => sum + credits, 0)
  return { credits: Math.ceil(each * limit), parts, unboundedPdf: further || undefined }
}

type PriceOf = (what: string) => { readonly credits: number; readonly origin: Origin } | undefined

function priceTable({ document }: ProjectSpec, environment: EnvironmentSpec): PriceOf {
  const { name, prices = {} } = environment
  const hasDefaults = serviceKind(environment) === 'hosted'
  return (what) => {
    const pointer = joinPointer('/environments', name, 'prices', what)
    const written = prices[what]
    if (written !== undefined && document !== undefined)
      return { credits: written, origin: { kind: 'written', source: { document, pointer } } }
    const usual = hasDefaults ? schemaAt('project', pointer)?.default : undefined
    return typeof usual === 'number' ? { credits: usual, origin: { kind: 'default' } } : undefined
  }
}

function formatTypes(effective: JsonObject): ReadonlySet<Json | undefined> {
  const formats = jsonAt(effective, '/scrapeOptions/formats')
  if (!isJsonList(formats)) return new Set()
  return new Set(formats.map((format) => (isJsonObject(format) ? format['type'] : format)))
}

/** Returns pages of one PDF that are read at most: 1 where PDFs are not parsed, undefined where nothing bounds them. */
function mostPdfPages(effective: JsonObject): number | undefined {
  const parsers = jsonAt(effective, '/scrapeOptions/parsers')
  const found = isJsonList(parsers)
    ? parsers.map((parser) => (isJsonObject(parser) ? parser : { type: parser }))
    : []
  const pdf = found.filter(({ type }) => type === 'pdf')
  if (pdf.length === 0) return 1
  const bounds = pdf.map((parser: JsonObject) => parser['maxPages'])
  return bounds.every((bound) => typeof bound === 'number') ? Math.max(...bounds) : undefined
}
