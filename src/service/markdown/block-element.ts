import { wrapperLanguage } from './code-element.ts'
import {
  iconLabel,
  withoutTags,
  type MarkdownPage,
  type OpenList,
  type WriteElement,
} from './markdown-page.ts'
import { SKIP } from '../page-tree/page-tree.ts'
import { wordSet, wordsIn } from '../../util/word-set.ts'

/** Writes an inline element with a space around it, such as a field. */
export const apart: WriteElement = ({ lines }) => {
  lines.space()
  return () => lines.space()
}

/** Writes a block without a form of its own. At the start of a heading, it is part of the heading. */
export const block: WriteElement = (page, node) => {
  const { lines } = page
  if (lines.isInHeading && !lines.hasHeadingText) return apart(page, node)
  lines.part(2)
  return () => lines.part(2)
}

/** The number or sign of an item of Word, which it tells other programs to ignore. */
const WORD_NUMBER = /mso-list:\s*Ignore[^>]*>(?:\s|<[^>]*>)*(\d{1,9})[.)]/

/** Writes a paragraph. Word writes items of lists as paragraphs. */
export const paragraph: WriteElement = (page, node) => {
  const { tree, lines } = page
  if (lines.isInline || !/mso-list:\s*l\d/.test(tree.attribute(node, 'style') ?? '')) return block(page, node)
  const number = WORD_NUMBER.exec(tree.source(node).slice(0, 600))?.[1]
  lines.openItem(number === undefined ? '- ' : `${number}. `)
  return () => void lines.closeItem()
}

/** Writes a `div` or the like: a block, but text in a heading. It may name the language of the code in it. */
export const division: WriteElement = (page, node) => {
  const { lines } = page
  const language = lines.isInline ? undefined : wrapperLanguage(page.classOf(node))
  if (language !== undefined) {
    const outer = page.language
    page.language = language
    lines.part(2)
    return () => {
      page.language = outer
      lines.part(2)
    }
  }
  const close = lines.isInHeading ? apart(page, node) : block(page, node)
  writeKind(page, node)
  return close
}

/** Names of callouts: Obsidian, Docusaurus, Sphinx, GitBook, Confluence, Hugo. Their parts have other words too. */
const CALLOUTS = wordSet('callout admonition hint macro notices')
const KINDS = wordSet('note tip info information important warning caution danger error attention')
const PARTS = wordSet('title heading header label icon body content text')
/** The elements, and the source in UTF-16 units, that are searched for the title of a callout. */
const MOST_SEARCHED = 12
const NEAR = 400

/** Writes the kind of a callout as a line before its text if only its class names it, and no title. */
function writeKind(page: MarkdownPage, node: number): void {
  const { tree, lines } = page
  const words = lines.isInline ? [] : wordsIn(page.classOf(node))
  const kind = words.findLast((word) => KINDS.has(word))
  if (
    kind === undefined ||
    words.some((word) => PARTS.has(word)) ||
    !words.some((word) => CALLOUTS.has(word))
  )
    return
  const end = Math.min(tree.subtreeEnd(node), node + MOST_SEARCHED)
  for (let inner = node + 1; inner < end; inner++) {
    const isTitle = tree.kind(inner).role === 'heading' || tree.name(inner) === 'summary'
    const isNamed = wordsIn(page.classOf(inner)).some((word) => word === 'title' || word === 'heading')
    if ((isTitle || isNamed) && withoutTags(tree.source(inner).slice(0, NEAR)).trim() !== '') return
  }
  const start = withoutTags(tree.source(node).slice(0, NEAR)).trimStart().toLowerCase()
  if (start.startsWith(kind) || iconLabel(page, node) !== '') return
  lines.text(`${kind[0]?.toUpperCase()}${kind.slice(1)}`)
  lines.part(2)
}

