import type { pageStandards } from '../schema/request-standards.gen.ts'
import type {
  AttributesFormat,
  ChangeTrackingFormat,
  JsonFormat,
  PdfParser,
  ScrapeOptions,
  ScreenshotFormat,
} from '../schema/request-v2.gen.ts'
import { onceEach } from '../util/once-each.ts'
import { formats, formatTypes, isFormat, type FormatFacts, type FormatType } from './formats.ts'
import { pageNeeds } from './request-needs.ts'

/** The `scrapeOptions` of a page with the service's defaults filled in. */
export type ScrapeSettings = ScrapeOptions & Required<Pick<ScrapeOptions, keyof typeof pageStandards>>

/** Formats that carry settings of their own. */
interface SettingsOf {
  readonly screenshot: ScreenshotFormat
  readonly json: JsonFormat
  readonly changeTracking: ChangeTrackingFormat
  readonly attributes: AttributesFormat
}

/** Tells whether a format was requested, by name or as an object. */
export function hasFormat({ formats: list }: ScrapeSettings, name: FormatType): boolean {
  return formatTypes(list).includes(name)
}

/** Returns the settings of a format; undefined when it was not requested as an object. */
export function findFormat<T extends keyof SettingsOf>(
  settings: ScrapeSettings,
  name: T,
): SettingsOf[T] | undefined {
  for (const format of settings.formats) {
    // The discriminator has been compared, but a type parameter does not narrow.
    if (typeof format === 'object' && format.type === name) return format as SettingsOf[T]
    if (format === name) return { type: name } as SettingsOf[T]
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

/** Tells whether pages with these settings need a browser. */
export const needsBrowser = onceEach((settings: ScrapeSettings): boolean =>
  pageNeeds(settings).some(({ means }) => means === 'browser'),
)

/** Returns the milliseconds that the settings themselves ask to wait. */
export function askedWaitMs({ waitFor, actions = [] }: ScrapeSettings): number {
  return actions.reduce(
    (sum, action) => sum + (action.type === 'wait' ? (action.milliseconds ?? 0) : 0),
    waitFor,
  )
}

/** Tells how PDFs are parsed, or undefined when they are not. */
export function findPdfParser(settings: ScrapeSettings): PdfParser | undefined {
  for (const parser of settings.parsers) {
    if (parser === 'pdf') return { type: 'pdf' }
    if (typeof parser === 'object' && parser.type === 'pdf') return parser
  }
  return undefined
}
