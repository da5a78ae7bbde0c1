import type { HeadMetadata } from './page-metadata.ts'
import type { PageReading } from './page-sink.ts'
import { readHtml } from './read-html.ts'
import type { LinkCache } from './resolve-link.ts'
import { findFormat, type ScrapeSettings } from './scrape-settings.ts'
import { parseSimpleSelectors, type SimpleSelectors } from './simple-selectors.ts'
import { loadMarkdownConverter } from './to-markdown.ts'

/** What a page gives, as far as it was asked for. */
export interface PageContent {
  readonly markdown: string
  readonly html: string
  readonly rawHtml: string
  /** Of the whole page, for the crawl. */
  readonly links: readonly string[]
  /** Of the kept content, for the document. */
  readonly documentLinks: readonly string[]
  readonly images: readonly string[]
  readonly metadata: HeadMetadata
}

export interface HtmlRequest {
  readonly url: string
  readonly scrape: ScrapeSettings
  readonly wantLinks: boolean
  readonly cache: LinkCache
}

const NOTHING: SimpleSelectors = { names: new Set(), classes: new Set(), ids: new Set() }

/** The content of an HTML page under the scrape options: one pass when they allow it, a tree when selectors need one. */
export async function contentOfHtml(html: string, request: HtmlRequest): Promise<PageContent> {
  const { scrape } = request
  const reading = await readContent(html, request, scrape.onlyMainContent)
  // A page may be nothing but what is usually left out: then it is its own content, as the hosted service has it.
  const isEmpty = scrape.onlyMainContent && wantsContent(scrape) && !hasText(reading.html)
  const kept = isEmpty ? await readContent(html, request, false) : reading
  const markdown = kept.markdownSource === '' ? '' : (await loadMarkdownConverter())(kept.markdownSource)
  return {
    markdown,
    html: kept.html,
    rawHtml: html,
    links: request.wantLinks ? reading.links : [],
    documentLinks: kept.keptLinks,
    images: kept.keptImages,
    metadata: reading.metadata,
  }
}

function wantsContent(scrape: ScrapeSettings): boolean {
  return (['markdown', 'html', 'links', 'images'] as const).some(
    (type) => findFormat(scrape, type) !== undefined,
  )
}

async function readContent(
  html: string,
  request: HtmlRequest,
  onlyMainContent: boolean,
): Promise<PageReading> {
  const { scrape, url, cache } = request
  const { includeTags = [], excludeTags = [] } = scrape
  const wantMarkdown = findFormat(scrape, 'markdown') !== undefined
  const wantContent = wantsContent(scrape)
  const base = { url, cache, wantContent, wantMarkdown, onlyMainContent }
  const exclude = excludeTags.length === 0 ? NOTHING : parseSimpleSelectors(excludeTags)
  if (!wantContent || (includeTags.length === 0 && exclude !== undefined)) {
    return readHtml(html, { ...base, exclude: exclude === NOTHING ? undefined : exclude })
  }
  const { selectContent } = await import('./select-content.ts')
  const page = readHtml(html, { ...base, wantMarkdown: false, onlyMainContent: false, exclude: undefined })
  const selected = selectContent(page.html, includeTags, excludeTags)
  const { links, metadata } = page
  return { ...readHtml(selected, { ...base, exclude: undefined }), links, metadata }
}

/** Whether anything but tags and space is there; looks no further than the first of it. */
function hasText(html: string): boolean {
  let position = 0
  while (position < html.length) {
    const tag = html.indexOf('<', position)
    const text = html.slice(position, tag === -1 ? html.length : tag)
    if (/\S/.test(text)) return true
    if (tag === -1) return false
    if (/^<(?:img|video|audio|iframe|svg|table|input)\b/i.test(html.slice(tag, tag + 8))) return true
    const end = html.indexOf('>', tag)
    if (end === -1) return false
    position = end + 1
  }
  return false
}
