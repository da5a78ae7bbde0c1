import type { Explanations } from '../explanation.ts'
import type { scopeRules } from '../rules/scope.ts'

function crawl(settings: string): string {
  return `version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\n${settings}`
}

export const scopeExplanations: Explanations<typeof scopeRules> = {
  'scope/too-many-patterns': {
    title: 'There are too many patterns',
    why: 'The service compiles patterns before it starts, and limits their number and size.',
    example: `${crawl('')}  includePaths: [^/docs/]\n  excludePaths:\n# $ seq 1000 | sed 's|.*|    - ^/docs/&/|' >> crawls/docs.yaml\n`,
    repair: ['seq 1000', 'seq 999'],
  },
  'scope/not-linear-time': {
    title: 'A pattern needs backtracking',
    why: 'Patterns run on every link of every page, so the service allows only linear-time syntax (RE2). Older services silently drop such a pattern.',
    example: crawl(`  includePaths: ["^/docs/(?!internal)"]\n`),
    repair: [
      '  includePaths: ["^/docs/(?!internal)"]',
      '  includePaths: ["^/docs/"]\n  excludePaths: ["^/docs/internal"]',
    ],
  },
  'scope/not-portable': {
    title: 'Services read a pattern differently',
    why: "The embedded service uses RE2 syntax and the hosted one uses Rust's regex, which refuses or reads some patterns differently. Older services silently drop such a pattern.",
    example: crawl(`  excludePaths: ["^/docs/{lang}/"]\n`),
    repair: ['{lang}', '[a-z]+'],
  },
  'scope/repeated-count': {
    title: 'A pattern repeats a repetition',
    why: 'Firecrawl releases since September 2026 read "a++" as a repetition of "a+". Older releases, the embedded service and RE2 refuse it, and other tools read it as a possessive quantifier.',
    example: crawl(`  excludePaths: ["/docs/v1++"]\n`),
    repair: ['v1++', 'v1+'],
  },
  'scope/unicode-class': {
    title: 'A pattern needs Unicode',
    why: 'Firecrawl compiles patterns without Unicode since September 2026, and refuses such a class. URLs are percent-encoded, so they never contain letters beyond ASCII.',
    example: `version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\n  excludePaths: ['^/docs/old-\\p{L}+/']\n`,
    repair: ['\\p{L}+', '[a-z]+'],
  },
  'scope/blank-pattern': {
    title: 'A pattern is empty',
    why: 'The service ignores it. The text is probably missing.',
    example: crawl(`  excludePaths: ['']\n`),
    repair: ["''", '^/docs/old/'],
  },
  'scope/invalid-pattern': {
    title: 'A pattern is not a valid regular expression',
    why: 'The service refuses patterns that it cannot compile.',
    example: crawl(`  excludePaths: ["**/internal/**"]\n`),
    repair: ['**/internal/**', '/internal/'],
  },
  'scope/glob-pattern': {
    title: 'A pattern looks like a glob',
    why: 'Patterns are regular expressions, where a star repeats the character before it: "blog/*" matches wherever "blog" does.',
    example: crawl('  includePaths: ["/docs/*"]\n'),
    repair: ['/docs/*', '^/docs/'],
  },
  'scope/host-in-pattern': {
    title: 'A path pattern contains a host',
    why: 'Patterns match against the path of a URL, which has no scheme or host, so this one never matches.',
    example: crawl('  excludePaths: ["https://example.com/docs/old/"]\n'),
    repair: ['https://example.com/docs/old/', '^/docs/old/'],
  },
  'scope/query-in-pattern': {
    title: 'A path pattern contains a query',
    why: 'Patterns match against the path of a URL, which ends before the question mark, so this one does not match as intended.',
    example: crawl('  excludePaths: ["\\\\?page="]\n'),
    repair: ['  excludePaths', '  regexOnFullURL: true\n  excludePaths'],
  },
  'scope/path-pattern-on-full-url': {
    title: 'A path pattern is used on whole URLs',
    why: 'With regexOnFullURL the text begins with the scheme, so a pattern that begins with "^/" never matches.',
    example: crawl('  regexOnFullURL: true\n  excludePaths: ["^/docs/old/"]\n'),
    repair: ['  regexOnFullURL: true\n', ''],
  },
  'scope/missing-slash': {
    title: 'A pattern lacks the first slash',
    why: 'Every path begins with a slash, so a pattern with another character after "^" never matches.',
    example: crawl('  includePaths: ["^docs/"]\n'),
    repair: ['^docs/', '^/docs/'],
  },
  'scope/unencoded-pattern': {
    title: 'A pattern contains a character that URLs encode',
    why: 'Patterns match against percent-encoded URLs, which never contain spaces or letters beyond ASCII.',
    example: crawl('  includePaths: ["^/docs/café/"]\n'),
    repair: ['"^/docs/café/"', '"^/docs/$", "^/docs/caf%C3%A9/"'],
  },
  'scope/never-matches': {
    title: 'A pattern never matches',
    why: 'A pattern that matches no possible URL has no effect.',
    example: crawl('  excludePaths: ["/docs/$old"]\n'),
    repair: ['/docs/$old', '/docs/old'],
  },
  'scope/include-outside-start': {
    title: 'An include pattern points outside the crawl',
    why: 'Unless crawlEntireDomain is true, only paths below the start URL are followed, regardless of includePaths.',
    example: crawl('  includePaths: ["^/docs/", "^/blog/"]\n'),
    repair: ['  includePaths', '  crawlEntireDomain: true\n  includePaths'],
  },
  'scope/duplicate-pattern': {
    title: 'A pattern is written twice',
    why: 'The second one has no effect, and an edit of only one of them would be incomplete.',
    example: crawl('  excludePaths: ["/old/", "/draft/", "/old/"]\n'),
    repair: [', "/old/"]', ']'],
  },
  'scope/shadowed-pattern': {
    title: 'A pattern has no effect',
    why: 'Another pattern already matches everything that it matches.',
    example: crawl('  excludePaths: ["/internal/", "^/docs/internal/api/"]\n'),
    repair: [', "^/docs/internal/api/"', ''],
  },
  'scope/bare-word-pattern': {
    title: 'A pattern is one bare word',
    why: 'A pattern matches anywhere in the path: "blog" also matches /docs/how-we-blog and /blogger.',
    example: crawl('  excludePaths: [blog]\n'),
    repair: ['[blog]', '[/blog/]'],
  },
  'scope/start-url-shut-out': {
    title: 'The start URL is excluded from the results',
    why: 'The start URL is always fetched and its links are followed, but it is in the results only if the patterns admit it.',
    example: crawl('  includePaths: ["^/docs/api/"]\n'),
    repair: ['"^/docs/api/"', '"^/docs/$", "^/docs/api/"'],
  },
  'scope/nothing-in-scope': {
    title: 'No page can be in the results',
    why: 'The patterns contradict each other, so the crawl fetches one page and returns nothing.',
    example: crawl('  includePaths: ["^/docs/[a-z]+$"]\n  excludePaths: ["^/docs/[a-m]", "^/docs/[n-z]"]\n'),
    repair: ['[a-z]+$"]', '"]'],
  },
  'scope/start-read-as-file': {
    title: "The start URL's last segment is read as a file name",
    why: 'A start URL that ends in a dot and two or more letters or digits admits its directory, not the pages below it.',
    example: 'version: 2\nrequest:\n  url: https://example.com/api/v1.10\n  limit: 100\n',
    repair: ['v1.10', 'v1.10/'],
  },
  'scope/depth-with-sitemap-only': {
    title: 'A depth is set, but no links are followed',
    why: 'With "sitemap: only" no links are followed, and pages of the sitemap have depth 0.',
    example: crawl('  sitemap: only\n  maxDiscoveryDepth: 2\n'),
    repair: ['  maxDiscoveryDepth: 2\n', ''],
  },
  'scope/external-with-sitemap-only': {
    title: 'External links are allowed, but no links are followed',
    why: 'With "sitemap: only" no links are followed, so none leads to another site.',
    example: crawl('  sitemap: only\n  allowExternalLinks: true\n'),
    repair: ['  allowExternalLinks: true\n', ''],
  },
  'scope/duplicate-crawl': {
    title: 'Two crawls have the same request',
    why: 'Both are submitted and billed, and return the same pages.',
    example: `${crawl('')}name: one\n---\n${crawl('')}name: two\n`,
    repair: 'version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\nname: one\n',
  },
  'scope/overlapping-crawls': {
    title: 'Two crawls reach the same pages',
    why: 'Pages that two crawls reach with the same scrape options are fetched, returned and paid for twice.',
    example: `${crawl('')}name: docs\n---\n${crawl('').replace('/docs/', '/')}name: site\n`,
    repair: ['  url: https://example.com/\n', '  url: https://example.com/\n  excludePaths: [^/docs/]\n'],
  },
  'scope/not-compared': {
    title: 'Not all patterns were compared',
    why: 'Comparing patterns can take more time than everything else, so the work is limited.',
    example: `version: 2\nname: docs\nrequest: { url: https://example.com/, limit: 9, includePaths: ['^/$'] }\n# $ seq 400 | sed "s|.*|---\\nversion: 2\\nname: c&\\nrequest: { url: https://example.com/a/x/&/, limit: 9, crawlEntireDomain: true, includePaths: ['^/[a-z]/[a-z]+/&/'] }|" >> crawls/docs.yaml\n`,
    repair: 'version: 2\nrequest: { url: https://example.com/, limit: 9 }\n',
  },
}
