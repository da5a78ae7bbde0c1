import { plural } from './plural.ts'

/** Returns what a sitemap answered and gave, as in `200, 53 URLs`. */
export function sitemapText(sitemap: { statusCode?: number; urls: number; error?: string }): string {
  const { statusCode, urls, error } = sitemap
  const answer = statusCode === undefined ? 'no answer' : String(statusCode)
  return [answer, plural(urls, 'URL'), ...(error === undefined ? [] : [error])].join(', ')
}
