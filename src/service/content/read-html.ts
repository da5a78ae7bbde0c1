import { writeHtml } from './html-writer.ts'
import { type PageHead, readHead } from './read-head.ts'
import { type SelectRequest, selectKept } from './select-kept.ts'
import { writeMarkdown } from '../markdown/markdown.ts'
import type { LinkCache, QueryEncoder } from '../page-links/link-cache.ts'
import { PageAddresses } from '../page-links/page-addresses.ts'
import { type PageLinks, readLinks } from '../page-links/page-links.ts'
import { type PageTree, ROOT } from '../page-tree/page-tree.ts'
import { parsePage } from '../page-tree/parse-page.ts'
import type { Selection } from '../page-tree/selection.ts'
import { SKIP, visitKept } from '../page-tree/visit-tree.ts'

export interface ReadRequest extends SelectRequest {
  /** Whether the page follows the rules of XML for tags that end themselves. */
  readonly isXhtml?: boolean | undefined
  readonly cache: LinkCache
  /** Encodes the queries of links; without, they are in UTF-8. */
  readonly encodeQuery?: QueryEncoder | undefined
  /** Whether the content is wanted, or only the page's links and metadata. */
  readonly wantContent: boolean
  readonly wantHtml: boolean
  readonly wantMarkdown: boolean
  /** Keeps images given as `data:` URLs in the Markdown. */
  readonly keepsEmbedded: boolean
}

/** The links and images of a page, what its head says, and its kept content. */
export interface PageReading extends PageLinks, Omit<PageHead, 'base'> {
  /** Whether content was wanted and only tags and white space were kept. */
  readonly isBlank: boolean
  /** The kept content with absolute URLs; empty when not wanted. */
  readonly html: string
  /** The kept content as Markdown; empty when not wanted. */
  readonly markdown: string
}

/**
 * Reads the text of a page: its links, images and metadata, and the kept content as HTML and Markdown. Never throws,
 * whatever the text. Time and memory grow linearly with its length.
 */
export function readHtml(html: string, request: ReadRequest): PageReading {
  const { url, cache, encodeQuery, wantContent, wantHtml, wantMarkdown, keepsEmbedded } = request
  const tree = parsePage(html, request.isXhtml)
  const { base, ...head } = readHead(tree, url, encodeQuery)
  const addresses = new PageAddresses(tree, { url, base, cache, encodeQuery })
  const select = (onlyMainContent: boolean): Selection =>
    selectKept(tree, addresses, { ...request, onlyMainContent })
  if (!wantContent)
    return { ...head, ...readLinks(tree, addresses, undefined), isBlank: false, html: '', markdown: '' }
  let selection = select(request.onlyMainContent)
  // A page may only hold elements that are usually left out. Then they are its content, as in the hosted service.
  if (request.onlyMainContent && isBlank(tree, selection)) selection = select(false)
  return {
    ...head,
    ...readLinks(tree, addresses, selection),
    isBlank: isBlank(tree, selection),
    html: wantHtml ? writeHtml(tree, selection, addresses) : '',
    markdown: wantMarkdown ? writeMarkdown(tree, selection, { links: addresses, keepsEmbedded }) : '',
  }
}

/** Elements that show something even when they are empty. */
const SHOWN: ReadonlySet<string> = new Set(['img', 'video', 'audio', 'iframe', 'svg', 'input'])

/** Tells whether nothing is kept of a page that a reader could read or see. */
function isBlank(tree: PageTree, selection: Selection): boolean {
  let isEmpty = true
  visitKept({ tree, selection }, ROOT, {
    open: (node) => {
      isEmpty &&= !SHOWN.has(tree.name(node))
      return isEmpty ? undefined : SKIP
    },
    text: (from, to) => {
      isEmpty &&= !/\S/.test(tree.html.slice(from, to))
    },
  })
  return isEmpty
}
