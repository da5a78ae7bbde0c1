// Generated from schema/project.schema.json with json-schema-to-typescript: edit the schema and run `npm run generate`.

import type { Changes, Expect, Overlay, Refresh } from './crawl-file.gen.ts'

/**
 * Where the record of submissions is kept.
 */
export type State = LocalState | GitState | HttpState
/**
 * off, warning or error.
 */
export type Severity = 'off' | 'warning' | 'error'
/**
 * Settings that the crawls of a repository share: defaults, profiles, environments, budget and rules.
 */
export interface ProjectFile {
  /**
   * The version of the crawl API that the settings in this file are written for.
   */
  version: 2
  /**
   * Where the crawl files are: globs, relative to this file, that stay inside the repository.
   *
   * @minItems 1
   *
   * Items: A glob, relative to this file.
   */
  crawls?: string[]
  /**
   * Settings of every crawl, unless a profile or the crawl says otherwise.
   */
  defaults?: {
    request?: Overlay
    refresh?: Refresh
    expect?: Expect
    changes?: Changes
  }
  /**
   * Named settings that crawls inherit with extends.
   */
  profiles?: {
    [k: string]: Profile
  }
  /**
   * Where crawls are submitted. `local`, with the embedded service, always exists.
   */
  environments?: {
    [k: string]: Environment
  }
  /**
   * A plan whose worst case is above this fails.
   */
  budget?: {
    /**
     * The most pages that all crawls of a plan may have together, in the worst case.
     */
    pages?: number
    /**
     * The most credits that all crawls of a plan may cost together, in the worst case, by the prices of the environment. Further pages of PDFs count only if maxPages of their parser limits them.
     */
    credits?: number
  }
  /**
   * The severity of each rule, by its id. A request that cannot be sent is always an error.
   */
  rules?: {
    [k: string]: Severity
  }
}
/**
 * Named settings that crawls inherit with extends.
 */
export interface Profile {
  /**
   * What the profile is for.
   */
  description?: string
  request?: Overlay
  refresh?: Refresh
  expect?: Expect
  changes?: Changes
}
/**
 * A service that crawls are submitted to, and where their record is stored.
 */
export interface Environment {
  /**
   * embedded: the service that crawlform runs on this machine.
   */
  service?: 'embedded'
  /**
   * The address of the service, without /v2.
   */
  baseUrl?: string
  /**
   * The key of the service, as a reference to an environment variable; never the key itself.
   */
  apiKey?: string
  /**
   * Whether every submission has an x-idempotency-key, because the service starts only one job per key. A submission in doubt can then be sent again. Unset means yes for the embedded and the hosted service, and no for others. Firecrawl without a database may answer such a request with an error.
   */
  idempotencyKeys?: boolean
  embedded?: Embedded
  state?: State
  prices?: Prices
  /**
   * Where the files of `crawlform board --out` are published. `apply`, `status` and plan comments name it.
   */
  board?: string
  /**
   * Whether the service's defaults are sent too, so that a later change of the defaults does not affect the crawl.
   */
  defaults?: 'implicit' | 'explicit'
  request?: Overlay
  refresh?: Refresh
  expect?: Expect
  changes?: Changes
}
/**
 * How the embedded service runs, for apply and serve. Options of serve take precedence.
 */
export interface Embedded {
  /**
   * Pages fetched at once by all jobs together. A crawl without maxConcurrency starts with 32 and increases that, up to 160, while it gets faster.
   */
  concurrency?: number
  /**
   * Pages fetched at once from one public host by all jobs together.
   */
  hostConcurrency?: number
  /**
   * Threads that read pages, in addition to the one that fetches them. 0 means that the fetching thread reads them. Default: the number of cores minus 1, at least 1 and at most 4.
   */
  workers?: number
  /**
   * How long the results of a crawl can be read after its end.
   */
  keepResults?: string
  /**
   * How long the results of a crawl with zeroDataRetention can be read after its end.
   */
  keepUnretained?: string
  /**
   * How long pages stay in the cache, for maxAge and for asking sites whether pages have changed. 0s turns the cache off.
   */
  keepCache?: string
  model?: EmbeddedModel
  browser?: EmbeddedBrowser
  webhooks?: EmbeddedWebhooks
  /**
   * Allow clients on other machines to crawl private addresses, and links from public pages to them.
   */
  allowPrivateAddresses?: boolean
  limits?: EmbeddedLimits
}
/**
 * The language model for prompt, json and summary: an endpoint that speaks OpenAI's chat completions.
 */
