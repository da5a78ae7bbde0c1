import { discoveryOf, manifestPage, type ManifestPage } from '../manifest/manifest.ts'
import {
  CanonicalCopies,
  comparePage,
  type ComparedPage,
  leftOutSummary,
  shownText,
} from './canonical-copies.ts'
import type { CrawlStatusAnswer, PageDocument } from '../protocol/crawl-status.ts'
import { isErrorStatus } from '../protocol/protocol.ts'
import { pageKey, parsePageUrl } from '../scope/page-url.ts'
import { compileScope } from '../scope/compile-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { jobScope } from '../plan/last-job.ts'
import { quotePattern } from '../scope/pattern/pattern-texts.ts'
import type { JobSummary } from '../state/state.ts'
import { assert } from '../util/invariant.ts'
import { given, type JsonObject } from '../util/json.ts'
import { JsonRows } from '../util/json-rows.ts'
import { KeyTable } from '../util/key-table.ts'
import { sha256 } from '../util/sha256.ts'

/** The settings that decide which delivered pages are results. */
export interface ReviewSettings {
  readonly startUrl: string
  /** The job's request as recorded. Without it, every page is in scope. */
  readonly request?: JsonObject | undefined
  /** The crawl's `expect`. */
  readonly expect: JsonObject | undefined
  /** Patterns of texts that are no change. */
  readonly ignore?: readonly string[] | undefined
}

/** Pages that name another page of the job as their canonical one, by URL, each with the URL of that page. */
export interface CanonicalNames {
  /** Those that are results. */
  readonly canonicals: ReadonlyMap<string, string>
  /** Those that were left out as copies. */
  readonly leftOut: ReadonlyMap<string, string>
}

/** The most failed pages to list. All are counted. */
const MOST_LISTED = 1000

/** Decides for each delivered page of one job whether it is a result, and summarizes the job's pages. */
export class PageReview {
  readonly settings: ReviewSettings
  readonly #keepsErrorPages: boolean
  /** The first thousand failed pages. */
  readonly failedPages: FailedPage[] = []
  /** An entry for each page that is a result; undefined if they are not wanted. */
  readonly results: JsonRows<ManifestPage> | undefined
  /** The first thousand pages of the scope whose redirects led out of it. */
  readonly redirects: RedirectedPage[] = []
  #redirected = 0
  #scope: Scope | undefined
  /** The service's answer with the last page, after `resultPages` has yielded all. */
  end: CrawlStatusAnswer | undefined
  #errorPages = 0
  #startError: string | undefined
  /** Undefined once it was asked for what it found: its tables have an entry for each page. */
  #duplicates: DuplicateFinder | undefined = new DuplicateFinder()
  #repeated: RepeatedPages | undefined
  /** Absent if copies are results too, and once no page waits any more: its tables have an entry for each page. */
  #copies: CanonicalCopies | undefined
  readonly #keepsCopies: boolean
  /** The URLs of pages that are left out as copies, each with that of its canonical page. */
  readonly leftOut = new Map<string, string>()

