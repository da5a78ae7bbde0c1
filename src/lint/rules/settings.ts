import { diagnose } from '../../diagnostics/diagnostic.ts'
import type { CrawlRule } from '../crawl-facts.ts'

/** Reports a limit that nobody chose. */
export const unset: CrawlRule = ({ crawl, settings }) => {
  if (crawl.chosen['limit'] !== undefined) return undefined
  return diagnose('limits/unset', { limit: settings.limit }, crawl.document.locate('/request', 'key'), {
    pointer: '/request',
  })
}

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

/** Reports an expectation of more pages than the limit lets through. */
export const minPagesAboveLimit: CrawlRule = ({ crawl, settings: { limit } }) => {
  const minPages = crawl.expect?.['minPages']
  if (typeof minPages !== 'number' || minPages <= limit) return undefined
  const place = crawl.document.locate('/expect/minPages', 'key')
  return diagnose('limits/min-pages-above-limit', { minPages, limit }, place, {
    pointer: '/expect/minPages',
    related:
      crawl.chosen['limit'] === undefined
        ? []
        : [{ message: 'the limit is set here', place: crawl.locate('/limit', 'key') }],
  })
}

/** Reports a depth where no links are followed. */
export const depthWithSitemapOnly: CrawlRule = ({ crawl, settings }) => {
  const depth = settings.maxDiscoveryDepth
  if (settings.sitemap !== 'only' || depth === undefined) return undefined
  return diagnose('scope/depth-with-sitemap-only', { depth }, crawl.locate('/maxDiscoveryDepth', 'key'), {
    pointer: '/request/maxDiscoveryDepth',
    related: [{ message: 'sitemap is set here', place: crawl.locate('/sitemap', 'key') }],
  })
}

/** Reports external links where no links are followed. */
export const externalWithSitemapOnly: CrawlRule = ({ crawl, settings }) => {
  if (settings.sitemap !== 'only' || !settings.allowExternalLinks) return undefined
  return diagnose('scope/external-with-sitemap-only', {}, crawl.locate('/allowExternalLinks', 'key'), {
    pointer: '/request/allowExternalLinks',
    related: [{ message: 'sitemap is set here', place: crawl.locate('/sitemap', 'key') }],
  })
}
