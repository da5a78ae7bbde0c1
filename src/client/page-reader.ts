import type { CrawlStatusAnswer, PageDocument } from '../protocol/crawl-status.ts'
import { canParseUrl } from '../util/can-parse-url.ts'
import type { FollowedPages, StatusOptions } from './crawl-client.ts'
import { pageKey, PageTally } from './page-tally.ts'

export interface PageReaderDeps {
  /** Returns the part of the pages that the query `search` names. */
  readonly ask: (search: string, options: StatusOptions) => Promise<CrawlStatusAnswer>
  /** The part of a page that is tallied. */
  readonly show: (page: PageDocument) => PageDocument
  readonly incomplete: (why: string) => Error
  /** Whether another read follows: then the incomplete last part of a running job can wait. */
  readonly isFollowing: boolean
}

/**
 * Reads the pages of one job part by part, each once, also while the job gets more. A service promises no order. The received
 * pages are valid when the last one comes again in its place, and their number equals the service's count.
 */
export class PageReader implements FollowedPages {
  readonly #deps: PageReaderDeps
  readonly #tally = new PageTally()
  /** The query of the next part. */
  #search = ''
  /** The last received page. */
  #last: string | undefined

  constructor(deps: PageReaderDeps) {
    this.#deps = deps
  }

  async *news(options: StatusOptions = {}): AsyncGenerator<PageDocument, CrawlStatusAnswer> {
    const { ask, show, incomplete, isFollowing } = this.#deps
    const before = this.#last
    let search = oneBack(this.#search)
    let repeats = search === this.#search ? undefined : before
    for (;;) {
      const part = await ask(search, options)
      const pages = repeats === undefined ? part.data : part.data.slice(1)
      const [first] = part.data
      if (repeats !== undefined && (first === undefined || pageKey(first) !== repeats))
        throw incomplete('the service has changed their order')
      repeats = undefined
      const last = part.data.at(-1)
      if (last !== undefined) this.#last = pageKey(last)
      const news = pages.filter((page) => this.#tally.add(page))
      const next = searchOf(part.next)
      this.#search = next ?? this.#search
      for (const page of news) yield show(page)
      // A running job always names a next part; its pages so far end with a part that brings nothing new.
      const canWait = isFollowing && part.status === 'scraping' && this.#tally.count >= part.completed
      const announced = Math.max(part.completed, part.total)
      const isTooMany = this.#tally.count > announced
      if (next !== undefined && news.length > 0 && !canWait && !isTooMany) {
        search = next
        continue
      }
      if (part.status !== 'scraping') {
        const lack = this.#tally.lack(part.completed)
        if (lack !== undefined) throw incomplete(lack)
        if (before !== undefined && this.#tally.count > part.completed)
          throw incomplete('some delivered before are now missing')
      }
      if (next !== undefined && isTooMany) {
        const told = `The service delivered more pages than the ${announced} it announced; the rest was not read.`
        return { ...part, warning: [part.warning, told].filter(Boolean).join(' '), data: [] }
      }
      return { ...part, data: [] }
    }
  }
}

/**
 * Only the query of `next` is used. Its scheme and host are often wrong if the service uses a proxy, and the key must go only
 * to the base URL.
 */
function searchOf(next: string | undefined): string | undefined {
  const anywhere = 'http://service.invalid'
  return next !== undefined && canParseUrl(next, anywhere) ? new URL(next, anywhere).search : undefined
}

/** Returns a query for one page more, or the same query if it does not count pages. */
function oneBack(search: string): string {
  const query = new URLSearchParams(search)
  const skip = query.get('skip') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(skip)) return search
  query.set('skip', String(Number(skip) - 1))
  return `?${query.toString()}`
}
