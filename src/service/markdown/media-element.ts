import { destination, inlineText } from './line.ts'
import { writeTex } from './formula-element.ts'
import { labelOf, type MarkdownPage, type WriteElement, iconLabel, withoutTags } from './markdown-page.ts'
import { isInvisible } from '../page-tree/element-facts.ts'
import { SKIP, type PageTree, ROOT } from '../page-tree/page-tree.ts'
import { decodeHTML } from 'entities'

/** Replaces the data of an image given as a `data:` URL. */
const NO_DATA = '<Base64-Image-Removed>'

/** A character that WordPress, Twemoji and others show as a picture of the class `emoji`. */
const EMOJI = /^(?=.*\p{Extended_Pictographic}|\p{RI})[\p{Emoji}\p{Emoji_Component}]+$/u

/** Writes a picture; without an address, only its label. */
export const image: WriteElement = (page, node) => {
  const { tree, lines, links } = page
  const source = links.addressOf(node) ?? tree.attribute(node, 'src') ?? ''
  const isSpacer = source.startsWith('data:') && tree.attribute(node, 'aria-hidden') === 'true'
  if (isSpacer || page.says(node, 'repeated') || /#(?:gh|only)-dark/.test(source)) return SKIP
  const alt = (tree.attribute(node, 'alt') ?? '').trim()
  const isFormula = page.says(node, 'formulaPicture') && alt !== ''
  const tex = isFormula ? alt : texOfPicture(source)
  if (tex !== '') writeTex(page, tex, false)
  const isEmoji = page.classOf(node).includes('emoji') && EMOJI.test(alt)
  if (isEmoji) lines.text(alt)
  if (tex !== '' || isEmoji) return SKIP
  if (source === '') {
    lines.text(labelOf(page, node))
    return SKIP
  }
  const label = inlineText(alt, { isInLink: true, isInCell: lines.isInCell })
  const isLeftOut = source.startsWith('data:') && !page.keepsEmbedded
  const target = isLeftOut
    ? `(${NO_DATA})`
    : destination(source, tree.attribute(node, 'title'), lines.isInCell)
  lines.markdown(`![${label}]${target}`)
  return SKIP
}

/** Returns the TeX in the address of a picture of CodeCogs; empty without it. */
function texOfPicture(source: string): string {
  const query = /^https?:\/\/latex\.codecogs\.com\/[\w.]{3,12}\?([^]{1,2000})$/.exec(source)?.[1] ?? ''
  try {
    return decodeURIComponent(query.replaceAll('&space;', ' ')).replace('\\inline', '')
  } catch {
    return ''
  }
}

/** Writes an area of an image map as a link. */
export const area: WriteElement = (page, node) => {
  const href = page.tree.attribute(node, 'href')
  const url = href === undefined || isScript(href) ? undefined : page.links.addressOf(node)
  if (url !== undefined) writeLink(page, node, url)
  return SKIP
}

/** Writes an embedded document as a link, unless it is invisible. Its text is not the page's. */
export const frame: WriteElement = (page, node) => {
  const url = isInvisible(page.tree, node) ? undefined : shownBy(page, node)
  if (url !== undefined) writeLink(page, node, url)
  return SKIP
}

/** Writes video or audio as a link. Without an address, the text inside is shown. */
export const film: WriteElement = (page, node) => {
  const { tree, lines } = page
  const sources = tree.children(node).filter((child) => tree.name(child) === 'source')
  const url = [node, ...sources].map((one) => shownBy(page, one)).find((one) => one !== undefined)
  if (url !== undefined && !lines.isInLink) {
    writeLink(page, node, url)
    return SKIP
  }
  lines.space()
  return () => lines.space()
}

/** Writes a link apart from its neighbours, named by its address where it has no label. Links hold no others. */
function writeLink(page: MarkdownPage, node: number, url: string): void {
  const { lines } = page
  if (lines.isInLink) return
  const label = labelOf(page, node)
  lines.space()
  lines.openLink({ url, title: undefined })
  lines.text(label === '' ? url : label)
  lines.closeLink()
  lines.space()
}

/** Returns the address of the file that an element shows; undefined when it shows none. */
function shownBy({ links }: MarkdownPage, node: number): string | undefined {
  const url = links.addressOf(node)
  return url !== undefined && /^https?:/.test(url) ? url : undefined
}

const EDITS = /[?&](?:action|do|veaction)=edit\b/
/** Headings with more HTML than this are not searched for content. */
const MAX_SEARCHED = 2000

/** Writes an `a`. A link in a link ends the outer one, as in browsers. A link around a heading is written inside it. */
export const link: WriteElement = (page, node) => {
  const { tree, lines, links } = page
  const href = tree.attribute(node, 'href')
  if (href === undefined) return undefined
  const isOwn = links.isOwnFragment(node)
  if (isOwn && tree.attribute(node, 'role') === 'tab') return undefined
  if (isOwn && isBackLink(page, node, href)) return SKIP
  const isInHeading = page.headings > 0
  const isCopied = isOwn && isPermalink(page, node, href.replace(/^.*#/s, ''))
  if (isCopied && !(isInHeading && isWholeHeading(tree, node))) return SKIP
  const title = tree.attribute(node, 'title')
  // Scaladoc shows a picture.
  if (/^perma(?:nent )?link\b/i.test(title ?? '') && textOf(tree.source(node)) === '') return SKIP
  if (isInHeading && EDITS.test(href)) return SKIP
  // A heading does not link to itself.
  if (isScript(href) || (isOwn && isInHeading)) return undefined
  const opened = { url: links.addressOf(node) ?? href, title }
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

/** The place of a note's number in the text: Markdown, MediaWiki, Word. */
const NUMBER_OF_NOTE = /#(?:user-content-)?(?:fn-?ref|footnote-?ref|footnote-backlink|cite_ref|_?ftnref)/i
const LONGEST_SIGN = 200

/** Tells whether a link is only a sign that leads from a note back to its number in the text. */
function isBackLink({ tree }: MarkdownPage, node: number, href: string): boolean {
  const isBack =
    tree.attribute(node, 'role') === 'doc-backlink' || NUMBER_OF_NOTE.test(href.slice(href.indexOf('#')))
  if (!isBack || tree.endTagStart(node) - tree.startTagEnd(node) > LONGEST_SIGN) return false
  return !/[\p{L}\p{N}]/u.test(decodeHTML(withoutTags(tree.source(node))))
}

/** Tells whether an address is code to run. */
function isScript(href: string): boolean {
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