/** Writes a block as HTML in a cell, which is one line of Markdown. */
const cellBlock: WriteElement = ({ tree, lines }, node) => {
  lines.part(2)
  const tag = lines.openTag(`<${tree.name(node)}>`)
  return () => {
    lines.part(2)
    lines.closeTag(tag)
    lines.part(2)
  }
}

export const quote: WriteElement = (page, node) => {
  const { lines } = page
  if (lines.isInline) return block(page, node)
  lines.part(2)
  lines.openContainer('> ', '> ')
  writeKind(page, node)
  return () => {
    lines.closeContainer()
    lines.part(2)
  }
}

/** Writes a heading, with the link that an `a` around it leaves to it. Those that only tell screen readers of a menu are left out. */
export const heading: WriteElement = (page, node) => {
  const { tree, lines, headingLink } = page
  const next = tree.nextSibling(node)
  const isNavTitle = next !== undefined && tree.name(next) === 'nav'
  if (isNavTitle && page.says(node, 'forScreenReaders')) return SKIP
  if (lines.isInCell) return (tree.name(node) === 'div' ? block : cellBlock)(page, node)
  page.headings++
  page.headingLink = undefined
  const level = Number(tree.attribute(node, 'aria-level') ?? tree.name(node).slice(1))
  lines.openHeading(level >= 1 && level <= 6 ? Math.floor(level) : 2)
  if (headingLink !== undefined) lines.openLink(headingLink)
  return () => {
    page.headings--
    if (headingLink !== undefined && lines.link === headingLink) lines.closeLink()
    lines.closeHeading()
  }
}

/** Writes a rule. The words of a heading that begins with one stay a heading. */
export const rule: WriteElement = ({ lines }) => {
  if (lines.isInCell) lines.markdown('<hr>')
  else if (lines.isInline || (lines.isInHeading && !lines.hasHeadingText)) lines.space()
  else lines.rule()
  return SKIP
}

/** The tag or the text of a button that only copies something. */
const COPY = /^<[^>]*(?:copy|clipboard)|>\s*(?:copy|copied!?|copy code)\s*(?:<|$)/i

/** Writes a label, or a button unless it only copies something. Those next to each other are shown apart. */
export const button: WriteElement = ({ tree, lines }, node) => {
  const start = tree.start(node)
  const name = tree.name(node)
  const isCopy = name === 'button' && COPY.test(tree.html.slice(start, tree.endTagStart(node)).slice(0, 500))
  if (isCopy) return SKIP
  if (tree.html.endsWith(`</${name}>`, start)) lines.space()
  return undefined
}

/** The class of Bootstrap for a list of the labels of tabs. */
const TAB_LIST = /(?:^|\s)nav-tabs(?:\s|$)/

/** Writes `ul` and `ol`: in a cell as HTML, in a link as text, with bullets for items after a link that ends the outer one. The labels of tabs are a line. */
export const list: WriteElement = (page, node) => {
  const { tree, lines, lists } = page
  if (isInParentheses(page, node)) return undefined
  if (tree.attribute(node, 'role') === 'tablist' || TAB_LIST.test(page.classOf(node))) {
    page.tabLists.add(node)
    return block(page, node)
  }
  if (lines.isInCell && !lines.isInLink) return cellBlock(page, node)
  const isOrdered = tree.name(node) === 'ol' && !lines.isInLink
  const step = isOrdered && tree.hasAttribute(node, 'reversed') ? -1 : 1
  const first = step === 1 ? 1 : itemsOf(page, node)
  const start = isOrdered ? numberOf(page, node, 'start', first) : 1
  if (page.openLevels.length > 0 || (lists.length > 0 && start === 1)) lines.partByLine()
  else lines.part(2)
  const className = page.classOf(node)
  const level = DOCS_LEVEL.exec(className)?.[1]
  const sign = lines.beginList(isOrdered)
  const hasTasks = className.includes('inline-task-list')
  const open: OpenList = { isOrdered, sign, next: start, step, isShown: false, level, hasTasks }
  lists.push(open)
  const isInItem = page.isItemHeld
  page.isItemHeld = false
  return () => {
    lists.pop()
    if (level !== undefined && !isListNext(page, node)) closeLevels(page, 0)
    lines.part(lists.length > 0 || page.openLevels.length > 0 ? 1 : 2)
    if (isInItem) endItem(page, node)
    else if (open.isShown) lines.endList(sign)
  }
}

