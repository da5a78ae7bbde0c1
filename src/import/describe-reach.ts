import { fillDefaults } from '../request/fill-defaults.ts'
import { childPath } from '../scope/child-path.ts'
import { canParseUrl } from '../util/can-parse-url.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { draftValue } from './crawl-draft.ts'
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
    parts.push(`what is linked from there ${within(url, get('crawlEntireDomain') === true)}`)
  const limits = [
    ...(hasItems(get('includePaths')) ? ['as includePaths admit'] : []),
    ...(hasItems(get('excludePaths')) ? ['without excludePaths'] : []),
    `up to ${formatScalar(get('limit'))} pages`,
  ]
  return `${name}: ${parts.join(', ')}; ${limits.join(', ')}`
}

function formatScalar(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

function within(url: string, isWhole: boolean): string {
  if (isWhole || !canParseUrl(url)) return 'on its host'
  const { description } = childPath(new URL(url).pathname)
  return `at ${description}`
}

function hasItems(list: Json | undefined): boolean {
  return Array.isArray(list) && list.length > 0
}
