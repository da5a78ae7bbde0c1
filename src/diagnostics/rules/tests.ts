import { rulesAbout } from '../rule.ts'

const testRule = rulesAbout('scope-test', { decidedBy: 'request', excludesCrawl: false })

export interface ReachArgs {
  /** As written in the test. */
  readonly url: string
  /** The wanted way; undefined for any. */
  readonly expected: 'start' | 'sitemap' | 'link' | undefined
  readonly reached: 'sitemap' | 'sitemap-or-link' | 'link' | 'never'
}

const ASKED = {
  start: ' as the start URL',
  sitemap: ' as a page of the sitemap',
  link: ' as a page that is linked',
} as const

const REACHED = {
  sitemap: 'it is reached only if the sitemap lists it',
  'sitemap-or-link': 'it is reached only if the sitemap lists it or a page links to it',
  link: 'it is reached only if a page links to it',
  never: 'the crawl fetches only its start URL',
} as const

export const testsRules = () => ({
  'tests/not-in': testRule.error('"{url}" is listed under "in", but is out of scope: {because}.', '{flip}'),
  'tests/not-out': testRule.error('"{url}" is listed under "out", but is in scope: {because}.', '{flip}'),
  'tests/not-ignored': testRule.error(
    '"{text}" is listed under "ignored", but changes.ignore leaves "{left}" of it.',
    'Change a pattern of changes.ignore: end it with ".*" to match the rest of the line, or list here only the part that is noise.',
  ),
  'tests/not-counted': testRule.error<{ text: string; left: string }>(
    ({ text, left }) =>
      `"${text}" is listed under "counted", but changes.ignore leaves ${left === '' ? 'nothing' : `only "${left}"`} of it.`,
    'Make the pattern of changes.ignore narrower, for example with ^ at the start of the line.',
  ),
  'tests/not-reached': testRule.error<ReachArgs>(
    ({ url, expected, reached }) =>
      `"${url}" is listed under "in"${expected === undefined ? '' : ASKED[expected]}, but ${REACHED[reached]}.`,
    ({ expected, reached }) => {
      if (reached === 'never') return 'Raise "limit", or write a separate crawl for the page.'
      if (expected !== 'start') return 'Set "sitemap" to include, or write "reached: link".'
      return `Write a separate crawl that starts there, or write "reached: ${reached === 'link' ? 'link' : 'sitemap'}".`
    },
  ),
})