/** Tells whether a list begins in parentheses, as the parameters of Dart. */
function isInParentheses({ tree }: MarkdownPage, list: number): boolean {
  return /\(\s*(?:<wbr\s*\/?>\s*)?$/.test(
    tree.html.slice(Math.max(0, tree.start(list) - 20), tree.start(list)),
  )
}

/** Writes an item. An empty one is left out. Confluence gives tasks a class instead of a box. */
export const item: WriteElement = (page, node) => {
  const { tree, lines, lists } = page
  const parent = tree.parent(node)
  if (isInParentheses(page, parent)) return undefined
  if (page.tabLists.has(parent)) return apart(page, node)
  if (lines.isInCell && !lines.isInLink) return cellBlock(page, node)
  if (lines.isInline) return block(page, node)
  const list = lists.at(-1)
  const level = list?.level
  if (level !== undefined) closeLevels(page, Number(level))
  if (list?.isOrdered === true && tree.hasAttribute(node, 'value'))
    list.next = numberOf(page, node, 'value', 1)
  lines.openItem(list?.isOrdered === true ? `${list.next}${list.sign} ` : `${list?.sign ?? '-'} `)
  if (list !== undefined) list.next = Math.max(0, list.next + list.step)
  if (list?.hasTasks === true) lines.addBox(page.classOf(node) === 'checked')
  if (level === undefined) return () => endItem(page, node)
  page.openLevels.push(Number(level))
  return undefined
}

/** The class of a list of Google Docs, which writes the lists in an item after it, with their level. */
const DOCS_LEVEL = /(?:^|\s)lst-kix_\S*-(\d)(?:\s|$)/

/** Ends the open items of lists of Google Docs from a level on. */
function closeLevels({ lines, openLevels }: MarkdownPage, level: number): void {
  while ((openLevels.at(-1) ?? -1) >= level) {
    lines.closeItem()
    openLevels.pop()
  }
}

/** Writes a checkbox at the start of the current item. Other fields only separate the texts around them. */
export const field: WriteElement = ({ tree, lines }, node) => {
  const type = tree.attribute(node, 'type')?.toLowerCase()
  if (type === 'checkbox' && lines.isAtMarker) lines.addBox(tree.hasAttribute(node, 'checked'))
  if (type !== 'hidden') lines.space()
  return SKIP
}

/** Ends an item, unless a list follows it directly: that list becomes part of the item, as browsers show it. */
function endItem(page: MarkdownPage, node: number): void {
  const { lines, lists } = page
  if (lists.length > 0 && !lines.isAtMarker && isListNext(page, node)) {
    page.isItemHeld = true
    return
  }
  const list = lists.at(-1)
  const isShown = lines.closeItem()
  if (list === undefined) return
  if (isShown) list.isShown = true
  else list.next--
}

function isListNext({ tree }: MarkdownPage, node: number): boolean {
  const next = tree.nextSibling(node)
  if (next === undefined || !/^[uo]l$/.test(tree.name(next)) || !tree.isKept(next)) return false
  return tree.html.slice(tree.end(node), tree.start(next)).trim() === ''
}

/** Returns the number of an item as Markdown can write it: at most nine digits, and not negative. */
function numberOf({ tree }: MarkdownPage, node: number, name: string, other: number): number {
  const value = Number.parseInt(tree.attribute(node, name) ?? '', 10)
  return value >= 0 && value <= 999_999_999 ? value : other
}

function itemsOf({ tree }: MarkdownPage, list: number): number {
  return tree.children(list).filter((child) => tree.name(child) === 'li').length
}
