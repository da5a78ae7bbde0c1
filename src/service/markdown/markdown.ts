/**
 * Input: the tree of a page, the kept parts, and the addresses of its links and images.
 * Output: the page as GitHub-flavoured Markdown (`writeMarkdown`).
 * Must not know how a page is fetched, or how its main content is found.
 */
import * as blocks from './block-element.ts'
import { code, isLineNumbers, preformatted, writeCodeLines } from './code-element.ts'
import { formula, isShownFormula, mathJax, script, writeDelimited, writeText } from './formula-element.ts'
import { link, area, film, frame, image } from './media-element.ts'
import { MarkdownPage, textBetween, UNSEEN, withoutTags, type WriteElement } from './markdown-page.ts'
import { cell, divisionOrTable, row, table } from './table-element.ts'
import type { PageAddresses } from '../page-links/page-links.ts'
import { type PageTree, SKIP, type VisitAnswer, visitTree } from '../page-tree/page-tree.ts'

/** Returns the kept parts of a page as Markdown. Takes time linear in the length of any page. */
export function writeMarkdown(tree: PageTree, links: PageAddresses, keepsEmbedded: boolean): string {
  const page = new MarkdownPage(tree, links, keepsEmbedded)
  visitTree(tree, {
    open: (node) => {
      const parent = tree.parent(node)
      // Selected elements come from different places of the page.
      if (!tree.kind(node).isBlock && tree.isUnwrapped(parent) && tree.name(parent) !== 'noscript')
        page.lines.part(2)
      return isHidden(page, node) ? SKIP : ELEMENTS.get(tree.name(node))?.(page, node)
    },
    text: (from, to) => {
      if (page.linesKept === 0) return writeText(page, textBetween(tree, from, to))
      for (const [index, line] of textBetween(tree, from, to).split('\n').entries()) {
        if (index > 0) page.lines.lineBreak()
        writeText(page, line)
      }
    },
  })
  return page.lines.end()
}

const unseen: WriteElement = () => SKIP

/** Writes emphasis, which Markdown marks with asterisks or tildes, unless its tag matches `plain`. */
function emphasis(mark: string, plain?: RegExp): WriteElement {
  return ({ tree, lines }, node) => {
    if (plain?.test(tree.html.slice(tree.start(node), tree.startTagEnd(node))) === true) return undefined
    lines.openMark(mark)
    return () => lines.closeMark(mark)
  }
}

/** Writes `cite`. In phpBB, it is a line above its quotation. Wikipedia shows its citations upright. */
const cite: WriteElement = (page, node) => {
  const { html } = page.tree
  const [start, end] = [page.tree.start(node), page.tree.end(node)]
  const close = emphasis('*', /font-style:\s*normal|class="citation/)(page, node)
  const isFirst = /<blockquote\b[^<>]*>(?:\s*<div\b[^<>]*>)?\s*$/i.test(
    html.slice(Math.max(0, start - 200), start),
  )
  if (!isFirst || /^[\s.,;:!?)]/.test(html.slice(end, end + 1))) return close
  return () => {
    if (typeof close === 'function') close()
    page.lines.part(2)
  }
}

/** Writes an element of a line that Markdown has no mark for between these characters. */
function between(text: string): WriteElement {
  return ({ lines }) => {
    const tag = lines.openTag(text)
    return () => lines.closeTag(tag)
  }
}

/** Classes of the box that an item of a list begins with, in Notion and Asciidoctor. */
const BOX = /^(?:checkbox checkbox-(on|off)|fa fa-(check-)?square-o)$/

