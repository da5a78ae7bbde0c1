import type { CrawlStatusAnswer, PageDocument } from '../protocol/crawl-status.ts'
import { canParseUrl } from '../util/can-parse-url.ts'
import { PageTally } from './page-tally.ts'

export interface PageReaderDeps {
  /** Returns the part of the pages that the query `search` names. */
  readonly ask: (search: string) => Promise<CrawlStatusAnswer>
  /** Returns a page with its secrets removed. */
  readonly show: (page: PageDocument) => PageDocument
  readonly incomplete: (why: string) => Error
}

/** Yields the pages of one job, part by part, each once, and returns the job's state from the last part. */
export async function* readPages({
  ask,
  show,
  incomplete,
}: PageReaderDeps): AsyncGenerator<PageDocument, CrawlStatusAnswer> {
  const tally = new PageTally()
  for (let search: string | undefined = ''; ;) {
    const part: CrawlStatusAnswer = await ask(search)
    const news = part.data.filter((page) => tally.add(page))
    for (const page of news) yield show(page)
    const announced = Math.max(part.completed, part.total)
    const isTooMany = tally.count > announced
    search = searchOf(part.next)
    // A running job always names a next part; its pages so far end with a part that brings nothing new.
    if (search !== undefined && news.length > 0 && !isTooMany) continue
    const lack = part.status === 'scraping' ? undefined : tally.lack(part.completed)
    if (lack !== undefined) throw incomplete(lack)
    if (search === undefined || !isTooMany) return { ...part, data: [] }
    const told = `The service delivered more pages than the ${announced} it announced; the rest was not read.`
    return { ...part, warning: [part.warning, told].filter(Boolean).join(' '), data: [] }
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
