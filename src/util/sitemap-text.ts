import { plural } from './plural.ts'

interface Sitemap {
  readonly statusCode?: number
  readonly urls: number
  readonly error?: string
}

/** Returns what a sitemap answered and gave, as in `200, 53 URLs` or `0 URLs: it answered 503`. */
export function sitemapText(sitemap: Sitemap): string {
  const { statusCode, urls, error } = sitemap
  const answer = statusCode === undefined ? 'no answer' : String(statusCode)
  const given = plural(urls, 'URL')
  if (error === undefined) return `${answer}, ${given}`
  return error.includes(answer) ? `${given}: ${error}` : `${answer}, ${given}: ${error}`
}

/** Returns whether a job has a sitemap that was not read, or only in part. */
export function hasUnreadSitemap(result: { readonly sitemaps?: readonly Sitemap[] } | undefined): boolean {
  return result?.sitemaps?.some(({ error }) => error !== undefined) === true
}