  /** @param wantsResults whether pages are hashed for a manifest, which takes longer than to write them */
  constructor(settings: ReviewSettings, wantsResults = false) {
    this.settings = settings
    this.results = wantsResults ? new JsonRows() : undefined
    this.#keepsErrorPages = keepsErrorPages(settings.expect)
    this.#scope = settings.request && compileScope(jobScope(settings.request))
    this.#keepsCopies = keepsCopies(settings.expect)
    const isResult = (key: string): boolean => this.#duplicates?.has(key) === true
    const mayCome = (url: string): boolean => this.#scope?.holds(url) !== false
    if (!this.#keepsCopies) this.#copies = new CanonicalCopies(this.leftOut, isResult, mayCome)
  }

  /**
   * Takes in a delivered page and returns the pages that are results now. A page that was answered with 4xx or 5xx failed, and
   * one outside of the scope, such as a login page, is not what the crawl asks for. A page may be a copy of one that comes later.
   */
  add(page: PageDocument): readonly PageDocument[] {
    if (this.#isFailed(page) || this.#isOutside(page)) return []
    const compared = comparePage(page)
    const copies = page.metadata.url === '' ? undefined : this.#copies
    return this.#accepted(copies === undefined ? [compared] : copies.take(compared))
  }

  /** Returns the pages that waited for a page that has not come; called after the last page. */
  rest(): readonly PageDocument[] {
    const waiting = this.#copies?.rest() ?? []
    this.#copies = undefined
    return this.#accepted(waiting)
  }

  #accepted(results: readonly ComparedPage[]): readonly PageDocument[] {
    assert(this.#duplicates !== undefined, 'pages are added before the summary is read')
    for (const compared of results) {
      this.#duplicates.add(compared)
      // A page without an address is reported, and nothing can refer to it.
      const { page } = compared
      if (page.metadata.url !== '') this.results?.push(manifestPage(page, this.settings.ignore))
    }
    return results.map(({ page }) => page)
  }

  #isFailed({ metadata }: PageDocument): boolean {
    const { url, sourceURL, statusCode } = metadata
    const { startUrl } = this.settings
    if (!isErrorStatus(statusCode)) return false
    this.#errorPages++
    if (this.#keepsErrorPages) return false
    const { from, depth } = discoveryOf(metadata)
    const failed = {
      url: sourceURL,
      error: `HTTP ${statusCode}`,
      status: statusCode,
      ...given({ from, depth }),
    }
    if (isSamePage(sourceURL, startUrl) || isSamePage(url, startUrl))
      this.#startError = `${failed.url}: ${failed.error}`
    if (this.failedPages.length < MOST_LISTED) this.failedPages.push(failed)
    return true
  }

  #isOutside({ metadata: { url, sourceURL } }: PageDocument): boolean {
    const scope = this.#scope
    if (scope === undefined || url === '' || url === sourceURL || scope.holds(url)) return false
    if (isSamePage(sourceURL, this.settings.startUrl)) {
      // The crawl goes on from where its start URL leads.
      this.#scope = compileScope({ ...scope.settings, url })
      return false
    }
    if (!scope.holds(sourceURL)) return false
    this.#redirected++
    if (this.redirects.length < MOST_LISTED) this.redirects.push({ url: sourceURL, to: url })
    return true
  }

  canonicalNames(): CanonicalNames {
    return { canonicals: this.#repeats().canonicals, leftOut: this.leftOut }
  }

  #repeats(): RepeatedPages {
    this.#repeated ??= this.#duplicates?.found()
    this.#duplicates = undefined
    assert(this.#repeated !== undefined, 'a review has looked for repeated pages')
    return this.#repeated
  }

  get summary(): JobSummary & { readonly errorPages: number } {
    const { canonicals, queryCopies, copies, copyExample } = this.#repeats()
    const canonicalCopies = canonicals.size
    return {
      errorPages: this.#errorPages,
      ...(this.#redirected === 0 ? {} : { redirectedPages: this.#redirected }),
      ...(this.#keepsErrorPages ? { keepsErrorPages: true } : {}),
      ...(this.#keepsCopies ? { keepsCopies: true } : {}),
      ...leftOutSummary(this.leftOut),
      ...(this.#startError === undefined ? {} : { startError: this.#startError }),
      ...(queryCopies === 0 ? {} : { queryCopies }),
      ...(canonicalCopies === 0 ? {} : { canonicalCopies }),
      ...(copyExample === undefined ? {} : { copies, copyExample }),
    }
  }
}

/** Returns whether the crawl's `expect` keeps pages that were answered with 4xx or 5xx. */
export function keepsErrorPages(expect: JsonObject | undefined): boolean {
  return expect?.['errorPages'] === 'keep'
}

/** Returns whether the crawl's `expect` keeps pages that repeat the page that they name as canonical. */
function keepsCopies(expect: JsonObject | undefined): boolean {
  return expect?.['canonicalCopies'] === 'keep'
}

/** Returns whether the counts of `summary` are what `expect` asks for. */
export function isReviewedFor(expect: JsonObject | undefined, summary: JobSummary = {}): boolean {
  const { errorPages = 0, keepsErrorPages: isKeeping, keepsCopies: hasCopies } = summary
  if ((hasCopies === true) !== keepsCopies(expect)) return false
  return errorPages === 0 || (isKeeping === true) === keepsErrorPages(expect)
}

/** Yields the pages that are results. */
export async function* resultPages(
  pages: AsyncGenerator<PageDocument, CrawlStatusAnswer>,
  review: PageReview,
): AsyncGenerator<PageDocument> {
  let next = await pages.next()
  for (; next.done !== true; next = await pages.next()) yield* review.add(next.value)
  review.end = next.value
  yield* review.rest()
}

/** Reads all pages and returns their review, with the results and the end. */
export async function reviewPages(
  pages: AsyncGenerator<PageDocument, CrawlStatusAnswer>,
  settings: ReviewSettings,
): Promise<PageReview> {
  const review = new PageReview(settings, true)
  const results = resultPages(pages, review)
  while ((await results.next()).done !== true);
  return review
}

/** Returns whether two URLs are the same page: `http` or `https`, `www.` and a final slash make no difference. */
export function isSamePage(one: string, other: string): boolean {
  return one === other || pageKey(one) === pageKey(other)
}

/** A page of the scope whose redirects led out of it. */
export interface RedirectedPage {
  readonly url: string
  readonly to: string
}

/** A page that a job should have delivered. */
export interface FailedPage {
  readonly url: string
  readonly error: string
  /** The service's error code, such as `SCRAPE_TIMEOUT`. */
  readonly code?: string
  /** The HTTP status of a page that was delivered with 4xx or 5xx. */
  readonly status?: number
  /** Where it was found first: the URL of a page, or `sitemap`. */
  readonly from?: string
  readonly depth?: number
  /** Whether it failed in the job before too; absent if that is not known. */
  readonly known?: boolean
}

/** What `DuplicateFinder` has found. */
interface RepeatedPages {
  readonly canonicals: ReadonlyMap<string, string>
  readonly queryCopies: number
  readonly copies: number
  readonly copyExample: readonly string[] | undefined
}

/** Finds pages of one job that repeat other pages of the same job. */
class DuplicateFinder {
  readonly #urls = new JsonRows<string>()
  /** The place of the first URL of each page, by its key. */
  readonly #places = new KeyTable()
  /** Pages whose `rel=canonical` names another page, with the key of that page. */
  readonly #naming = new Map<string, { readonly url: string; readonly names: string }>()
  /** Pages by their URL without query and their text. */
  readonly #texts = new KeyTable()
  /** Pages that differ from another page only in the query of their URL. Pages without text do not count. */
  queryCopies = 0
  /** Other pages with the same text as an earlier page. */
  copies = 0
  /** The two shortest addresses of such a pair. */
  copyExample: string[] | undefined
  /** The place of the first URL of each text. */
  readonly #firsts = new KeyTable()

  /** Returns whether a page with this key was added. */
  has(key: string): boolean {
    return this.#places.has(key)
  }

  add(compared: ComparedPage): void {
    const { page, key, names } = compared
    const { url } = page.metadata
    const place = this.#places.put(key, this.#urls.length)
    if (place === this.#urls.length) this.#urls.push(url)
    if (names !== key) this.#naming.set(key, { url, names })
    const text = textKey(page)
    if (text === undefined) return
    if (this.#texts.has(text)) this.queryCopies++
    else {
      this.#texts.put(text, 0)
      this.#addCopy(compared, place)
    }
  }

  #addCopy({ page, key, names, text = '' }: ComparedPage, place: number): void {
    const { url } = page.metadata
    const first = this.#urls.at(this.#firsts.put(text, place)) ?? url
    const firstKey = pageKey(first)
    // A copy that names its page is counted as such.
    if (names !== firstKey && key !== firstKey) {
      this.copies++
      const length = this.copyExample?.join('').length ?? Infinity
      if (first.length + url.length < length) this.copyExample = [first, url]
    }
  }

  /**
   * Returns the URLs of pages whose `rel=canonical` names another page of the job, each with the URL of that page. A page that
   * others name is in the result itself, so of two pages that name each other neither is a copy.
   */
  #canonicals(): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (const { url, names } of this.#naming.values()) {
      const named = this.#urlOf(names)
      const next = this.#naming.get(names)
      const isCopyItself = next !== undefined && this.#places.has(next.names)
      if (named !== undefined && !isCopyItself) found.set(url, named)
    }
    return found
  }

  found(): RepeatedPages {
    const { queryCopies, copies, copyExample } = this
    return { canonicals: this.#canonicals(), queryCopies, copies, copyExample }
  }

  #urlOf(key: string): string | undefined {
    const place = this.#places.get(key)
    return place === undefined ? undefined : this.#urls.at(place)
  }
}

/** Returns a page's URL without query with a hash of its text, in which links to itself have no query either. */
function textKey(document: PageDocument): string | undefined {
  const text = shownText(document)
  const page = parsePageUrl(document.metadata.url)
  if (page === undefined || text.trim() === '') return undefined
  const plain = page.query === '' ? page.href : page.href.replace(page.query, '')
  const own = text.includes(`${plain}?`)
    ? text.replaceAll(new RegExp(String.raw`${quotePattern(plain)}\?[^\s#)"'<>]*`, 'g'), plain)
    : text
  return `${plain}\n${sha256(own)}`
}
