import type { Explanations } from '../explanation.ts'
import type { testsRules } from '../rules/tests.ts'

export const testsExplanations: Explanations<typeof testsRules> = {
  'tests/not-in': {
    title: 'A page that should be in scope is not',
    why: 'The crawl file lists this page as in scope, but its settings exclude it.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\ntests:\n  in: [/blog/hello]\n',
    repair: ['  limit: 100', '  limit: 100\n  crawlEntireDomain: true'],
  },
  'tests/not-out': {
    title: 'A page that should be out of scope is not',
    why: 'The crawl file lists this page as out of scope, but its settings admit it.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\ntests:\n  out: [/docs/internal/plan]\n',
    repair: ['  limit: 100', '  limit: 100\n  excludePaths: [^/docs/internal/]'],
  },
  'tests/not-reached': {
    title: 'A page that the crawl may not reach',
    why: 'A page is fetched only if it is the start URL, is in the sitemap, or is linked from a crawled page.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\ntests:\n  in: [{ url: /docs/v2/, reached: start }]\n',
    repair: ['reached: start', 'reached: sitemap'],
  },
}
