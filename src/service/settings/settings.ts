/**
 * Input: the settings that a caller writes.
 * Output: the same with every default filled in; the service's errors and log events.
 * Must not know the rooms that act on them.
 */
import { availableParallelism } from 'node:os'
import { type Clock, systemClock } from '../../util/clock.ts'
import { given } from '../../util/json.ts'

/** An entry of the service's log. Holds no page content, no header and no key. */
export type ServiceEvent =
  | { readonly type: 'started'; readonly url: string }
  | { readonly type: 'stopped' }
  | { readonly type: 'job-started'; readonly job: string; readonly url: string }
  | { readonly type: 'job-resumed'; readonly job: string; readonly url: string }
  | {
      readonly type: 'job-ended'
      readonly job: string
      readonly status: string
      readonly completed: number
      readonly failed: number
      readonly error?: string
    }
  | { readonly type: 'page-failed'; readonly job: string; readonly url: string; readonly code: string }
  | {
      readonly type: 'webhook-failed'
      readonly job: string
      readonly event: string
      readonly attempt: number
      readonly error: string
    }
  | { readonly type: 'fault'; readonly error: string }

/** How the service runs. Everything but the data directory has a default. */
export interface ServiceSettings {
  /** Place of jobs, frontier and pages. For one service at a time; created when missing. */
  readonly dataDirectory: string
  /** Default 127.0.0.1: only this machine reaches it. */
  readonly host?: string | undefined
  /** Default 0: any free port. */
  readonly port?: number | undefined
  /** If set, every request must have it as a bearer token. */
  readonly apiKey?: string | undefined
  readonly log?: ((event: ServiceEvent) => void) | undefined
  /** Simultaneous scrapes of all jobs. Default 256. A job without `maxConcurrency` starts with 32, and takes up to 160 while it helps. */
  readonly concurrency?: number | undefined
  /** Simultaneous scrapes of one public host, of all jobs together. Default 16. Hosts on this machine or network are not capped. */
  readonly hostConcurrency?: number | undefined
  /** Threads that read pages; 0 reads in the calling thread, which fetches. Default: cores minus 1, from 1 to 4. */
  readonly workers?: number | undefined
  /** How long finished results stay. Default 24 hours. */
  readonly resultsTtlMs?: number | undefined
  /** How long results of a `zeroDataRetention` job can be read after its end. Default 10 minutes. */
  readonly volatileTtlMs?: number | undefined
  /** How long pages stay in the cache; 0 switches it off. Default 8 days, so that a weekly crawl finds them. */
  readonly cacheTtlMs?: number | undefined
  /** Where `prompt` and the formats that need a language model are sent. Without it they are refused. */
  readonly model?: ModelSettings | undefined
  /** The Chromium for pages that need one. By default it is looked for in its usual places; false for none. */
  readonly browser?: BrowserSettings | false | undefined
  readonly webhook?: WebhookSettings | undefined
  /** Allow clients on other machines to crawl private addresses, and links from public pages to them. Default false. */
  readonly allowPrivateAddresses?: boolean | undefined
  /** Answers `/metrics` in the text format of Prometheus, to clients that may use the API. Default false. */
  readonly metrics?: boolean | undefined
  readonly limits?: Partial<ServiceLimits> | undefined
  /** Leaves unfinished jobs paused, for a process that only reads them. Default false. */
  readonly isIdle?: boolean | undefined
  readonly clock?: Clock | undefined
}

/** An endpoint that speaks OpenAI's chat completions. */
export interface ModelSettings {
  /** Up to and without `/chat/completions`. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string | undefined
  /** Default 60 seconds. */
  readonly timeoutMs?: number | undefined
}

export interface BrowserSettings {
  /** Path of the program; if set, nothing else is tried. */
  readonly executable?: string | undefined
  /** The `PATH` to search before its usual places. */
  readonly searchPath?: string | undefined
  /** Pages shown at once. Default 4. */
  readonly tabs?: number | undefined
}

export interface WebhookSettings {
  /** Key of the HMAC-SHA256 signature; unsigned without one. */
  readonly secret?: string | undefined
  /** Waits before the second, third ... attempt. Default 1 s, 5 s, 30 s, 2 min. */
  readonly retryDelaysMs?: readonly number[] | undefined
  /** Of one attempt. Default 10 s. */
  readonly timeoutMs?: number | undefined
}

