import type { PageDocument } from '../protocol/crawl-status.ts'
import { oneLine } from '../util/one-line.ts'
import { plural } from '../util/plural.ts'

const MOST_NAMED = 10

/** Returns a text that identifies a page within its job. */
function pageKey({ metadata: { scrapeId, sourceURL, url } }: PageDocument): string {
  // Every scrape has an id of its own in the answers of Firecrawl; other services may have none.
  return typeof scrapeId === 'string' ? scrapeId : JSON.stringify([sourceURL, url])
}

/** Which pages of a job have been delivered. One release of Firecrawl repeats pages of large results and leaves others out. */
export class PageTally {
  readonly #seen = new Set<string>()
  readonly #repeated = new Set<string>()
  /** Pages without an address and id: each is taken for another one. */
  #nameless = 0

  /** How many different ones there are. */
  get count(): number {
    return this.#seen.size + this.#nameless
  }

  /** Takes a page in and returns whether it is the first of its kind. */
  add(page: PageDocument): boolean {
    const { scrapeId, sourceURL, url } = page.metadata
    if (url === '' && typeof scrapeId !== 'string') {
      this.#nameless++
      return true
    }
    const key = pageKey(page)
    if (this.#seen.has(key)) this.#repeated.add(String(url ?? sourceURL))
    else {
      this.#seen.add(key)
      return true
    }
    return false
  }

  /** Describes missing pages if there are fewer than `completed`; undefined if all are there. */
  lack(completed: number): string | undefined {
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
