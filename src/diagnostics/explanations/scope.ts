import type { Explanations } from '../explanation.ts'
import type { scopeRules } from '../rules/scope.ts'

function crawl(settings: string): string {
  return `version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\n${settings}`
}

export const scopeExplanations: Explanations<typeof scopeRules> = {
  'scope/too-many-patterns': {
    title: 'There are too many patterns',
    why: 'The service compiles patterns before it starts, and refuses a crawl with more than it is willing to.',
    example: `${crawl('')}  includePaths: [^/docs/]\n  excludePaths:\n# $ seq 1000 | sed 's|.*|    - ^/docs/&/|' >> crawls/docs.yaml\n`,
    repair: ['seq 1000', 'seq 999'],
  },
  'scope/not-linear-time': {
    title: 'A pattern needs backtracking',
    why: 'Patterns run on every link of every page, so the service takes only what can be searched for in linear time (RE2 syntax). Older services drop such a pattern without a word.',
    example: crawl(`  includePaths: ["^/docs/(?!internal)"]\n`),
    repair: [
      '  includePaths: ["^/docs/(?!internal)"]',
      '  includePaths: ["^/docs/"]\n  excludePaths: ["^/docs/internal"]',
    ],
  },
  'scope/not-portable': {
    title: 'Services read a pattern differently',
    why: "The embedded service searches with RE2's syntax and the hosted one with that of Rust's regex, which refuses some of what RE2 takes, or reads it as something else. Older services drop such a pattern without a word.",
    example: crawl(`  excludePaths: ["^/docs/{lang}/"]\n`),
    repair: ['{lang}', '[a-z]+'],
  },
  'scope/repeated-count': {
    title: 'A pattern repeats a repetition',
    why: 'Releases of Firecrawl from September 2026 on read "a++" as a repetition of "a+". Older releases, the embedded service and RE2 refuse it, and other tools read it as a possessive count.',
    example: crawl(`  excludePaths: ["/docs/v1++"]\n`),
    repair: ['v1++', 'v1+'],
  },
  'scope/unicode-class': {
    title: 'A pattern needs Unicode',
    why: 'Firecrawl compiles patterns without Unicode since September 2026, and refuses such a class. A URL is percent-encoded, so letters beyond ASCII are never found in it.',
    example: `version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\n  excludePaths: ['^/docs/old-\\p{L}+/']\n`,
    repair: ['\\p{L}+', '[a-z]+'],
  },
  'scope/blank-pattern': {
    title: 'A pattern is empty',
    why: 'The service passes over it. What is probably missing is a text that was meant to stand there.',
    example: crawl(`  excludePaths: ['']\n`),
    repair: ["''", '^/docs/old/'],
  },
  'scope/invalid-pattern': {
    title: 'A pattern is no valid regular expression',
    why: 'The service refuses a crawl with a pattern that it cannot compile.',
    example: crawl(`  excludePaths: ["**/internal/**"]\n`),
    repair: ['**/internal/**', '/internal/'],
  },
  'scope/glob-pattern': {
    title: 'A pattern looks like a glob',
    why: 'Patterns are regular expressions, in which a star repeats what stands before it: "blog/*" is found wherever "blog" is.',
    example: crawl('  includePaths: ["/docs/*"]\n'),
    repair: ['/docs/*', '^/docs/'],
  },
  'scope/host-in-pattern': {
    title: 'A path pattern holds a host',
    why: "Patterns are searched in the URL's path, where no scheme and no host stands, so this one never matches.",
    example: crawl('  excludePaths: ["https://example.com/docs/old/"]\n'),
    repair: ['https://example.com/docs/old/', '^/docs/old/'],
  },
  'scope/query-in-pattern': {
    title: 'A path pattern holds a query',
    why: "Patterns are searched in the URL's path, which ends before the question mark, so this one never matches what it is meant for.",
    example: crawl('  excludePaths: ["\\\\?page="]\n'),
    repair: ['  excludePaths', '  regexOnFullURL: true\n  excludePaths'],
  },
  'scope/path-pattern-on-full-url': {
    title: 'A pattern for paths is searched in whole URLs',
    why: 'With regexOnFullURL the text begins with the scheme, so a pattern that begins with "^/" never matches.',
    example: crawl('  regexOnFullURL: true\n  excludePaths: ["^/docs/old/"]\n'),
    repair: ['  regexOnFullURL: true\n', ''],
  },
  'scope/missing-slash': {
    title: 'A pattern lacks the first slash',
    why: 'Every path begins with a slash, so a pattern that begins with anything else behind "^" never matches.',
    example: crawl('  includePaths: ["^docs/"]\n'),
    repair: ['^docs/', '^/docs/'],
  },
  'scope/unencoded-pattern': {
    title: 'A pattern holds a character that URLs encode',
    why: 'Patterns are searched in the percent-encoded URL, in which a space or a letter beyond ASCII never stands.',
    example: crawl('  includePaths: ["^/docs/café/"]\n'),
    repair: ['"^/docs/café/"', '"^/docs/$", "^/docs/caf%C3%A9/"'],
  },
  'scope/never-matches': {
    title: 'A pattern never matches',
    why: 'A pattern that is found in no possible URL does nothing, which is rarely what its author thinks.',
    example: crawl('  excludePaths: ["/docs/$old"]\n'),
    repair: ['/docs/$old', '/docs/old'],
  },
  'scope/include-outside-start': {
    title: 'An include pattern points outside the crawl',
    why: 'Unless crawlEntireDomain is true, only paths below the start URL are followed, whatever includePaths says.',
    example: crawl('  includePaths: ["^/docs/", "^/blog/"]\n'),
    repair: ['  includePaths', '  crawlEntireDomain: true\n  includePaths'],
  },
  'scope/duplicate-pattern': {
    title: 'A pattern is written twice',
    why: 'The second one does nothing, and an edit of only one of them changes less than it seems to.',
    example: crawl('  excludePaths: ["/old/", "/draft/", "/old/"]\n'),
    repair: [', "/old/"]', ']'],
  },
  'scope/shadowed-pattern': {
    title: 'A pattern never makes a difference',
    why: 'Everything that it matches is matched by another pattern already.',
    example: crawl('  excludePaths: ["/internal/", "^/docs/internal/api/"]\n'),
    repair: [', "^/docs/internal/api/"', ''],
  },
  'scope/bare-word-pattern': {
    title: 'A pattern is one bare word',
    why: 'A pattern is found anywhere in the path: "blog" also matches /docs/how-we-blog and /blogger.',
    example: crawl('  excludePaths: [blog]\n'),
    repair: ['[blog]', '[/blog/]'],
  },
  'scope/start-url-shut-out': {
    title: 'The start URL is shut out of the results',
    why: 'The start URL is always fetched and its links are followed, but it is in the results only if the patterns admit it.',
    example: crawl('  includePaths: ["^/docs/api/"]\n'),
    repair: ['"^/docs/api/"', '"^/docs/$", "^/docs/api/"'],
  },
  'scope/nothing-in-scope': {
    title: 'No page can be in the results',
    why: 'The patterns contradict each other, so the crawl costs a page and returns nothing.',
    example: crawl('  includePaths: ["^/docs/[a-z]+$"]\n  excludePaths: ["^/docs/[a-m]", "^/docs/[n-z]"]\n'),
    repair: ['[a-z]+$"]', '"]'],
  },
  'scope/start-read-as-file': {
    title: "The start URL's last segment is read as a file name",
    why: 'A start that ends in a dot and two or more letters or digits admits everything beside it, not what lies below.',
    example: 'version: 2\nrequest:\n  url: https://example.com/api/v1.10\n  limit: 100\n',
    repair: ['v1.10', 'v1.10/'],
  },
  'scope/depth-with-sitemap-only': {
    title: 'A depth is set where no links are followed',
    why: 'With "sitemap: only" no links are followed, and pages of the sitemap have depth 0.',
    example: crawl('  sitemap: only\n  maxDiscoveryDepth: 2\n'),
    repair: ['  maxDiscoveryDepth: 2\n', ''],
  },
  'scope/external-with-sitemap-only': {
    title: 'External links are allowed where no links are followed',
    why: 'With "sitemap: only" no links are followed, so none leads to another site.',
    example: crawl('  sitemap: only\n  allowExternalLinks: true\n'),
    repair: ['  allowExternalLinks: true\n', ''],
  },
  'scope/duplicate-crawl': {
    title: 'Two crawls ask for the same',
    why: 'Both are submitted and paid for, and return the same pages.',
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
    why: 'Comparing patterns with each other may take more work than all the rest, so that a run has a bound for it.',
    example: `version: 2\nname: docs\nrequest: { url: https://example.com/, limit: 9, includePaths: ['^/$'] }\n# $ seq 400 | sed "s|.*|---\\nversion: 2\\nname: c&\\nrequest: { url: https://example.com/a/x/&/, limit: 9, crawlEntireDomain: true, includePaths: ['^/[a-z]/[a-z]+/&/'] }|" >> crawls/docs.yaml\n`,
    repair: 'version: 2\nrequest: { url: https://example.com/, limit: 9 }\n',
  },
}
