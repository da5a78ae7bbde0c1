import { crawlDecisions, pageDecisions } from '../schema/request-standards.gen.ts'

/**
 * What a setting of a request decides, as `x-decides` of the schema says. `pages`: which pages belong to the crawl. `pace`: how
 * fast they are fetched. `content`: what is made of them. `delivery`: whom the service tells. `label`: nothing of these.
 */
type CrawlDecision = (typeof crawlDecisions)[keyof typeof crawlDecisions]

/**
 * What a setting of scrapeOptions decides. `fetch`: how a page is asked for; what is sent for it is known from the headers.
 * `answer`: what a site answers to a plain request. `browser`: what a browser does with it, or another way of fetching.
 * `content`: what is made of the answer. `freshness`: whether an earlier answer will do.
 */
type PageDecision = (typeof pageDecisions)[keyof typeof pageDecisions]

export function crawlSettingsDeciding(...what: readonly CrawlDecision[]): ReadonlySet<string> {
  return deciding(crawlDecisions, what)
}

export function pageSettingsDeciding(...what: readonly PageDecision[]): ReadonlySet<string> {
  return deciding(pageDecisions, what)
}

function deciding<What extends string>(
  decisions: Readonly<Record<string, What>>,
  what: readonly What[],
): ReadonlySet<string> {
  return new Set(Object.entries(decisions).flatMap(([name, one]) => (what.includes(one) ? [name] : [])))
}
