import { rulesWith } from '../rule.ts'

const scopeRule = rulesWith({ about: 'setting', decidedBy: 'request', leavesOut: false, saidOnce: true })
/** A pattern that services refuse. */
const refusedRule = rulesWith({ about: 'setting', decidedBy: 'place', leavesOut: true, saidOnce: true })
/** A pattern that the embedded service takes, and some other services refuse. */
const embeddedRule = rulesWith({
  about: 'embedded-service',
  decidedBy: 'place',
  leavesOut: false,
  saidOnce: true,
})
/** A pattern that services accept, but that probably means something else. */
const patternRule = rulesWith({
  about: 'setting',
  decidedBy: 'other-settings',
  leavesOut: false,
  saidOnce: true,
})
const globRule = rulesWith({ about: 'misread-pattern', decidedBy: 'place', leavesOut: false, saidOnce: true })
const misreadRule = rulesWith({
  about: 'misread-pattern',
  decidedBy: 'other-settings',
  leavesOut: false,
  saidOnce: true,
})
const listRule = rulesWith({ about: 'items', decidedBy: 'request', leavesOut: true, saidOnce: true })

/** One pattern and the list that holds it. */
export interface PatternArgs {
  readonly pattern: string
  readonly list: string
}

function crawl(settings: string): string {
  return `version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\n${settings}`
}

