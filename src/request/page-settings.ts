import { crawlStandards, type pageStandards } from '../schema/request-standards.gen.ts'
import type {
  CrawlRequest,
  FormatObject,
  PdfParser,
  ScrapeOptions,
  Webhook,
} from '../schema/request-v2.gen.ts'
import { memoize } from '../util/memoize.ts'
import { type FormatFacts, formats, type FormatType, formatTypes, isFormat } from './formats.ts'
import { pageNeeds } from './request-needs.ts'
import type { ScopeSettings } from '../scope/scope.ts'
import type { JsonObject } from '../util/json.ts'
import { fillDefaults } from './fill-defaults.ts'
import { absoluteUrl } from '../scope/page-url.ts'

/** The `scrapeOptions` of a page with the service's defaults filled in. */
export type ScrapeSettings = ScrapeOptions & Required<Pick<ScrapeOptions, keyof typeof pageStandards>>

type SettingsOf<T extends FormatObject['type']> = Extract<FormatObject, { readonly type: T }>

/** Tells whether a format was requested, by name or as an object. */
export function hasFormat({ formats: list }: ScrapeSettings, name: FormatType): boolean {
  return formatTypes(list).includes(name)
}

/** Returns the settings of a format; undefined when it was not requested as an object. */
export function findFormat<T extends FormatObject['type']>(
  settings: ScrapeSettings,
  name: T,
): SettingsOf<T> | undefined {
  for (const format of settings.formats) {
    // The discriminator has been compared, but a type parameter does not narrow.
    if (typeof format === 'object' && format.type === name) return format as SettingsOf<T>
    if (format === name) return { type: name } as SettingsOf<T>
  }
  return undefined
}

/** Tells whether a requested format is made from one of these sources. */
export function isMadeFrom(
  settings: ScrapeSettings,
  ...sources: readonly FormatFacts['madeFrom'][]
): boolean {
  return formatTypes(settings.formats).some(
    (type) => isFormat(type) && sources.includes(formats[type].madeFrom),
  )
}

export const needsBrowser = memoize((settings: ScrapeSettings): boolean =>
  pageNeeds(settings).some(({ means }) => means === 'browser'),
)

/** Returns the milliseconds that the settings themselves ask to wait. */
export function requestedWaitMs({ waitFor, actions = [] }: ScrapeSettings): number {
  return actions.reduce(
    (sum, action) => sum + (action.type === 'wait' ? (action.milliseconds ?? 0) : 0),
    waitFor,
  )
}

/** Tells how PDFs are parsed, or undefined when they are not. */
export function findPdfParser({ parsers }: ScrapeSettings): PdfParser | undefined {
  for (const parser of parsers) {
    if (parser === 'pdf') return { type: 'pdf' }
    if (typeof parser === 'object' && parser.type === 'pdf') return parser
  }
  return undefined
}

/** A request as a service carries it out: with defaults, and each setting in its full form. */
export type EffectiveRequest = Omit<CrawlRequest, 'webhook' | 'scrapeOptions'> &
  Required<Pick<CrawlRequest, keyof typeof crawlStandards>> & {
    readonly webhook?: Webhook
    readonly scrapeOptions: ScrapeSettings
  }

/** Returns the effective form of a valid request. */
export function completeRequest(request: JsonObject): EffectiveRequest {
  const { url, webhook } = request
  const given = {
    ...request,
    url: typeof url === 'string' ? new URL(absoluteUrl(url)).href : '',
    ...(typeof webhook === 'string' ? { webhook: { url: webhook } } : {}),
  }
  // The schema has checked every member, and the types add its defaults.
  return fillDefaults(given) as JsonObject as unknown as EffectiveRequest
}

/** Returns the scope settings of a valid request of version 2 with its defaults. An absent setting restricts nothing. */
export function scopeSettings(effectiveRequest: JsonObject | CrawlRequest): ScopeSettings {
  // The schema has checked every member that the type names.
  const request = effectiveRequest as Partial<CrawlRequest>
  return {
    url: request.url ?? '',
    includePaths: request.includePaths ?? [],
    excludePaths: request.excludePaths ?? [],
    maxDiscoveryDepth: request.maxDiscoveryDepth,
    sitemap: request.sitemap ?? 'include',
    ignoreQueryParameters: request.ignoreQueryParameters === true,
    deduplicateSimilarURLs: request.deduplicateSimilarURLs === true,
    crawlEntireDomain: request.crawlEntireDomain === true,
    allowExternalLinks: request.allowExternalLinks === true,
    allowSubdomains: request.allowSubdomains === true,
    regexOnFullURL: request.regexOnFullURL === true,
    limit: request.limit ?? Number.POSITIVE_INFINITY,
  }
}

/** Returns the same for a request without its defaults. */
export function scopeSettingsWithDefaults(chosen: JsonObject): ScopeSettings {
  return scopeSettings({ ...crawlStandards, ...chosen })
}
