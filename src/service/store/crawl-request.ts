import type { JsonObject } from '../../util/json.ts'

/** A validated request with the defaults filled in; a member is absent where the API has no default. */
export interface CrawlRequest {
  readonly url: string
  readonly prompt?: string
  readonly includePaths: readonly string[]
  readonly excludePaths: readonly string[]
  readonly maxDiscoveryDepth?: number
  readonly sitemap: 'skip' | 'include' | 'only'
  readonly ignoreQueryParameters: boolean
  readonly deduplicateSimilarURLs: boolean
  readonly limit: number
  readonly crawlEntireDomain: boolean
  readonly allowExternalLinks: boolean
  readonly allowSubdomains: boolean
  readonly regexOnFullURL: boolean
  readonly ignoreRobotsTxt: boolean
  readonly robotsUserAgent?: string
  /** Seconds. */
  readonly delay?: number
  readonly maxConcurrency?: number
  readonly webhook?: WebhookTarget
  readonly zeroDataRetention: boolean
  readonly scrapeOptions: JsonObject
  readonly [field: string]: unknown
}

export interface WebhookTarget {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly metadata?: JsonObject
  readonly events?: readonly string[]
}
