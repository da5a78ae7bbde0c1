import type { Json } from '../../util/json.ts'

/** The effective `scrapeOptions` of a page, service defaults filled in, as far as they concern the page alone. */
export interface ScrapeSettings {
  readonly formats: readonly FormatSetting[]
  readonly onlyMainContent: boolean
  readonly includeTags?: readonly string[]
  readonly excludeTags?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds to wait after the page has loaded; needs a browser when above 0. */
  readonly waitFor: number
  readonly mobile: boolean
  readonly skipTlsVerification: boolean
  /** Milliseconds for the whole page; the scraper's default when absent. */
  readonly timeout?: number
  readonly parsers: readonly ParserSetting[]
  readonly actions?: readonly ActionSetting[]
  readonly location?: { readonly country?: string; readonly languages?: readonly string[] }
  readonly removeBase64Images: boolean
  readonly blockAds: boolean
}

export type FormatSetting =
  | 'markdown'
  | 'html'
  | 'rawHtml'
  | 'links'
  | 'images'
  | 'summary'
  | 'screenshot'
  | 'changeTracking'
  | FormatObject

export type FormatObject =
  | { readonly type: 'markdown' | 'html' | 'rawHtml' | 'links' | 'images' | 'summary' }
  | ({ readonly type: 'screenshot' } & ScreenshotSetting)
  | { readonly type: 'json'; readonly prompt?: string; readonly schema?: Json }
  | { readonly type: 'attributes'; readonly selectors: readonly AttributeSetting[] }
  | {
      readonly type: 'changeTracking'
      readonly modes?: readonly ('json' | 'git-diff')[]
      readonly tag?: string | null
      readonly schema?: Json
      readonly prompt?: string
    }

export interface AttributeSetting {
  readonly selector: string
  readonly attribute: string
}

export interface ScreenshotSetting {
  readonly fullPage?: boolean
  readonly quality?: number
  readonly viewport?: { readonly width: number; readonly height: number }
}

export type ParserSetting =
  | 'pdf'
  | { readonly type: 'pdf'; readonly mode?: 'fast' | 'auto' | 'ocr'; readonly maxPages?: number }

export type ActionSetting =
  | { readonly type: 'wait'; readonly milliseconds?: number; readonly selector?: string }
  | { readonly type: 'click'; readonly selector: string; readonly all?: boolean }
  | ({ readonly type: 'screenshot' } & ScreenshotSetting)
  | { readonly type: 'write'; readonly text: string }
  | { readonly type: 'press'; readonly key: string }
  | { readonly type: 'scroll'; readonly direction?: 'up' | 'down'; readonly selector?: string }
  | { readonly type: 'scrape' }
  | { readonly type: 'executeJavascript'; readonly script: string }
  | { readonly type: 'pdf'; readonly format?: string; readonly landscape?: boolean; readonly scale?: number }

/** The object form of the format of that type, or undefined when it was not asked for. */
export function findFormat<T extends FormatObject['type']>(
  settings: Pick<ScrapeSettings, 'formats'>,
  type: T,
): Extract<FormatObject, { type: T }> | { readonly type: T } | undefined {
  for (const format of settings.formats) {
    if (format === type) return { type }
    if (typeof format === 'object' && format.type === type)
      return format as Extract<FormatObject, { type: T }>
  }
  return undefined
}
