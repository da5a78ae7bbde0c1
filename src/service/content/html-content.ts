import { escapeXml } from '../../util/escape-xml.ts'
import { onceEach } from '../../util/once-each.ts'
import { hasFormat, isMadeFrom, needsBrowser, type ScrapeSettings } from '../../request/page-settings.ts'
import { MAX_LINKS } from '../page-links/page-links.ts'
import { joinStreamed } from './join-streamed.ts'
import { readHtml, type PageReading, type ReadRequest } from './read-html.ts'
import type { Json } from '../../util/json.ts'

export interface HtmlRequest extends Pick<ReadRequest, 'cache' | 'isXhtml' | 'encodeQuery'> {
  readonly scrape: ScrapeSettings
  readonly wantLinks: boolean
}

const NEEDS_BROWSER =
  'It needs a browser: without its scripts it has no text. A crawl with "waitFor" shows its pages in one.'

const HIDES_ROUTES =
  'It links to routes of a script ("#/"), which need a browser, so the crawl has only this page of them. A crawl with "waitFor" shows them.'

/** Returns the content of the HTML page at `url` under the scrape options. */
export function contentOfHtml(rawHtml: string, url: string, request: HtmlRequest): PageContent {
  const { cache, encodeQuery, isXhtml } = request
  const html = isXhtml === true ? xmlAsHtml(rawHtml) : joinStreamed(rawHtml)
  const reading = readHtml(html, { ...wishesOf(request.scrape), url, cache, encodeQuery, isXhtml })
  const warnings = [
    ...(reading.isCut ? [`It has more links or images than the ${MAX_LINKS} that are read of a page.`] : []),
    ...(isShell(html, request, reading) ? [NEEDS_BROWSER] : []),
    ...(hasRoutes(url, request, reading) ? [HIDES_ROUTES] : []),
  ]
  return {
    markdown: reading.markdown,
    html: reading.html,
    rawHtml,
    isXhtml,
    links: request.wantLinks ? reading.links : [],
    documentLinks: reading.keptLinks,
    images: reading.keptImages,
    metadata: reading.metadata,
    refresh: reading.refresh,
    warning: warnings.length === 0 ? undefined : warnings.join(' '),
  }
}

const BOUND_PREFIX =
  /\sxmlns:([\w.-]+)\s*=\s*["']http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/Math\/MathML)["']/g

/** Returns XML as HTML writes it: CDATA sections as escaped text, and its own elements without the prefixes of namespaces. */
export function xmlAsHtml(xml: string): string {
  const [start = '', ...sections] = xml.split('<![CDATA[')
  const texts = sections.map((section) => {
    const end = section.indexOf(']]>')
    return end === -1 ? section : escapeXml(section.slice(0, end)) + section.slice(end + 3)
  })
  const text = start + texts.join('')
  const prefixes = new Set(Array.from(text.matchAll(BOUND_PREFIX), ([, prefix]) => prefix))
  if (prefixes.size === 0) return text
  return text.replaceAll(/<(\/?)([\w.-]+):/g, (tag: string, slash: string, prefix: string) =>
    prefixes.has(prefix) ? `<${slash}` : tag,
  )
}

/** Tells whether a page links to its own routes, and no browser will show them. */
function hasRoutes(url: string, { scrape, wantLinks }: HtmlRequest, { links }: PageReading): boolean {
  if (!wantLinks || needsBrowser(scrape)) return false
  const page = url.split('#', 1)[0] ?? ''
  // A link to "#/" alone leads to the page itself, and many pages use it for buttons.
  return links.some((link) => link.startsWith(page) && /^#!?\/./.test(link.slice(page.length)))
}

/** Tells whether a page has no text without its scripts. Its frames are pages of their own. */
function isShell(html: string, { scrape }: HtmlRequest, { isBlank }: PageReading): boolean {
  const { includeTags = [], excludeTags = [] } = scrape
  if (!isBlank || needsBrowser(scrape) || includeTags.length + excludeTags.length > 0) return false
  return /<script\b/i.test(html) && !/<frameset\b/i.test(html)
}

const wishesOf = onceEach((scrape: ScrapeSettings): Omit<ReadRequest, 'url' | 'cache' | 'encodeQuery'> => {
  const { onlyMainContent, includeTags = [], excludeTags = [], removeBase64Images } = scrape
  return {
    wantContent: isMadeFrom(scrape, 'content', 'markdown'),
    wantHtml: hasFormat(scrape, 'html'),
    wantMarkdown: isMadeFrom(scrape, 'markdown'),
    keepsEmbedded: !removeBase64Images,
    onlyMainContent,
    includeTags,
    excludeTags,
  }
})

export interface PageContent {
  readonly markdown: string
  readonly html: string
  readonly rawHtml: string
  /** Whether it follows the rules of XML for tags that end themselves. */
  readonly isXhtml?: boolean | undefined
  /** The links of the whole page, for the crawl. */
  readonly links: readonly string[]
  /** The links of the kept content, for the document. */
  readonly documentLinks: readonly string[]
  readonly images: readonly string[]
  readonly metadata: Readonly<Record<string, Json>>
  /** The absolute URL of a `meta` refresh that is a redirect. */
  readonly refresh?: string | undefined
  /** Says in one sentence or more what is left out, and why. */
  readonly warning?: string | undefined
}
