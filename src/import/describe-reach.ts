import { fillDefaults } from '../request/fill-defaults.ts'
import { childPath } from '../scope/rules.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { plural } from '../util/text.ts'
import { draftValue } from './crawl-draft.ts'
import type { PageReach } from './page-reach.ts'
import type { SettledDraft } from './render-draft.ts'

/**
 * Returns where a crawl starts and what it follows from there, so that people notice a page that nothing leads to before
 * they pay for the crawl.
 */
export function describeReach({ name, items }: SettledDraft): string {
  const { request } = draftValue(items)
  const settings = fillDefaults(isJsonObject(request) ? request : {})
  const get = (key: string): Json | undefined => settings[key]
  const url = formatScalar(get('url'))
  const parts = [url]
  if (get('sitemap') !== 'skip') parts.push('the pages of its sitemap')
  if (get('sitemap') !== 'only' && get('maxDiscoveryDepth') !== 0)
    parts.push(
      [
        `pages linked from there ${within(url, get('crawlEntireDomain') === true)}`,
        ...(get('allowSubdomains') === true ? ['on other hosts of its domain'] : []),
        ...(get('allowExternalLinks') === true ? ['one link deep on other sites'] : []),
      ].join(' or '),
    )
  const limits = [
    ...(hasItems(get('includePaths')) ? ['only pages of includePaths'] : []),
    ...(hasItems(get('excludePaths')) ? ['no pages of excludePaths'] : []),
    `up to ${formatScalar(get('limit'))} ${get('limit') === 1 ? 'page' : 'pages'}`,
  ]
  return `${name}: ${parts.join(', ')}; ${limits.join(', ')}`
}

const WAYS = {
  start: 'sure',
  'not-in-results': 'sure, for its links alone',
  'sitemap-or-link': 'if listed in the sitemap or linked',
  sitemap: 'only if listed in the sitemap',
  link: 'only if linked',
  never: 'never',
} as const

/**
 * Describes how the source's pages are reached: a count for each way, then each page that is not sure. Empty for a source
 * without pages.
 */
export function describePages(pages: readonly PageReach[]): readonly string[] {
  if (pages.length === 0) return []
  const counts = Object.entries(WAYS).flatMap(([way, text]) => {
    const count = pages.filter((page) => wayOf(page) === way).length
    return count === 0 ? [] : [`${count} ${text}`]
  })
  const doubtful = pages.filter((page) => wayOf(page) !== 'start')
  return [
    `The source names ${plural(pages.length, 'page')}: ${counts.join(', ')}.`,
    ...doubtful.map((page) => {
      const why = page.inResults || page.because === undefined ? '' : `: ${page.because}`
      return `  ${WAYS[wayOf(page)]}  ${page.url} (${page.field})${why}`
    }),
  ]
}

function wayOf({ reached, inResults }: PageReach): keyof typeof WAYS {
  return reached === 'start' && !inResults ? 'not-in-results' : reached
}

function formatScalar(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

function within(url: string, isWhole: boolean): string {
  const start = parseUrl(url)
  if (isWhole || start === undefined) return 'on its host'
  const { description } = childPath(start.pathname)
  // The URL parser encodes the braces of a template.
  return `at ${description.replaceAll(/\$%7B((?:matrix\.|env:|secret:).*?)%7D/g, '${$1}')}`
}

function hasItems(list: Json | undefined): boolean {
  return Array.isArray(list) && list.length > 0
}