/** Leaves out icons, repeated formulas, line numbers, edit links and labels. Writes elements that are code, formulas or boxes by class. */
function unlessRepeated(write: WriteElement): WriteElement {
  return (page, node) => {
    if (page.tree.attribute(node, 'role') === 'tab') return blocks.apart(page, node)
    if (page.says(node, 'tool') || isIcon(page, node) || isLabel(page, node)) return SKIP
    if (isShownFormula(page, node) || isLineNumbers(page, node)) return SKIP
    if (writeCodeLines(page, node)) return SKIP
    const { lines } = page
    const box = lines.isAtMarker ? BOX.exec(page.classOf(node)) : null
    if (box === null) return writeDelimited(page, node) ? SKIP : keepLines(page, node, write(page, node))
    lines.addBox(box[1] === 'on' || box[2] !== undefined)
    return SKIP
  }
}

/** Keeps the lines of the text in an element whose style does. */
function keepLines(page: MarkdownPage, node: number, answer: VisitAnswer): VisitAnswer {
  if (answer === SKIP || !/white-space:\s*pre/.test(page.tree.attribute(node, 'style') ?? '')) return answer
  page.linesKept++
  return () => {
    page.linesKept--
    if (typeof answer === 'function') answer()
  }
}

/** Writes `span`. Mintlify uses it for paragraphs. Text for screen readers, or shown later, is separated from the text around it. */
const span: WriteElement = (page, node) => {
  const { tree, lines, tables } = page
  if (tree.attribute(node, 'data-as') === 'p') return blocks.block(page, node)
  const style = tree.attribute(node, 'style') ?? ''
  const isText = tree.firstChild(node) === undefined
  // In a table, hidden text is the sort key of a row. Wikipedia hides formulas this way.
  if (/mso-list:\s*Ignore/.test(style) || (tables.length > 0 && isText && /display:\s*none/.test(style)))
    return SKIP
  // A style of docutils puts a colon before the type of a term.
  if (page.classOf(node) === 'classifier') lines.text(': ')
  if (/^(?:cell|gridcell|columnheader|rowheader)$/.test(tree.attribute(node, 'role') ?? ''))
    return blocks.apart(page, node)
  if (!page.says(node, 'forScreenReaders') && !(isText && /display:\s*none/.test(style)))
    return /(?:^|[;\s])display:\s*block/.test(style) ? blocks.division(page, node) : styled(page, node)
  if (isShownToo(tree, node)) return SKIP
  lines.space()
  const following = tree.html.slice(tree.end(node), tree.end(node) + 40)
  return /^(?:<\/\w+>)*[.,;:!?)\]]/.test(following) ? undefined : () => lines.space()
}

const STYLES = [
  ['~~', /text-decoration(?:-line)?:[\w\s]{0,60}line-through/],
  ['**', /(?:^|[;\s])font-weight:\s*(?:bold|[6-9]00)/],
  ['*', /(?:^|[;\s])font-style:\s*italic/],
] as const

/** Writes text as its style shows it: struck through, bold or slanted. A heading is bold as a whole. */
const styled: WriteElement = ({ tree, lines }, node) => {
  const style = tree.attribute(node, 'style')
  if (style === undefined) return undefined
  const marks = STYLES.flatMap(([mark, shows]) => (shows.test(style) ? [mark] : []))
  const shown = marks.filter((mark) => mark !== '**' || !lines.isInHeading)
  for (const mark of shown) lines.openMark(mark)
  return () => {
    for (const mark of shown.toReversed()) lines.closeMark(mark)
  }
}

/** Writes `textarea`, which may hold an example. */
const textArea: WriteElement = (page, node) =>
  (/\bcode\b/i.test(page.classOf(node)) ? preformatted : blocks.apart)(page, node)

/** Writes the reading of a `ruby` in parentheses, which replace those of the page (`rp`). */
const reading: WriteElement = ({ tree, lines }, node) => {
  if (tree.source(node).trim() === '') return SKIP
  lines.text('(')
  return () => lines.text(')')
}

/** The elements of a host that are searched for one that fills a slot. */
const MOST_FILLERS = 50