const defaultLimits = {
  /** The most connections to the service. Further ones are closed. */
  connections: 1000,
  /** Milliseconds in which the head of a request has to come. */
  headersMs: 20_000,
  /** Milliseconds in which a whole request has to come. */
  requestMs: 60_000,
  /** Bytes of a request to the service. */
  bodyBytes: 10 * 1024 * 1024,
  /** Bytes of all requests that are being received; further ones are refused with 429. */
  receivedBytes: 64 * 1024 * 1024,
  /** Milliseconds in which a client has to take the next 256 KiB of its answer; then it is dropped. */
  answerMs: 20_000,
  /** Bytes of all documents that clients have asked for and not yet received; further ones wait. */
  sentBytes: 64 * 1024 * 1024,
  /** Bytes of one fetched page, after decompression. */
  pageBytes: 32 * 1024 * 1024,
  /** Bytes of all pages that are being fetched and read, in memory or on disk; further ones wait. The first 256 KiB of each do not count. */
  fetchedBytes: 24 * 1024 * 1024,
  /** Bytes of the text of one page; the rest is left out, and the page says so. */
  textBytes: 6 * 1024 * 1024,
  /** Tags of one page of HTML, end tags and comments included; the rest is left out, and the page says so. */
  pageTags: 200_000,
  /** Heap of one worker thread, in MiB. A page that needs more fails, and the service continues. */
  workerHeapMb: 512,
  /** Memory of the process that reads PDFs and office files, in MiB. A file that needs more fails, and the service continues. */
  fileMb: 128,
  /** Bytes of the documents in one status answer. */
  answerBytes: 1024 * 1024,
  /** URLs that may wait beyond a job's limit, as substitutes for pages that fail. */
  spareUrls: 1000,
  /** URLs that a job remembers, with about 100 bytes of memory each. */
  knownUrls: 2_000_000,
  /** Milliseconds for the sitemaps of one job; then it goes on with what it has. */
  sitemapMs: 120_000,
  /** URLs taken from the sitemaps of one job. */
  sitemapUrls: 200_000,
  /** Sitemap files read for one job. */
  sitemaps: 1000,
  /** Milliseconds that crawls wait for a full disk; then they fail. */
  fullDiskMs: 600_000,
  /** Jobs that run at once. Further ones wait. */
  runningJobs: 100,
  /** Unfinished jobs. Further ones are refused with 429. */
  unfinishedJobs: 10_000,
  /** Pages in the cache. */
  cachedPages: 1_000_000,
  /** Attempts at a page whose failures may pass. */
  attempts: 3,
}

/** Bounds against hostile sites and clients. */
export type ServiceLimits = Readonly<typeof defaultLimits>

type Filled<Settings> = { readonly [Name in keyof Settings]-?: NonNullable<Settings[Name]> }

/** Settings with every default filled in. */
export interface ResolvedSettings extends Filled<
  Omit<ServiceSettings, 'apiKey' | 'model' | 'webhook' | 'limits'>
> {
  readonly apiKey: string | undefined
  readonly model: ModelSettings | undefined
  readonly webhook: Filled<Omit<WebhookSettings, 'secret'>> & { readonly secret: string | undefined }
  readonly limits: ServiceLimits
}

const HOUR_MS = 3_600_000

const defaults = {
  host: '127.0.0.1',
  port: 0,
  log: () => undefined,
  concurrency: 256,
  hostConcurrency: 16,
  resultsTtlMs: 24 * HOUR_MS,
  volatileTtlMs: HOUR_MS / 6,
  cacheTtlMs: 8 * 24 * HOUR_MS,
  browser: {},
  allowPrivateAddresses: false,
  metrics: false,
  isIdle: false,
  clock: systemClock,
}

const defaultWebhook = { secret: undefined, retryDelaysMs: [1000, 5000, 30_000, 120_000], timeoutMs: 10_000 }

export function resolveSettings(settings: ServiceSettings): ResolvedSettings {
  const { apiKey, model, webhook = {}, limits } = settings
  return {
    ...defaults,
    workers: defaultWorkers(),
    ...given(settings),
    apiKey: apiKey === '' ? undefined : apiKey,
    model,
    webhook: { ...defaultWebhook, ...given(webhook) },
    limits: { ...defaultLimits, ...limits },
  }
}

/** Threads run built files. Unbuilt, as in tests, the calling thread does the work. */
function defaultWorkers(): number {
  if (import.meta.url.endsWith('.ts')) return 0
  return Math.min(Math.max(availableParallelism() - 1, 1), 4)
}

/** The service cannot start or go on; `code` is stable. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code:
    | 'data-directory-in-use'
    | 'data-directory-unusable'
    | 'other-data-format'
    | 'data-broken'
    | 'disk-unwritable'
    | 'address-unavailable'
    | 'browser-unusable'

  constructor(code: ServiceError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export function brokenFile(file: string, reason: string, cause?: unknown): ServiceError {
  return new ServiceError('data-broken', `"${file}" is broken: ${reason}.`, cause)
}

export function unwritable(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('disk-unwritable', `The crawl service cannot write to its disk: ${reason}.`, cause)
}

/** Tells whether SQLite says that a file is damaged, or not a database. */
export function isDamage(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && 'code' in error && /SQLITE_(?:CORRUPT|NOTADB)/.test(String(error.code))
}

/** Tells whether SQLite could not read or write the disk. */
export function isDiskError(error: unknown): error is Error & { readonly code: string } {
  if (!(error instanceof Error) || !('code' in error)) return false
  return /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB)/.test(String(error.code))
}