/** Mistakes in the patterns and hosts that decide which pages belong to a crawl. */
export const scopeRules = {
  'scope/too-many-patterns': listRule<{ count: number; most: number; unit: string }>({
    severity: 'error',
    title: 'There are too many patterns',
    why: 'The service compiles patterns before it starts, and refuses a crawl with more than it is willing to.',
    message: ({ count, most, unit }) =>
      `includePaths and excludePaths hold ${count} ${unit}; at most ${most} are allowed.`,
    help: () => 'Say the same with fewer patterns: "^/(a|b)/" replaces two.',
    example: `${crawl('')}  includePaths: [^/docs/]\n  excludePaths:\n# $ seq 1000 | sed 's|.*|    - ^/docs/&/|' >> crawls/docs.yaml\n`,
  }),
  'scope/not-linear-time': refusedRule<
    PatternArgs & { text: string; construct: string; rewrite?: string | undefined }
  >({
    severity: 'error',
    title: 'A pattern needs backtracking',
    why: 'Patterns run on every link of every page, so the service takes only what can be searched for in linear time (RE2 syntax). Older services drop such a pattern without a word.',
    message: ({ pattern, list, text, construct }) =>
      `"${pattern}" of ${list} uses ${construct} ("${text}"), which the service refuses.`,
    help: ({ rewrite }) => rewrite ?? 'Say it without, in several patterns: excludes win over includes.',
    example: crawl(`  includePaths: ["^/docs/(?!internal)"]\n`),
  }),
  'scope/not-portable': refusedRule<
    PatternArgs & { text: string; rewrite: string; meant?: string | undefined }
  >({
    severity: 'error',
    title: 'Services read a pattern differently',
    why: "The embedded service searches with RE2's syntax and the hosted one with that of Rust's regex, which refuses some of what RE2 takes, or reads it as something else. Older services drop such a pattern without a word.",
    message: ({ pattern, list, text }) =>
      `"${pattern}" of ${list} holds "${text}", which not every service reads alike.`,
    help: ({ text, rewrite, meant }) => {
      if (meant !== undefined) return `Patterns are regular expressions, not globs. Did you mean "${meant}"?`
      const plain = `Write "${rewrite}" for the characters themselves`
      return /^\{[\w -]+\}$/.test(text)
        ? `${plain}, or "[^/]+" in the place of "${text}" for any name.`
        : `${plain}.`
    },
    example: crawl(`  excludePaths: ["^/docs/{lang}/"]\n`),
  }),
  'scope/repeated-count': refusedRule<
    PatternArgs & { text: string; instead?: string | undefined; meant?: string | undefined }
  >({
    severity: 'error',
    title: 'A pattern repeats a repetition',
    why: 'Releases of Firecrawl from September 2026 on read "a++" as a repetition of "a+". Older releases, the embedded service and RE2 refuse it, and other tools read it as a possessive count.',
    message: ({ pattern, list, text }) =>
      `"${pattern}" of ${list} repeats a repetition ("${text}"). Firecrawl takes that since September 2026; older releases and the embedded service refuse it.`,
    help: ({ instead, meant }) => {
      if (meant !== undefined) return `Patterns are regular expressions, not globs. Did you mean "${meant}"?`
      return instead === undefined
        ? 'Put the first repetition into a group: "(?:a{2}){3}" for "a{2}{3}".'
        : `Write "${instead}".`
    },
    example: crawl(`  excludePaths: ["/docs/v1++"]\n`),
  }),
  'scope/unicode-class': embeddedRule<PatternArgs & { text: string }>({
    severity: 'info',
    title: 'A pattern needs Unicode',
    why: 'Firecrawl compiles patterns without Unicode since September 2026, and refuses such a class. A URL is percent-encoded, so letters beyond ASCII are never found in it.',
    message: ({ pattern, list, text }) =>
      `"${pattern}" of ${list} holds "${text}", which releases of Firecrawl since September 2026 refuse.`,
    help: () => 'Write letters as [A-Za-z], and others percent-encoded in capitals, as in "%C3%A9".',
    example: `version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\n  excludePaths: ['^/docs/old-\\p{L}+/']\n`,
  }),
  'scope/blank-pattern': patternRule<{ list: string }>({
    severity: 'warning',
    title: 'A pattern is empty',
    why: 'The service passes over it. What is probably missing is a text that was meant to stand there.',
    message: ({ list }) => `A pattern of ${list} is empty, and has no effect.`,
    help: () => 'Write the pattern, or remove the item.',
    example: crawl(`  excludePaths: ['']\n`),
  }),
  'scope/invalid-pattern': refusedRule<PatternArgs & { detail: string; meant?: string | undefined }>({
    severity: 'error',
    title: 'A pattern is no valid regular expression',
    why: 'The service refuses a crawl with a pattern that it cannot compile.',
    message: ({ pattern, list, detail }) => `"${pattern}" of ${list} is not a regular expression: ${detail}.`,
    help: ({ meant }) =>
      meant === undefined
        ? 'Patterns are regular expressions in RE2 syntax; write a backslash before a character that stands for itself.'
        : `Patterns are regular expressions, not globs. Did you mean "${meant}"?`,
    example: crawl(`  excludePaths: ["**/internal/**"]\n`),
  }),
  'scope/glob-pattern': globRule<PatternArgs & { meant: string }>({
    severity: 'warning',
    title: 'A pattern looks like a glob',
    why: 'Patterns are regular expressions, in which a star repeats what stands before it: "blog/*" is found wherever "blog" is.',
    message: ({ pattern, list }) =>
      `"${pattern}" of ${list} looks like a glob, but is read as a regular expression.`,
    help: ({ meant }) => `Did you mean "${meant}"?`,
    example: crawl('  includePaths: ["/docs/*"]\n'),
  }),
  'scope/host-in-pattern': misreadRule<PatternArgs & { meant?: string | undefined }>({
    severity: 'warning',
    title: 'A path pattern holds a host',
    why: "Patterns are searched in the URL's path, where no scheme and no host stands, so this one never matches.",
    message: ({ pattern, list }) =>
      `"${pattern}" of ${list} holds a scheme or host, but only the path is searched.`,
    help: ({ meant }) =>
      meant === undefined
        ? 'Leave the host away, or set regexOnFullURL to true.'
        : `Write "${meant}", or set regexOnFullURL to true.`,
    example: crawl('  excludePaths: ["https://example.com/docs/old/"]\n'),
  }),
  'scope/query-in-pattern': misreadRule<PatternArgs>({
    severity: 'warning',
    title: 'A path pattern holds a query',
    why: "Patterns are searched in the URL's path, which ends before the question mark, so this one never matches what it is meant for.",
    message: ({ pattern, list }) =>
      `"${pattern}" of ${list} is about the query, but only the path is searched.`,
    help: () =>
      'Set regexOnFullURL to true to search the whole URL, or ignoreQueryParameters to crawl each path once.',
    example: crawl('  excludePaths: ["\\\\?page="]\n'),
  }),
  'scope/path-pattern-on-full-url': misreadRule<PatternArgs & { meant?: string | undefined }>({
    severity: 'warning',
    title: 'A pattern for paths is searched in whole URLs',
    why: 'With regexOnFullURL the text begins with the scheme, so a pattern that begins with "^/" never matches.',
    message: ({ pattern, list }) =>
      `"${pattern}" of ${list} begins where a path begins, but regexOnFullURL is true and URLs begin with "http".`,
    help: ({ meant }) =>
      meant === undefined
        ? 'Set regexOnFullURL to false.'
        : `Write "${meant}", or set regexOnFullURL to false.`,
    example: crawl('  regexOnFullURL: true\n  excludePaths: ["^/docs/old/"]\n'),
  }),
  'scope/missing-slash': patternRule<PatternArgs & { meant: string }>({
    severity: 'warning',
    title: 'A pattern lacks the first slash',
    why: 'Every path begins with a slash, so a pattern that begins with anything else behind "^" never matches.',
    message: ({ pattern, list }) => `"${pattern}" of ${list} never matches: every path begins with "/".`,
    help: ({ meant }) => `Did you mean "${meant}"?`,
    example: crawl('  includePaths: ["^docs/"]\n'),
  }),
  'scope/unencoded-pattern': patternRule<PatternArgs & { found: string; meant?: string | undefined }>({
    severity: 'warning',
    title: 'A pattern holds a character that URLs encode',
    why: 'Patterns are searched in the percent-encoded URL, in which a space or a letter beyond ASCII never stands.',
    message: ({ pattern, list, found }) =>
      `"${pattern}" of ${list} never matches: "${found}" is percent-encoded in a URL.`,
    help: ({ meant }) =>
      meant === undefined ? 'Write it percent-encoded, in capitals.' : `Did you mean "${meant}"?`,
    example: crawl('  includePaths: ["^/docs/café/"]\n'),
  }),
  'scope/never-matches': patternRule<PatternArgs & { searched: string }>({
    severity: 'warning',
    title: 'A pattern never matches',
    why: 'A pattern that is found in no possible URL does nothing, which is rarely what its author thinks.',
    message: ({ pattern, list, searched }) => `"${pattern}" of ${list} is found in no ${searched}.`,
    help: () => 'Try it with "crawlform explain NAME URL", or remove it.',
    example: crawl('  excludePaths: ["/docs/$old"]\n'),
  }),
  'scope/include-outside-start': patternRule<{ pattern: string; admitted: string }>({
    severity: 'warning',
    title: 'An include pattern points outside the crawl',
    why: 'Unless crawlEntireDomain is true, only paths below the start URL are followed, whatever includePaths says.',
    message: ({ pattern, admitted }) =>
      `"${pattern}" of includePaths matches no page of this crawl, which admits only ${admitted}.`,
    help: () => 'Set crawlEntireDomain to true, or start at a path above.',
    example: crawl('  includePaths: ["^/docs/", "^/blog/"]\n'),
  }),
  'scope/duplicate-pattern': patternRule<PatternArgs>({
    severity: 'warning',
    title: 'A pattern is written twice',
    why: 'The second one does nothing, and an edit of only one of them changes less than it seems to.',
    message: ({ pattern, list }) => `"${pattern}" stands in ${list} twice.`,
    help: () => 'Remove one of them.',
    example: crawl('  excludePaths: ["/old/", "/draft/", "/old/"]\n'),
  }),
  'scope/shadowed-pattern': patternRule<PatternArgs & { by: string; byList: string }>({
    severity: 'warning',
    title: 'A pattern never makes a difference',
    why: 'Everything that it matches is matched by another pattern already.',
    message: ({ pattern, list, by, byList }) =>
      list === byList
        ? `"${pattern}" of ${list} makes no difference: "${by}" matches everything that it matches.`
        : `"${pattern}" of ${list} admits nothing: "${by}" of ${byList} matches everything that it matches, and excludes win.`,
    help: ({ list, byList }) =>
      list === byList ? 'Remove it, or narrow the other one.' : 'Narrow the exclude, or remove the include.',
    example: crawl('  excludePaths: ["/internal/", "^/docs/internal/api/"]\n'),
  }),
  'scope/bare-word-pattern': patternRule<PatternArgs & { meant: string }>({
    severity: 'warning',
    title: 'A pattern is one bare word',
    why: 'A pattern is found anywhere in the path: "blog" also matches /docs/how-we-blog and /blogger.',
    message: ({ pattern, list }) => `"${pattern}" of ${list} matches that word anywhere in a path.`,
    help: ({ meant }) => `To mean the section, write "${meant}".`,
    example: crawl('  excludePaths: [blog]\n'),
  }),
  'scope/start-url-shut-out': scopeRule<{ url: string; because: string }>({
    severity: 'warning',
    title: 'The start URL is shut out of the results',
    why: 'The start URL is always fetched and its links are followed, but it is in the results only if the patterns admit it.',
    message: ({ url, because }) =>
      `The start URL ${url} is fetched, but left out of the results: ${because}.`,
    help: () => 'Change the pattern, or list the start URL under "out" in "tests" if this is meant.',
    example: crawl('  includePaths: ["^/docs/api/"]\n'),
  }),
  'scope/nothing-in-scope': scopeRule<{ admitted: string }>({
    severity: 'warning',
    title: 'No page can be in the results',
    why: 'The patterns contradict each other, so the crawl costs a page and returns nothing.',
    message: ({ admitted }) => `No page at ${admitted} passes the patterns of this crawl.`,
    help: () => 'Try a page with "crawlform explain NAME URL" to see which pattern keeps it out.',
    example: crawl('  includePaths: ["^/docs/[a-z]+$"]\n  excludePaths: ["^/docs/[a-m]", "^/docs/[n-z]"]\n'),
  }),
  'scope/start-read-as-file': scopeRule<{ segment: string; directory: string; url: string }>({
    severity: 'warning',
    title: "The start URL's last segment is read as a file name",
    why: 'A start that ends in a dot and two or more letters or digits admits everything beside it, not what lies below.',
    message: ({ segment, directory }) =>
      `"${segment}" is read as a file name, so this crawl follows everything below ${directory}.`,
    help: ({ url }) => `To stay below it, start at ${url}/.`,
    example: 'version: 2\nrequest:\n  url: https://example.com/api/v1.10\n  limit: 100\n',
  }),
  'scope/depth-with-sitemap-only': scopeRule<{ depth: number }>({
    severity: 'warning',
    title: 'A depth is set where no links are followed',
    why: 'With "sitemap: only" no links are followed, and pages of the sitemap have depth 0.',
    message: ({ depth }) => `maxDiscoveryDepth: ${depth} has no effect, because sitemap is "only".`,
    help: () => 'Remove it, or set sitemap to include.',
    example: crawl('  sitemap: only\n  maxDiscoveryDepth: 2\n'),
  }),
  'scope/external-with-sitemap-only': scopeRule({
    severity: 'warning',
    title: 'External links are allowed where no links are followed',
    why: 'With "sitemap: only" no links are followed, so none leads to another site.',
    message: () => 'allowExternalLinks has no effect, because sitemap is "only".',
    help: () => 'Remove it, or set sitemap to include.',
    example: crawl('  sitemap: only\n  allowExternalLinks: true\n'),
  }),
  'scope/duplicate-crawl': scopeRule<{ name: string; other: string; sameDocument: boolean }>({
    severity: 'warning',
    title: 'Two crawls ask for the same',
    why: 'Both are submitted and paid for, and return the same pages.',
    message: ({ name, other }) => `"${name}" asks for exactly what "${other}" asks for.`,
    help: ({ sameDocument }) =>
      sameDocument
        ? 'Use the values of the matrix in "request", as in "${matrix.locale}".'
        : 'Remove one of them.',
    example: `${crawl('')}name: one\n---\n${crawl('')}name: two\n`,
  }),
  'scope/overlapping-crawls': scopeRule<{ name: string; other: string; url: string }>({
    severity: 'warning',
    title: 'Two crawls reach the same pages',
    why: 'Pages that two crawls reach with the same scrape options are fetched, returned and paid for twice.',
    message: ({ name, other, url }) =>
      `"${name}" and "${other}" both reach pages such as ${url}, with the same scrapeOptions.`,
    help: () => 'Exclude the pages of one from the other, or crawl them in one.',
    example: `${crawl('')}name: docs\n---\n${crawl('').replace('/docs/', '/')}name: site\n`,
  }),
  'scope/not-compared': scopeRule<{ count: number }>({
    severity: 'info',
    title: 'Not all patterns were compared',
    why: 'Comparing patterns with each other may take more work than all the rest, so that a run has a bound for it.',
    message: ({ count }) =>
      `${count} ${count === 1 ? 'comparison' : 'comparisons'} of patterns and crawls would have taken too long and ${count === 1 ? 'was' : 'were'} left out: there may be overlaps and useless patterns that are not reported.`,
    help: () => 'Begin patterns with "^/" and the section that they mean, which makes them quick to compare.',
    example: `version: 2\nname: docs\nrequest: { url: https://example.com/, limit: 9, includePaths: ['^/$'] }\n# $ seq 400 | sed "s|.*|---\\nversion: 2\\nname: c&\\nrequest: { url: https://example.com/a/x/&/, limit: 9, crawlEntireDomain: true, includePaths: ['^/[a-z]/[a-z]+/&/'] }|" >> crawls/docs.yaml\n`,
  }),
}