export interface EmbeddedModel {
  /**
   * The address of the language model, without /chat/completions.
   */
  baseUrl: string
  /**
   * The name of the language model at that address.
   */
  name: string
  /**
   * The key of the language model, as a reference to an environment variable; never the key itself.
   */
  apiKey?: string
  /**
   * How long one answer of the language model may take.
   */
  timeout?: string
}
/**
 * The Chromium that renders pages that need a browser. Unset means that crawlform looks in the usual places.
 */
export interface EmbeddedBrowser {
  /**
   * false: no browser is used, and crawls that need one are refused.
   */
  enabled?: boolean
  /**
   * The path of the Chromium that renders pages. Unset means that crawlform looks in the usual places.
   */
  executable?: string
  /**
   * Pages that the browser shows at once.
   */
  tabs?: number
}
/**
 * How webhooks are delivered.
 */
export interface EmbeddedWebhooks {
  /**
   * The key of the signature in the header X-Firecrawl-Signature, as a reference to an environment variable. Unset means no signature.
   */
  secret?: string
  /**
   * Waits before the second, third and further attempts to deliver a webhook.
   *
   * @maxItems 20
   *
   * Items: A wait.
   */
  retryDelays?: string[]
  /**
   * How long one attempt to deliver a webhook may take.
   */
  timeout?: string
}
/**
 * Bounds against hostile sites and clients.
 */
export interface EmbeddedLimits {
  /**
   * The most connections to the service. Further ones are closed.
   */
  connections?: number
  /**
   * Time limit for receiving the head of a request.
   */
  headersMs?: number
  /**
   * Time limit for receiving a whole request.
   */
  requestMs?: number
  /**
   * The largest request body.
   */
  bodyBytes?: number
  /**
   * All requests that are being received. Further ones are refused with 429.
   */
  receivedBytes?: number
  /**
   * Time limit for a client to receive the next 256 KiB of an answer. Slower clients are disconnected.
   */
  answerMs?: number
  /**
   * All documents that are being sent to clients. Further ones wait.
   */
  sentBytes?: number
  /**
   * One fetched page, after decompression.
   */
  pageBytes?: number
  /**
   * All pages that are being fetched and read. Further ones wait, and their timeout pauses. The first 256 KiB of each do not count, and one page at a time may have more.
   */
  fetchedBytes?: number
  /**
   * The text of one page. The rest is left out, and the page has a warning.
   */
  textBytes?: number
  /**
   * Tags of one HTML page, including end tags and comments. The rest is left out, and the page has a warning. The first 2000 attributes of each tag are read.
   */
  pageTags?: number
  /**
   * Heap of one worker thread. A page that needs more fails, and the service continues.
   */
  workerHeapMb?: number
  /**
   * Memory of the process that reads PDFs and office files. A file that needs more fails, and the service continues.
   */
  fileMb?: number
  /**
   * The documents in one status answer.
   */
  answerBytes?: number
  /**
   * URLs that may wait beyond the limit of a crawl, as substitutes for pages that fail.
   */
  spareUrls?: number
  /**
   * URLs that a crawl remembers, whether it fetches them or not.
   */
  knownUrls?: number
  /**
   * Time limit for reading the sitemaps of one crawl. The crawl then continues with the URLs read so far.
   */
  sitemapMs?: number
  /**
   * URLs taken from the sitemaps of one crawl.
   */
  sitemapUrls?: number
  /**
   * Sitemap files read for one crawl.
   */
  sitemaps?: number
  /**
   * How long crawls wait for free space on a full disk before they fail.
   */
  fullDiskMs?: number
  /**
   * Jobs that run at once. Further ones wait.
   */
  runningJobs?: number
  /**
   * Unfinished jobs. Further ones are refused with 429.
   */
  unfinishedJobs?: number
  /**
   * Pages in the cache.
   */
  cachedPages?: number
  /**
   * Attempts at one page that fails with a temporary error.
   */
  attempts?: number
}
/**
 * A file in .crawlform/ on this machine.
 */
