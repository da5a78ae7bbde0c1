import { joinStreamed } from '../html/join-streamed.ts'
import { onceEach } from '../../util/once-each.ts'
import { Utf8Text } from '../../util/utf8-text.ts'
import type { PageContent } from './page-content.ts'
import type { PageReading, ReadRequest } from './page-sink.ts'
import { readHtml } from './read-html.ts'
import { MAX_LINKS } from '../link/link-collector.ts'
import type { LinkCache } from '../link/resolve-link.ts'
import { hasFormat, isMadeFrom, needsBrowser, type ScrapeSettings } from '../../request/page-settings.ts'
import { parseSimpleSelectors, type SimpleSelectors } from './simple-selectors.ts'

export interface HtmlRequest {
  readonly scrape: ScrapeSettings
  readonly wantLinks: boolean
  readonly cache: LinkCache
}

const NEEDS_BROWSER =
  'It needs a browser: without its scripts it has no text. A crawl with "waitFor" shows its pages in one.'

const NOTHING: SimpleSelectors = { names: new Set(), classes: new Set(), ids: new Set() }

/**
 * Returns the content of the HTML page at `url` under the scrape options: one pass when they allow it, a tree when selectors need
 * one.
 */
export async function contentOfHtml(
  rawHtml: string,
  url: string,
  request: HtmlRequest,
): Promise<PageContent> {
  const { scrape } = request
  const html = joinStreamed(rawHtml)
  const reading = await readContent(html, url, request, scrape.onlyMainContent)
  // A page may be nothing but what is usually left out: then it is its own content, as the hosted service has it.
  const isEmpty = scrape.onlyMainContent && reading.isBlank
  const kept = isEmpty ? await readContent(html, url, request, false) : reading
  return {
    markdown: Utf8Text.of(kept.markdown),
    html: kept.html,
    rawHtml,
    links: request.wantLinks ? reading.links : [],
    documentLinks: kept.keptLinks,
    images: kept.keptImages,
    metadata: reading.metadata,
    refresh: reading.refresh,
    warning: warningOf(reading, isShell(html, request, kept)),
  }
}

function warningOf({ isCut }: PageReading, needsScripts: boolean): string | undefined {
  const warnings = [
    ...(isCut ? [`It has more links or images than the ${MAX_LINKS} that are read of a page.`] : []),
    ...(needsScripts ? [NEEDS_BROWSER] : []),
  ]
  return warnings.length === 0 ? undefined : warnings.join(' ')
}

/** Tells whether a page has no text without its scripts. Its frames are pages of their own. */
function isShell(html: string, { scrape }: HtmlRequest, { isBlank }: PageReading): boolean {
  const { includeTags = [], excludeTags = [] } = scrape
  if (!isBlank || needsBrowser(scrape) || includeTags.length + excludeTags.length > 0) return false
  return /<script\b/i.test(html) && !/<frameset\b/i.test(html)
}

type Wishes = Required<Pick<ReadRequest, 'wantContent' | 'wantHtml' | 'wantMarkdown' | 'keepsEmbedded'>>

const wishesOf = onceEach((scrape: ScrapeSettings): Wishes => ({
  wantContent: isMadeFrom(scrape, 'content', 'markdown'),
  wantHtml: hasFormat(scrape, 'html'),
  wantMarkdown: isMadeFrom(scrape, 'markdown'),
  keepsEmbedded: !scrape.removeBase64Images,
}))

async function readContent(
  html: string,
  url: string,
  { scrape, cache }: HtmlRequest,
  onlyMainContent: boolean,
): Promise<PageReading> {
  const { includeTags = [], excludeTags = [] } = scrape
  const { wantContent, wantHtml, wantMarkdown, keepsEmbedded } = wishesOf(scrape)
  const exclude = excludeTags.length === 0 ? NOTHING : parseSimpleSelectors(excludeTags)
  // Written out: to V8, each object that begins with a spread is of a kind of its own, and what is of many kinds is slow to ask.
  const base: ReadRequest = {
    url,
    cache,
    wantContent,
    wantHtml,
    wantMarkdown,
    keepsEmbedded,
    onlyMainContent,
    isSelected: false,
    exclude: exclude === NOTHING ? undefined : exclude,
  }
  if (!wantContent || (includeTags.length === 0 && exclude !== undefined)) return readHtml(html, base)
  const { selectContent } = await import('./select-content.ts')
  const page = readHtml(html, {
    ...base,
    wantHtml: true,
    wantMarkdown: false,
    onlyMainContent: false,
    exclude: undefined,
  })
  const selected = selectContent(page.html, includeTags, excludeTags)
  const { links, metadata } = page
  const isSelected = includeTags.length > 0
  return { ...readHtml(selected, { ...base, isSelected, exclude: undefined }), links, metadata }
}
