/**
 * The answers that pages are read from. In: what is to be fetched. Out: the answer, of which as much is kept as will be
 * read. Refuses to know what is read from it, so that the thread that fetches needs none of the code that reads.
 */
import { defaultReadingBounds, type ReadingBounds } from '../content/bounded-text.ts'
import { CrawlCookies } from '../http/crawl-cookies.ts'
import { FREE_BYTES, type BodyShare } from '../http/body-share.ts'
import type { FetchedPage, PageFetcher } from '../http/http.ts'
import { kindByBytes, mediaKind, type MediaKind, type NamedAnswer } from '../http/media-type.ts'
import { unsupportedType, type PageFailure } from '../http/page-failure.ts'
import { acceptLanguage, locate } from '../http/page-location.ts'
import type { Answer } from '../http/receive-answer.ts'
import {
  ownHeaders,
  policyOf,
  timeoutOf,
  type FetchTask,
  type GotPage,
  type PageDefaults,
} from './page-task.ts'

export interface PageSourceOptions extends PageDefaults {
  readonly fetcher: PageFetcher
  /** How much of a page is read; `defaultReadingBounds` without. */
  readonly reading?: ReadingBounds
}

/** Reading a text takes so many times its bytes: as a string, in parts, and as what is made of it. */
const READING = 4
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** Kinds that are read whole; of all others, which are texts, only the beginning is. */
const FILES: ReadonlySet<MediaKind> = new Set(['pdf', 'office'])

/** Fetches what pages are read from. */
export class PageSource {
  readonly #options: PageSourceOptions
  readonly #cookies = new Map<string, CrawlCookies>()

  constructor(options: PageSourceOptions) {
    this.#options = options
  }

  /**
   * Sends one request for a page.
   * @param share holds what is kept of the answer, and what reading it takes
   * @throws the signal's reason when it is aborted; NotKeptError when the disk does not take a body
   */
  async fetch(task: FetchTask, share: BodyShare, signal: AbortSignal): Promise<GotPage> {
    const { scrape, url, maxBytes } = task
    const { fetcher, reading = defaultReadingBounds } = this.#options
    const got = await fetcher.fetchOnce(
      {
        url,
        headers: ownHeaders(task),
        stored: task.stored,
        accept: ACCEPT,
        acceptLanguage: acceptLanguage(locate(scrape.location).languages),
        timeoutMs: timeoutOf(task, this.#options),
        maxBytes,
        share,
        skipTlsVerification: scrape.skipTlsVerification,
        addressPolicy: policyOf(task, this.#options),
        cookies: this.#cookiesOf(task.owner),
        refuse,
        isFile,
        wants: (answer, from, start) => wantedBytes({ url: from, headers: answer.headers }, start, reading),
      },
      signal,
    )
    if (got.kind === 'page') await share.hold(readingBytes(got, reading), signal)
    return got
  }

  /** Forgets the cookies of an owner. */
  forget(owner: string): void {
    this.#cookies.delete(owner)
  }

  #cookiesOf(owner = ''): CrawlCookies {
    const cookies = this.#cookies.get(owner) ?? new CrawlCookies()
    this.#cookies.set(owner, cookies)
    return cookies
  }

  /** Drops every connection. */
  close(): Promise<void> {
    return this.#options.fetcher.close()
  }
}

/** Returns what reading a page takes besides its body; of a small one it does not count. */
function readingBytes(answer: FetchedPage, { textBytes }: ReadingBounds): number {
  const { kept } = answer.body
  return kept > FREE_BYTES && !FILES.has(mediaKind(answer)) ? Math.min(kept, textBytes) * READING : 0
}

function refuse(answer: Answer, url: string): PageFailure | undefined {
  const { headers } = answer
  return mediaKind({ url, headers }) === 'unsupported'
    ? unsupportedType(url, headers['content-type'])
    : undefined
}

/** Returns how much of a body is kept: of a text one byte more than its bound, which shows that there are more. */
function wantedBytes(answer: NamedAnswer, start: Buffer | undefined, { textBytes }: ReadingBounds): number {
  const kind = kindSoFar(answer, start)
  return kind === 'unknown' || FILES.has(kind) ? Infinity : textBytes + 1
}

/** Tells whether a body is for the process that reads files, and for nobody here. */
function isFile({ headers }: Answer, url: string, start: Buffer): boolean {
  return FILES.has(kindSoFar({ url, headers }, start))
}

/** Returns the kind of an answer by its headers and, once they are there, its first bytes. */
function kindSoFar(answer: NamedAnswer, start: Buffer | undefined): MediaKind {
  const named = mediaKind(answer)
  return start === undefined ? named : kindByBytes(named, start)
}
