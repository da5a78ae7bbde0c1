import type { ReadingBounds } from '../content/content.ts'
import type { CrawlCookies } from '../http/crawl-cookies.ts'
import type { BodyShare } from '../http/body-share.ts'
import type { FetchedPage, PageFetcher } from '../http/http.ts'
import { kindByBytes, mediaKind, type MediaKind, type NamedAnswer } from '../http/media-type.ts'
import { type PageFailure, unsupportedType } from '../http/page-outcome.ts'
import { acceptLanguage, locate } from '../http/page-location.ts'
import { SMALL_BYTES } from '../http/receive-body.ts'
import { ownHeaders, timeoutOf, type FetchTask, type GotPage } from './page-task.ts'

/** Reading a text takes this many times its bytes: as a string, in parts, and as the result. */
const READING = 4
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** Kinds that are read whole. Others are texts, which may be cut. */
const FILES: ReadonlySet<MediaKind> = new Set(['pdf', 'office'])
const UNCUT: ReadonlySet<MediaKind> = new Set(['pdf', 'office', 'unknown'])

/** The memory that a page takes until it is read, and the cookies of its job. */
interface PageKeeping {
  /** Counts the bytes of the answer, and those that reading it takes. */
  readonly share: BodyShare
  readonly cookies: CrawlCookies
}

/**
 * Sends one request for a page. Does not read it, so the thread that fetches needs none of the code that reads.
 * @throws the signal's reason when it is aborted
 */
export async function fetchPage(
  task: FetchTask,
  { fetcher, bounds }: { readonly fetcher: PageFetcher; readonly bounds: ReadingBounds },
  { share, cookies }: PageKeeping,
  signal: AbortSignal,
): Promise<GotPage> {
  const { scrape, url, maxBytes, stored, addressPolicy } = task
  const got = await fetcher.fetchOnce(
    {
      url,
      headers: ownHeaders(task),
      stored,
      accept: ACCEPT,
      acceptLanguage: acceptLanguage(locate(scrape.location).languages),
      timeoutMs: timeoutOf(task),
      maxBytes,
      share,
      skipTlsVerification: scrape.skipTlsVerification,
      addressPolicy,
      cookies,
      refuse,
      isFile: (answer, start) => FILES.has(kindByBytes(mediaKind(answer), start)),
      // One byte more than the bound shows that there are more. Before the body comes, `start` is empty.
      cutAfter: (answer, start) =>
        UNCUT.has(kindByBytes(mediaKind(answer), start)) ? undefined : bounds.textBytes + 1,
    },
    signal,
  )
  if (got.kind === 'page') await share.hold(readingBytes(got, bounds), signal)
  return got
}

/** Returns the bytes that reading a page takes besides its body. Those of a small page do not count. */
function readingBytes(answer: FetchedPage, { textBytes }: ReadingBounds): number {
  const { length } = answer.body
  return length > SMALL_BYTES && !FILES.has(mediaKind(answer)) ? Math.min(length, textBytes) * READING : 0
}

function refuse(answer: NamedAnswer): PageFailure | undefined {
  if (mediaKind(answer) !== 'unsupported') return undefined
  return unsupportedType(answer.url, answer.headers['content-type'])
}
