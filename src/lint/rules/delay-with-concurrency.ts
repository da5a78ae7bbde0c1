import { diagnose } from '../../diagnostics/catalogue.ts'
import type { CrawlRule } from '../lint-rule.ts'

/** Reports a concurrency above one together with a delay, which makes the service scrape one page at a time. */
export const delayWithConcurrency: CrawlRule = ({ crawl }) => {
  // Neither has a default.
  const { delay, maxConcurrency: concurrency } = crawl.chosen
  if (typeof delay !== 'number' || typeof concurrency !== 'number' || concurrency <= 1) return undefined
  return diagnose(
    'limits/delay-with-concurrency',
    { delay, concurrency },
    crawl.locate('/maxConcurrency', 'key'),
    {
      pointer: '/request/maxConcurrency',
      related: [{ message: 'the delay is set here', place: crawl.locate('/delay', 'key') }],
    },
  )
}
