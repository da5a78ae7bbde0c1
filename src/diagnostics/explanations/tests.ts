import type { Explanations } from '../explanation.ts'
import type { testsRules } from '../rules/tests.ts'

export const testsExplanations: Explanations<typeof testsRules> = {
  'tests/not-in': {
    title: 'A page that should be in scope is not',
    why: 'The crawl file says that this page belongs to the crawl, and its settings keep it out.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\ntests:\n  in: [/blog/hello]\n',
    repair: ['  limit: 100', '  limit: 100\n  crawlEntireDomain: true'],
  },
  'tests/not-out': {
    title: 'A page that should be out of scope is not',
    why: 'The crawl file says that this page does not belong to the crawl, and nothing keeps it out.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\ntests:\n  out: [/docs/internal/plan]\n',
    repair: ['  limit: 100', '  limit: 100\n  excludePaths: [^/docs/internal/]'],
  },
  'tests/not-reached': {
    title: 'A page that the crawl is not sure enough to reach',
    why: 'A page is fetched only if it is the start URL, if the sitemap lists it, or if a page that is crawled links to it.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\ntests:\n  in: [{ url: /docs/v2/, reached: start }]\n',
    repair: ['reached: start', 'reached: sitemap'],
  },
}