/** Leaves out the text of a named slot that an element next to its template replaces. */
const slot: WriteElement = ({ tree }, node) => {
  const name = tree.attribute(node, 'name')
  const template = name === undefined ? undefined : tree.closest(node, 'template')
  let filler = template === undefined ? undefined : tree.firstChild(tree.parent(template))
  for (let count = 0; filler !== undefined && count < MOST_FILLERS; count++) {
    if (tree.attribute(filler, 'slot') === name) return SKIP
    filler = tree.nextSibling(filler)
  }
  return undefined
}

const template: WriteElement = ({ tree }, node) => (tree.isInert(node) ? SKIP : undefined)

/** The function that writes each element. Elements that are not here leave only their content. */
const WRITERS: readonly (readonly [names: string, write: WriteElement])[] = [
  ['p', blocks.paragraph],
  ['html body caption dir menu object', blocks.block],
  [
    'dl dt dd details summary address center dialog fieldset footer form hgroup legend search header nav',
    blocks.block,
  ],
  ['div', unlessRepeated(divisionOrTable)],
  ['section article aside figure figcaption main', blocks.division],
  ['h1 h2 h3 h4 h5 h6', blocks.heading],
  ['blockquote', blocks.quote],
  ['ul ol', blocks.list],
  ['li', blocks.item],
  ['input', blocks.field],
  ['hr', blocks.rule],
  ['pre listing xmp', preformatted],
  ['code kbd samp var', code],
  ['a', link],
  ['img image amp-img', image],
  ['area', area],
  ['iframe frame embed', frame],
  ['video audio', film],
  ['table', table],
  ['tr', row],
  ['td th', cell],
  ['br', ({ lines }) => (lines.lineBreak(), SKIP)],
  // Google Docs puts a `b` without effect around all.
  ['b strong dfn', emphasis('**', /font-weight:\s*(?:normal|400)/)],
  ['cite', cite],
  ['em', emphasis('*', /font-style:\s*normal/)],
  ['i', unlessRepeated(emphasis('*', /font-style:\s*normal/))],
  ['del s strike', emphasis('~~')],
  ['rt', reading],
  ['rp canvas', unseen],
  ['q', between('"')],
  ...['ins', 'mark', 'sub', 'sup', 'u'].map((name) => [name, between(`<${name}>`)] as const),
  ['meter optgroup option progress select', blocks.apart],
  ['button label', blocks.button],
  ['math', formula],
  ['mjx-container', mathJax],
  ['span nobr math-renderer', unlessRepeated(span)],
  ['mat-icon md-icon', unseen],
  ['textarea', textArea],
  ['script', script],
  ['slot', slot],
  ['template', template],
]

const ELEMENTS: ReadonlyMap<string, WriteElement> = new Map([
  ...[...UNSEEN].map((name) => [name, unseen] as const),
  ...WRITERS.flatMap(([names, write]) => names.split(' ').map((name) => [name, write] as const)),
])

