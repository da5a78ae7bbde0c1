import { rulesAbout } from '../rule.ts'

const scopeRule = rulesAbout('setting', { decidedBy: 'request', excludesCrawl: false, reportedOnce: true })
/** A pattern that services refuse. */
const refusedRule = rulesAbout('setting', { reportedOnce: true })
/** A pattern that the embedded service takes, and some other services refuse. */
const embeddedRule = rulesAbout('embedded-service', { excludesCrawl: false, reportedOnce: true })
/** A pattern that services accept, but that probably means something else. */
const patternRule = rulesAbout('setting', {
  decidedBy: 'other-settings',
  excludesCrawl: false,
  reportedOnce: true,
})
const globRule = rulesAbout('misread-pattern', { excludesCrawl: false, reportedOnce: true })
const misreadRule = rulesAbout('misread-pattern', {
  decidedBy: 'other-settings',
  excludesCrawl: false,
  reportedOnce: true,
})
const listRule = rulesAbout('items', { decidedBy: 'request', reportedOnce: true })

/** One pattern and the list that holds it. */
export interface PatternArgs {
  readonly pattern: string
  readonly list: string
}

const misreadRules = () => ({
  'scope/too-many-patterns': listRule.error(
    'includePaths and excludePaths have {count} {unit}; at most {most} are allowed.',
    'Use fewer patterns: "^/(a|b)/" replaces two.',
  ),
  'scope/not-linear-time': refusedRule.error(
    '"{pattern}" of {list} uses {construct} ("{text}"), which the service refuses.',
    ['{rewrite}', 'Use several patterns instead: excludes win over includes.'],
  ),
  'scope/not-portable': refusedRule.error<
    PatternArgs & { text: string; rewrite: string; meant?: string | undefined }
  >(
    '"{pattern}" of {list} contains "{text}", which services read differently.',
    ({ text, rewrite, meant }) => {
      if (meant !== undefined) return `Patterns are regular expressions, not globs. Did you mean "${meant}"?`
      const plain = `Write "${rewrite}" for the characters themselves`
      return /^\{[\w -]+\}$/.test(text)
        ? `${plain}, or "[^/]+" in the place of "${text}" for any name.`
        : `${plain}.`
    },
  ),
  'scope/repeated-count': refusedRule.error(
    '"{pattern}" of {list} repeats a repetition ("{text}"). Firecrawl accepts that since September 2026; older releases and the embedded service refuse it.',
    [
      'Patterns are regular expressions, not globs. Did you mean "{meant}"?',
      'Write "{instead}".',
      'Put the first repetition into a group: "(?:a{2}){3}" for "a{2}{3}".',
    ],
  ),
  'scope/unicode-class': embeddedRule.info(
    '"{pattern}" of {list} contains "{text}", which Firecrawl releases since September 2026 refuse.',
    'Write letters as [A-Za-z], and others percent-encoded in capitals, as in "%C3%A9".',
  ),
  'scope/blank-pattern': patternRule.warning(
    'A pattern of {list} is empty, and has no effect.',
    'Write the pattern, or remove the item.',
  ),
  'scope/invalid-pattern': refusedRule.error('"{pattern}" of {list} is not a regular expression: {detail}.', [
    'Patterns are regular expressions, not globs. Did you mean "{meant}"?',
    'Patterns are regular expressions in RE2 syntax; write a backslash before a literal special character.',
  ]),
  'scope/joined-patterns': misreadRule.warning(
    '"{pattern}" of {list} is read as one pattern.',
    'Write an item for each pattern: {items}.',
  ),
  'scope/glob-pattern': globRule.warning(
    '"{pattern}" of {list} looks like a glob, but is read as a regular expression.',
    'Did you mean "{meant}"?',
  ),
  'scope/host-in-pattern': misreadRule.warning(
    '"{pattern}" of {list} contains a scheme or host, but only the path is searched.',
    ['Write "{meant}", or set regexOnFullURL to true.', 'Remove the host, or set regexOnFullURL to true.'],
  ),
  'scope/query-in-pattern': misreadRule.warning(
    '"{pattern}" of {list} is about the query, but only the path is searched.',
    'Set regexOnFullURL to true to search the whole URL, or ignoreQueryParameters to crawl each path once.',
  ),
  'scope/path-pattern-on-full-url': misreadRule.warning(
    '"{pattern}" of {list} begins like a path, but regexOnFullURL is true and URLs begin with "http".',
    ['Write "{meant}", or set regexOnFullURL to false.', 'Set regexOnFullURL to false.'],
  ),
})

