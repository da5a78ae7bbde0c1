import { decodeHTML } from 'entities'
import { type MarkdownPage, type WriteElement, iconLabel, labelOf, withoutTags } from './markdown-page.ts'
import { type PageTree, ROOT, SKIP } from '../page-tree/page-tree.ts'

/** Addresses that edit a section of a wiki. */
const EDITS = /[?&](?:action|do|veaction)=edit\b/
/** Headings with more HTML than this are not searched for content. */
const MAX_SEARCHED = 2000

/**
 * Writes an `a`. A link in a link ends the outer one, as in browsers. Around a heading, the link is in the heading,
 * because Markdown has no heading in a link.
 */
export const link: WriteElement = (page, node) => {
  const { tree, lines, links } = page
  const href = tree.attribute(node, 'href')
  if (href === undefined) return undefined
  const isOwn = links.isOwnFragment(node)
  const isInHeading = page.headings > 0
  const isCopied = isOwn && isPermalink(page, node, href.replace(/^.*#/s, ''))
  if (isCopied && !(isInHeading && isWholeHeading(tree, node))) return SKIP
  if (isInHeading && EDITS.test(href)) return SKIP
  // A heading is no link to itself.
  if (isScript(href) || (isOwn && isInHeading)) return undefined
  const opened = { url: links.addressOf(node) ?? href, title: tree.attribute(node, 'title') }
  if (!lines.isInCell && hasHeading(page, node)) {
    if (isOwn) return undefined
    page.headingLink = opened
    return () => {
      page.headingLink = undefined
    }
  }
  lines.openLink(opened)
  return () => {
    if (lines.link !== opened) return
    // A link without text would be an empty pair of brackets. One to a place in a page is only a mark to click on.
    const isPlace = isOwn || (isInHeading && href.includes('#'))
    if (lines.isLinkEmpty && !isPlace) lines.text(labelOf(page, node) || iconLabel(page, node))
    lines.closeLink()
  }
}

/** Tells whether an address is code to run. */
export function isScript(href: string): boolean {
  return /^\s*(?:javascript|vbscript):/i.test(href)
}

/** Tells whether an element holds a heading with content. Must be called in document order; all calls together take linear time. */
function hasHeading(page: MarkdownPage, node: number): boolean {
  const { tree } = page
  let at = Math.max(page.nextHeading, node)
  while (at < tree.size && !(tree.kind(at).role === 'heading' && hasContent(tree, at)))
    at = tree.isLeftOut(at) ? tree.subtreeEnd(at) : at + 1
  page.nextHeading = at
  return tree.isInside(at, node)
}

function hasContent(tree: PageTree, heading: number): boolean {
  if (tree.isLeftOut(heading)) return false
  const source = tree.html.slice(tree.startTagEnd(heading), tree.endTagStart(heading))
  if (source.length > MAX_SEARCHED || source.includes('<img')) return true
  return textOf(source) !== ''
}

function textOf(source: string): string {
  return withoutTags(source).replaceAll('&nbsp;', '').trim()
}

/** Tells whether a short heading has no text but that of a link, as on MDN. */
function isWholeHeading(tree: PageTree, link: number): boolean {
  let heading = tree.parent(link)
  while (heading !== ROOT && tree.kind(heading).role !== 'heading') heading = tree.parent(heading)
  if (heading === ROOT || tree.end(heading) - tree.start(heading) > MAX_SEARCHED) return false
  const before = tree.html.slice(tree.startTagEnd(heading), tree.start(link))
  return textOf(before + tree.html.slice(tree.end(link), tree.endTagStart(heading))) === ''
}

/** The text of a link from a heading to itself. */
const PERMALINK_TEXT = /^\s*(?:[¶§#🔗⚓◆]\uFE0F?)?\s*<\/a>/u

/** Tells whether a link to a place of its own page is there only to be copied, by its class and what follows its tag. */
function isPermalink(page: MarkdownPage, node: number, id: string): boolean {
  const { tree } = page
  const text = decodeHTML(tree.html.slice(tree.startTagEnd(node), tree.startTagEnd(node) + 30))
  if (PERMALINK_TEXT.test(text) || /^\s*(?:skip\b|jump to\b)/i.test(text)) return true
  // A number leads to a note. In manuals, the link is around its own target.
  return page.says(node, 'permalink') && !/^\s*\[?\d/.test(text) && !tree.source(node).includes(`id="${id}"`)
}