/** The numbers of inputs and outputs in notebooks. */
const PROMPT_TEXT = /^\s*(?:in|out)?(?:\s|&nbsp;|&#160;)*\[(?:\s|&nbsp;|&#160;|\d)*\]:?\s*$/i
/** Tags and buttons between a label and its code. */
const BEFORE_CODE =
  /^(?:\s|<button\b[^>]*>(?:\s|\w|<(?!\/button)[^>]*>)*<\/button>|<(?!\/?(?:pre|p|li|t[dh]|d[dt]|h\d|button)\b)[^>]*>)*(<pre\b[^>]*>\s*(?:<code\b[^>]*>)?)/i
/** The distance in which code is looked for, and the longest label and hidden element. */
const NEAR = 2000
const LONGEST_LABEL = 20
const LONGEST_HIDDEN = 200
/** Some pages call all of their text so. */
const LONGEST_PRINTED = 2000
/** Larger elements are not searched for text that is shown instead. */
const MOST_SEARCHED = 50

/** Tells whether text for screen readers repeats the visible words next to it. */
function isShownToo(tree: PageTree, node: number): boolean {
  if (tree.html.startsWith(tree.source(node), tree.end(node))) return true
  const parent = tree.parent(node)
  if (tree.subtreeEnd(parent) - parent > MOST_SEARCHED) return false
  const hidden = tree.children(parent).filter((child) => tree.attribute(child, 'aria-hidden') === 'true')
  return hidden.some((child) => /[\p{L}\p{N}]/u.test(withoutTags(tree.source(child))))
}

/** Tells whether a style hides an element with little text, or shows it only on paper. A tab, or an answer that a script may show, is content. */
function isHidden(page: MarkdownPage, node: number): boolean {
  const { tree } = page
  const length = tree.endTagStart(node) - tree.startTagEnd(node)
  if (page.says(node, 'printed')) return length <= LONGEST_PRINTED
  if (length > LONGEST_HIDDEN || !page.says(node, 'hidden')) return false
  return !['id', 'role', 'x-show'].some((name) => tree.hasAttribute(node, name))
}

/** Characters that only the fonts of a page give a meaning (Unicode, "private use"). */
const PRIVATE = /^\s*(?:[\uE000-\uF8FF]\s*)+$/
const LONGEST_ICON = 20
/** Icons that say yes or no, in a table for example. */
const CHECKS = /[✓✔✕✖✗✘☐☑☒]/

/** Tells whether an element is a picture that a font shows for its text, or one that screen readers skip. */
function isIcon(page: MarkdownPage, node: number): boolean {
  const { tree } = page
  if (page.says(node, 'icon')) return true
  const [from, to] = [tree.startTagEnd(node), tree.endTagStart(node)]
  if (to - from > LONGEST_HIDDEN) return false
  if (tree.attribute(node, 'aria-hidden') === 'true' && !CHECKS.test(textBetween(tree, from, to)))
    return tree.name(node) === 'i' || /icon/i.test(page.classOf(node))
  return to - from <= LONGEST_ICON && PRIVATE.test(textBetween(tree, from, to))
}

/** Tells whether an element names the language of code next to it, or the kind of a callout as text for its icon. */
function isLabel(page: MarkdownPage, node: number): boolean {
  const { tree } = page
  const className = page.classOf(node)
  const next = tree.nextSibling(node)
  // Discourse shows the size of a picture on hover.
  if (className === 'meta') return tree.html.startsWith('<a class="lightbox"', tree.start(tree.parent(node)))
  if (className === 'lang') return next !== undefined && tree.name(next) === 'pre'
  if (page.says(node, 'toolbar'))
    return /<\/(?:pre|code)>\s*$/.test(tree.html.slice(Math.max(0, tree.start(node) - 20), tree.start(node)))
  if (page.says(node, 'prompt')) return PROMPT_TEXT.test(withoutTags(tree.source(node).slice(0, NEAR)))
  if (className === 'sr-only')
    return ['summary', 'figcaption'].some((name) => tree.closest(node, name) !== undefined)
  return isNameOfCode(tree, node)
}

/** Tells whether an element only repeats the language of the code after it, as it is named by a class or attribute there. */
function isNameOfCode(tree: PageTree, node: number): boolean {
  if (tree.firstChild(node) !== undefined || tree.endTagStart(node) - tree.startTagEnd(node) > LONGEST_LABEL)
    return false
  const label = tree.source(node).trim().toLowerCase()
  if (!/^[a-z][\w+#-]*$/.test(label)) return false
  if (
    !tree.html
      .slice(Math.max(0, tree.start(node) - NEAR), tree.start(node))
      .trimEnd()
      .endsWith('>')
  )
    return false
  const end = tree.end(node)
  const code = BEFORE_CODE.exec(tree.html.slice(end, end + NEAR))?.[1]
  return (
    code
      ?.toLowerCase()
      .split(/[\s"'=>]+/)
      .some((word) => word.replace(/^lang(?:uage)?-/, '') === label) === true
  )
}