const effectRules = () => ({
  'scope/missing-slash': patternRule.warning(
    '"{pattern}" of {list} never matches: every path begins with "/".',
    'Did you mean "{meant}"?',
  ),
  'scope/unencoded-pattern': patternRule.warning(
    '"{pattern}" of {list} never matches: "{found}" is percent-encoded in a URL.',
    ['Did you mean "{meant}"?', 'Write it percent-encoded, in capitals.'],
  ),
  'scope/never-matches': patternRule.warning('"{pattern}" of {list} matches no {searched}.', [
    'Write "{meant}": a pattern has no slashes around it.',
    'Try it with "crawlform explain NAME URL", or remove it.',
  ]),
  'scope/include-outside-start': patternRule.warning(
    '"{pattern}" of includePaths matches no page of this crawl, which admits only {admitted}.',
    'Set crawlEntireDomain to true, or start at a path above.',
  ),
  'scope/duplicate-pattern': patternRule.warning('"{pattern}" is in {list} twice.', 'Remove one of them.'),
  'scope/shadowed-pattern': patternRule.warning<PatternArgs & { by: string; byList: string }>(
    ({ pattern, list, by, byList }) =>
      list === byList
        ? `"${pattern}" of ${list} has no effect: "${by}" matches everything that it matches.`
        : `"${pattern}" of ${list} admits nothing: "${by}" of ${byList} matches everything that it matches, and excludes win.`,
    ({ list, byList }) =>
      list === byList ? 'Remove it, or narrow the other one.' : 'Narrow the exclude, or remove the include.',
  ),
  'scope/bare-word-pattern': patternRule.warning(
    '"{pattern}" of {list} matches that word anywhere in a path.',
    'To match the section, write "{meant}".',
  ),
  'scope/start-url-shut-out': scopeRule.warning(
    'The start URL {url} is fetched, but excluded from the results: {because}.',
    'Change the pattern, or list the start URL under "out" in "tests" if this is intended.',
  ),
  'scope/nothing-in-scope': scopeRule.warning(
    'No page at {admitted} passes the patterns of this crawl.',
    'Try a page with "crawlform explain NAME URL" to see which pattern excludes it.',
  ),
  'scope/start-read-as-file': scopeRule.warning(
    '"{segment}" is read as a file name, so this crawl follows everything below {directory}.',
    'To stay below it, start at {url}/.',
  ),
  'scope/depth-with-sitemap-only': scopeRule.warning(
    'maxDiscoveryDepth: {depth} has no effect, because sitemap is "only".',
    'Remove it, or set sitemap to include.',
  ),
  'scope/external-with-sitemap-only': scopeRule.warning(
    'allowExternalLinks has no effect, because sitemap is "only".',
    'Remove it, or set sitemap to include.',
  ),
  'scope/duplicate-crawl': scopeRule.warning<{ name: string; other: string; sameDocument: boolean }>(
    '"{name}" and "{other}" have exactly the same request.',
    ({ sameDocument }) =>
      sameDocument
        ? 'Use the values of the matrix in "request", as in "${matrix.locale}".'
        : 'Remove one of them.',
  ),
  'scope/overlapping-crawls': scopeRule.warning(
    '"{name}" and "{other}" both reach pages such as {url}, with the same scrapeOptions.',
    'Exclude the pages of one from the other, or merge both crawls.',
  ),
  'scope/not-compared': scopeRule.info<{ count: number }>(
    ({ count }) =>
      `${count} ${count === 1 ? 'comparison' : 'comparisons'} of patterns and crawls would have taken too long and ${count === 1 ? 'was' : 'were'} skipped: some overlaps and useless patterns may not be reported.`,
    'Begin patterns with "^/" and a section, which makes them quick to compare.',
  ),
})

/** Mistakes in the patterns and hosts that decide which pages belong to a crawl. */
export const scopeRules = () => ({ ...misreadRules(), ...effectRules() })
