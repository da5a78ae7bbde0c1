import { DOUBLE_QUOTE, SINGLE_QUOTE } from '../../util/character-codes.ts'
import { memoize } from '../../util/memoize.ts'
import { hasFormat, isMadeFrom, needsBrowser, type ScrapeSettings } from '../../request/page-settings.ts'
import { writeMarkdown } from '../markdown/markdown.ts'
import type { LinkCache, QueryEncoder } from '../page-links/link-cache.ts'
import { addressAttribute, MAX_LINKS, PageAddresses, readLinks } from '../page-links/page-links.ts'
import { type PageTree, visitTree } from '../page-tree/page-tree.ts'
import { parsePage } from '../page-tree/parse-page.ts'
import type { Json } from '../../util/json.ts'
import { joinStreamed } from './join-streamed.ts'
import { readHead } from './read-head.ts'
import { isBlank, selectKept } from './select-kept.ts'

export interface HtmlRequest {
  readonly scrape: ScrapeSettings
  readonly wantLinks: boolean
  readonly cache: LinkCache
  /** Encodes the queries of links; without, they are in UTF-8. */
  readonly encodeQuery?: QueryEncoder | undefined
  /** Whether the page follows the rules of XML for tags that end themselves. */
  readonly isXhtml?: boolean | undefined
}

export interface PageContent {
  /** The kept content; empty when not wanted. */
  readonly markdown: string
  /** The kept content with absolute URLs; empty when not wanted. */
  readonly html: string
  readonly rawHtml: string
  readonly isXhtml?: boolean | undefined
  /** Whether it is Markdown or another text, whose links are followed only from the start URL. */
  readonly isText?: boolean | undefined
  /** The links of the whole page, for the crawl. */
  readonly links: readonly string[]
  /** The links of the kept content, for the document. */
  readonly documentLinks: readonly string[]
  readonly images: readonly string[]
  readonly metadata: Readonly<Record<string, Json>>
  /** The absolute URL of a `meta` refresh that is a redirect. */
  readonly refresh?: string | undefined
  /** The parts that are left out and the reason, in one or more sentences. */
  readonly warning?: string | undefined
}

const NEEDS_BROWSER =
  'It needs a browser: without its scripts it has no text. A crawl with "waitFor" shows its pages in one.'

const HIDES_ROUTES =
  'It links to routes of a script ("#/"), which need a browser, so the crawl has only this page of them. A crawl with "waitFor" shows them.'

/** Returns the content of a page. Never throws. Time and memory grow linearly with its length. */
export function contentOfHtml(rawHtml: string, url: string, request: HtmlRequest): PageContent {
  const { scrape, wantLinks, cache, encodeQuery, isXhtml } = request
  const { wantsContent, wantsHtml, wantsMarkdown, keepsEmbedded } = wantedContent(scrape)
  const tree = parsePage(isXhtml === true ? rawHtml : joinStreamed(rawHtml), isXhtml)
  const { base, metadata, refresh } = readHead(tree, url, encodeQuery)
  const addresses = new PageAddresses(tree, { url, base, cache, encodeQuery })
  if (wantsContent) selectKept(tree, addresses, url, scrape)
  const { links, keptLinks, keptImages, isCut } = readLinks(tree, addresses, wantsContent)
  const warnings = [
    isCut ? `It has more links or images than the ${MAX_LINKS} that are read of a page.` : '',
    wantsContent ? whyBlank(tree, scrape) : '',
    wantLinks && hasRoutes(url, links, scrape) ? HIDES_ROUTES : '',
  ].filter((text) => text !== '')
  return {
    markdown: wantsMarkdown ? writeMarkdown(tree, addresses, keepsEmbedded) : '',
    html: wantsHtml ? writeHtml(tree, addresses) : '',
    rawHtml,
    isXhtml,
    links: wantLinks ? links : [],
    documentLinks: keptLinks,
    images: keptImages,
    metadata,
    refresh,
    warning: warnings.length === 0 ? undefined : warnings.join(' '),
  }
}

const wantedContent = memoize((scrape: ScrapeSettings) => ({
  wantsContent: isMadeFrom(scrape, 'content', 'markdown'),
  wantsHtml: hasFormat(scrape, 'html'),
  wantsMarkdown: isMadeFrom(scrape, 'markdown'),
  keepsEmbedded: !scrape.removeBase64Images,
}))

/** Tells whether a page links to its own routes, and no browser will show them. */
function hasRoutes(url: string, links: readonly string[], scrape: ScrapeSettings): boolean {
  if (needsBrowser(scrape)) return false
  const page = url.split('#', 1)[0] ?? ''
  // A link to "#/" alone leads to the page itself, and many pages use it for buttons.
  return links.some((link) => link.startsWith(page) && /^#!?\/./.test(link.slice(page.length)))
}

/** Returns why a page has no content, or nothing if it has some. Its frames are pages of their own. */
function whyBlank(tree: PageTree, scrape: ScrapeSettings): string {
  const { includeTags = [], excludeTags = [] } = scrape
  if (!isBlank(tree) || /<frameset\b/i.test(tree.html)) return ''
  if (includeTags.length + excludeTags.length > 0)
    return '"includeTags" and "excludeTags" leave nothing of it.'
  return !needsBrowser(scrape) && /<script\b/i.test(tree.html) ? NEEDS_BROWSER : 'It has no text.'
}

/** Returns the kept content of a page as HTML, as the page writes it but with absolute addresses and without comments. */
function writeHtml(tree: PageTree, addresses: PageAddresses): string {
  let html = ''
  /** The kept part of the page that is not yet copied. */
  let [from, to] = [0, 0]
  const copy = (start: number, end: number): void => {
    if (start !== to) {
      html += tree.html.slice(from, to)
      from = start
    }
    to = end
  }
  const write = (text: string): void => {
    html += tree.html.slice(from, to) + text
    from = to
  }
  visitTree(tree, {
    open: (node) => {
      const [start, startTagEnd] = [tree.start(node), tree.startTagEnd(node)]
      const [endTagStart, end] = [tree.endTagStart(node), tree.end(node)]
      const url = addresses.addressOf(node)
      const tag = url === undefined ? undefined : rewriteTag(tree, node, url)
      if (tag === undefined) copy(start, startTagEnd)
      else write(tag)
      // The tag that ends it may be left out.
      const isUnended = endTagStart === end && end > startTagEnd && tree.isUnwrapped(tree.parent(node))
      return () => (isUnended ? write(`</${tree.name(node)}>`) : copy(endTagStart, end))
    },
    text: copy,
  })
  write('')
  return html
}

/** Returns the text of a start tag with its address replaced, or added; undefined if the page's own will do. */
function rewriteTag(tree: PageTree, node: number, url: string): string | undefined {
  const { html } = tree
  const name = addressAttribute(tree, node)
  const start = tree.start(node)
  const end = tree.startTagEnd(node)
  const place = tree.attributePlace(node, name)
  if (place === undefined) {
    const head = /^<[^\s/>]+/.exec(html.slice(start, end))?.[0] ?? ''
    return `${head} ${name}="${quotable(url)}"${html.slice(start + head.length, end)}`
  }
  if (html.slice(place.from, place.to) === url) return undefined
  const before = html.charCodeAt(place.from - 1)
  const isQuoted = before === DOUBLE_QUOTE || before === SINGLE_QUOTE
  const quotes = isQuoted && before === html.charCodeAt(place.to) ? 1 : 0
  return `${html.slice(start, place.from - quotes)}"${quotable(url)}"${html.slice(place.to + quotes, end)}`
}

function quotable(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
