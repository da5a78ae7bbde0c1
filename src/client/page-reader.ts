import type { PagesOptions } from './crawl-client.ts'
import type { CrawlStatusAnswer, PageDocument } from '../protocol/crawl-status.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { KeyTable } from '../util/key-table.ts'
import { oneLine, plural } from '../util/text.ts'

/** Yields the pages of one job, part by part, each once, and returns the job's state from the last part. */
export async function* readPages({
  ask,
  more,
  show,
  incomplete,
}: Pick<PagesOptions, 'more'> & {
  /** Returns the part of the pages that the query `search` names. */
  readonly ask: (search: string) => Promise<CrawlStatusAnswer>
  /** Returns a page with its secrets removed. */
  readonly show: (page: PageDocument) => PageDocument
  readonly incomplete: (why: string) => Error
}): AsyncGenerator<PageDocument, CrawlStatusAnswer> {
  const tally = new PageTally()
  let search: string | undefined = ''
  for (;;) {
    const part = await ask(search)
    const fresh = part.data.filter((page) => tally.add(page))
    for (const page of fresh) yield show(page)
    const next = searchOf(part.next)
    if (part.status === 'scraping' && more !== undefined) {
      search = next ?? search
      if (fresh.length > 0 || (await more())) continue
      return { ...part, data: [] }
    }
    search = next
    const announced = Math.max(part.completed, part.total)
    const isTooMany = tally.count > announced
    // A running job always names a next part; its pages so far end with a part that brings nothing new.
    if (search !== undefined && fresh.length > 0 && !isTooMany) continue
    const missing = part.status === 'scraping' ? undefined : tally.missing(part.completed)
    if (missing !== undefined) throw incomplete(missing)
    if (search === undefined || !isTooMany) return { ...part, data: [] }
    const note = `The service delivered more pages than the ${announced} it announced; the rest was not read.`
    return { ...part, warning: [part.warning, note].filter(Boolean).join(' '), data: [] }
  }
}

/** Uses only the query of `next`: behind a proxy its host is often wrong, and the key must go only to the base URL. */
function searchOf(next: string | undefined): string | undefined {
  const anywhere = 'http://service.invalid'
  return next === undefined ? undefined : parseUrl(next, anywhere)?.search || undefined
}

const MOST_NAMED = 10

/** Which pages of a job have been delivered. One release of Firecrawl repeats pages of large results and leaves others out. */
export class PageTally {
  readonly #seen = new KeyTable()
  readonly #repeated = new Set<string>()
  /** The number of pages without address and id. Each counts as a different page. */
  #nameless = 0

  /** The number of different pages. */
  get count(): number {
    return this.#seen.size + this.#nameless
  }

  /** Counts a page. Returns false if it repeats an earlier one. */
  add({ metadata: { scrapeId, sourceURL, url } }: PageDocument): boolean {
    // Every scrape has an id of its own in the answers of Firecrawl; other services may have none.
    const key = typeof scrapeId === 'string' ? scrapeId : JSON.stringify([sourceURL, url])
    const isNameless = url === '' && key !== scrapeId
    if (isNameless) this.#nameless++
    else if (this.#seen.has(key)) {
      this.#repeated.add(String(url ?? sourceURL))
      return false
    } else this.#seen.put(key, 0)
    return true
  }

  /** Describes missing pages if there are fewer than `completed`; undefined if all are there. */
  missing(completed: number): string | undefined {
    const missing = completed - this.count
    if (missing <= 0) return undefined
    const named = [...this.#repeated].slice(0, MOST_NAMED).map((url) => oneLine(url, 200))
    const more = this.#repeated.size - named.length
    const repeated = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    return [
      `${plural(completed, 'page')} completed, and the service delivered ${this.count} different ones`,
      `; ${missing} not delivered`,
      named.length === 0 ? '' : `, these delivered more than once: ${repeated}`,
    ].join('')
  }
}
