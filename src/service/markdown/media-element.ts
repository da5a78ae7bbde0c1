import { destination, inlineText } from './inline-text.ts'
import { writeTex } from './formula-element.ts'
import { isScript } from './link-element.ts'
import { labelOf, type MarkdownPage, type WriteElement } from './markdown-page.ts'
import { SKIP } from '../page-tree/page-tree.ts'

/** Replaces the data of an image given as a `data:` URL. */
const NO_DATA = '<Base64-Image-Removed>'

/** A character that WordPress, Twemoji and others show as a picture of the class `emoji`. */
const EMOJI = /^(?=.*\p{Extended_Pictographic}|\p{RI})[\p{Emoji}\p{Emoji_Component}]+$/u

/** Writes a picture; without an address, only its label. */
export const image: WriteElement = (page, node) => {
  const { tree, lines, links } = page
  if (page.says(node, 'repeated') || /#(?:gh|only)-dark/.test(tree.attribute(node, 'src') ?? '')) return SKIP
  const alt = (tree.attribute(node, 'alt') ?? '').trim()
  const isFormula = page.says(node, 'formulaPicture') && alt !== ''
  if (isFormula) writeTex(page, alt, false)
  const isEmoji = page.classOf(node).includes('emoji') && EMOJI.test(alt)
  if (isEmoji) lines.text(alt)
  if (isFormula || isEmoji) return SKIP
  const source = links.addressOf(node) ?? tree.attribute(node, 'src') ?? ''
  if (source === '') {
    lines.text(labelOf(page, node))
    return SKIP
  }
  const label = inlineText(alt, { isInLink: true, isInCell: lines.isInCell })
  const isLeftOut = source.startsWith('data:') && !page.keepsEmbedded
  const target = isLeftOut ? `(${NO_DATA})` : destination(source, tree.attribute(node, 'title'))
  lines.markdown(`![${label}]${target}`)
  return SKIP
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
  const url = isInvisible(page, node) ? undefined : shownBy(page, node)
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

const HIDDEN_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0\s*(?:;|$))/i
/** The size of trackers. With a `min-width`, it is a way to fit a frame to its page. */
const TINY_STYLE = /^(?!.*min-(?:width|height)).*(?:^|[;\s])(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)/is
const TINY = /^\s*[01](?:px)?\s*$/i

/** Tells whether an element or its parent hides a frame or image, or whether it has the size of a tracker. */
export function isInvisible({ tree }: Pick<MarkdownPage, 'tree'>, node: number): boolean {
  const styleOf = (one: number): string => tree.attribute(one, 'style') ?? ''
  const isTiny = ['width', 'height'].some((name) => TINY.test(tree.attribute(node, name) ?? ''))
  if (isTiny || TINY_STYLE.test(styleOf(node))) return true
  return [node, tree.parent(node)].some(
    (one) => tree.hasAttribute(one, 'hidden') || HIDDEN_STYLE.test(styleOf(one)),
  )
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