export interface LocalState {
  /**
   * A file in .crawlform/ on this machine.
   */
  backend: 'local'
}
/**
 * A ref of this repository, pushed to its remote.
 */
export interface GitState {
  /**
   * A ref of this repository, pushed to its remote: for teams and CI.
   */
  backend: 'git'
  /**
   * The remote that the ref is pushed to.
   */
  remote?: string
  /**
   * A branch without history of its own, for servers that refuse refs outside refs/heads.
   */
  branch?: string
}
/**
 * A server that speaks Terraform's HTTP backend protocol.
 */
export interface HttpState {
  /**
   * A server that speaks Terraform's HTTP backend protocol, such as GitLab.
   */
  backend: 'http'
  /**
   * The address of the state.
   */
  address: string
  /**
   * The address that is locked while the state is written: without a lock two runs could submit the same crawl twice.
   */
  lockAddress: string
  /**
   * The address that is unlocked. Unset means `lockAddress`.
   */
  unlockAddress?: string
  /**
   * The method that writes the state.
   */
  updateMethod?: 'POST' | 'PUT'
  /**
   * The method that locks.
   */
  lockMethod?: 'LOCK' | 'POST' | 'PUT'
  /**
   * The method that unlocks.
   */
  unlockMethod?: 'UNLOCK' | 'DELETE' | 'POST' | 'PUT'
  /**
   * The user name for basic authentication. May hold references to environment variables, such as `${env:STATE_USER}`.
   */
  username?: string
  /**
   * The password for basic authentication, as a reference to an environment variable.
   */
  password?: string
}
/**
 * What the service charges, in credits. The defaults are the prices of the hosted service. Other services charge only the prices that are set.
 */
export interface Prices {
  /**
   * Each page, also one that is answered with an error such as 404.
   */
  page?: number
  /**
   * Each page with the format json, or with changeTracking in the mode json, in addition to the page itself.
   */
  json?: number
  /**
   * Each page with the format deterministicJson, in addition to the page itself. It replaces the prices of json, checkPromptInjection and lockdown; a script that is reused costs less.
   */
  deterministicJson?: number
  /**
   * Each page with the format question or query, in addition to the page itself.
   */
  question?: number
  /**
   * Each page with the format highlights, in addition to the page itself.
   */
  highlights?: number
  /**
   * Each page with the format audio, in addition to the page itself.
   */
  audio?: number
  /**
   * Each page with the format video, in addition to the page itself.
   */
  video?: number
  /**
   * Each further page of a PDF.
   */
  pdfPage?: number
  /**
   * Each page of a crawl with zeroDataRetention, in addition to the page itself.
   */
  zeroDataRetention?: number
  /**
   * Each page with lockdown, in addition to the page itself. The price of deterministicJson replaces it.
   */
  lockdown?: number
  /**
   * Each page with redactPII, in addition to the page itself.
   */
  redactPII?: number
  /**
   * Each further page of a PDF with redactPII, in addition to pdfPage.
   */
  redactPIIPage?: number
  /**
   * Each page with the format json and checkPromptInjection, in addition to json.
   */
  checkPromptInjection?: number
  /**
   * Each page with threatProtection in the mode normal, or without a mode, in addition to the page itself. The target of a redirect costs it again, which is not counted.
   */
  threatProtection?: number
  /**
   * Each page of a crawl of x.com or twitter.com, in addition to the page itself. Such pages of other crawls cost it too, which is not counted.
   */
  xPage?: number
  /**
   * Each page with the proxy stealth, enhanced or auto, in addition to the page itself.
   */
  proxy?: number
}
