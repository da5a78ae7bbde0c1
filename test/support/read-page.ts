import { contentOfHtml, type HtmlRequest, type PageContent } from '../../src/service/content/html-content.ts'
import { LinkCache } from '../../src/service/page-links/link-cache.ts'
import type { ScrapeSettings } from '../../src/request/page-settings.ts'
import { someSettings } from './scrape-settings.ts'

type PageChanges = Partial<ScrapeSettings & Omit<HtmlRequest, 'scrape'>> & { readonly url?: string }

const standard = someSettings({ formats: [{ type: 'markdown' }, { type: 'html' }] })

/** Returns the content of a page with its links, Markdown and HTML, unless other formats are given. */
export function readPage(html: string, changes: PageChanges = {}): PageContent {
  const { url = 'https://example.com/docs/page.html', cache = new LinkCache(), ...others } = changes
  const { encodeQuery, isXhtml, wantLinks = true, ...scrape } = others
  const request = { scrape: { ...standard, ...scrape }, wantLinks, cache, encodeQuery, isXhtml }
  return contentOfHtml(html, url, request)
}
