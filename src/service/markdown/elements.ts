import {
  apart,
  block,
  button,
  division,
  field,
  heading,
  item,
  list,
  paragraph,
  quote,
  rule,
} from './block-element.ts'
import { code, isLineNumbers, preformatted, writeCodeLines } from './code-element.ts'
import { FOR_SCREEN_READERS, isLabel, isShownToo } from './labels.ts'
import { formula, isShownFormula, script, writeDelimited } from './formula-element.ts'
import { link } from './link-element.ts'
import { UNSEEN, type WriteElement } from './markdown-page.ts'
import { area, film, frame, image } from './media-element.ts'
import { cell, row, table } from './table-element.ts'
import { SKIP } from '../page-tree/visit-tree.ts'

const unseen: WriteElement = () => SKIP

/** Writes emphasis, which Markdown marks with asterisks or tildes, unless its tag matches `plain`. */
function emphasis(mark: string, plain?: RegExp): WriteElement {
  return ({ tree, lines }, node) => {
    if (plain?.test(tree.html.slice(tree.start(node), tree.startTagEnd(node))) === true) return undefined
    lines.openMark(mark)
    return () => lines.closeMark(mark)
  }
}

/** Writes an element of a line that Markdown has no mark for between these characters. */
function between(text: string): WriteElement {
  return ({ lines }) => {
    const tag = lines.openTag(text)
    return () => lines.closeTag(tag)
  }
}

const lineBreak: WriteElement = ({ lines }) => {
  lines.lineBreak()
  return SKIP
}

/** Classes of what wikis show next to a heading to edit its section, and Dokka after something was copied. */
const TOOL = /(?:^|\s)(?:(?:mw-)?editsection\S*|secedit|section-edit|edit-section|copy-popup-wrapper)(?!\S)/

/** Classes of the box that an item of a list begins with, in Notion and Asciidoctor. */
const BOX = /^(?:checkbox checkbox-(on|off)|fa fa-(check-)?square-o)$/

/**
 * Leaves out what readers do not need: a formula shown a second time, numbers of lines, links to edit a section, labels.
 * Writes elements that are code, formulas or boxes by their class.
 */
function unlessRepeated(write: WriteElement): WriteElement {
  return (page, node) => {
    const className = page.tree.attribute(node, 'class') ?? ''
    if (TOOL.test(className) || isLabel(page.tree, node, className)) return SKIP
    if (isShownFormula(page, node) || isLineNumbers(page, node)) return SKIP
    if (writeCodeLines(page, node, className)) return SKIP
    const { lines } = page
    const box = lines.isAtMarker ? BOX.exec(className) : null
    if (box === null) return writeDelimited(page, node) ? SKIP : write(page, node)
    lines.addBox(box[1] === 'on' || box[2] !== undefined)
    return SKIP
  }
}

/** Writes `span`. Mintlify writes paragraphs so. Text for screen readers is apart, because it is not next to what is shown. */
const span: WriteElement = (page, node) => {
  const { tree, lines, tables } = page
  if (tree.attribute(node, 'data-as') === 'p') return block(page, node)
  const style = tree.attribute(node, 'style') ?? ''
  const isText = tree.firstChild(node) === undefined
  // In a table hidden text is what rows are sorted by. Wikipedia hides formulas so.
  if (/mso-list:\s*Ignore/.test(style) || (tables.length > 0 && isText && /display:\s*none/.test(style)))
    return SKIP
  const className = tree.attribute(node, 'class') ?? ''
  // A style of docutils puts a colon before the type of a term.
  if (className === 'classifier') lines.text(': ')
  if (/^(?:cell|gridcell|columnheader|rowheader|tab)$/.test(tree.attribute(node, 'role') ?? ''))
    return apart(page, node)
  if (!FOR_SCREEN_READERS.test(className)) return undefined
  if (isShownToo(tree, node)) return SKIP
  lines.space()
  const following = tree.html.slice(tree.end(node), tree.end(node) + 40)
  return /^(?:<\/\w+>)*[.,;:!?)\]]/.test(following) ? undefined : () => lines.space()
}

/** Writes `textarea`, which may hold an example. */
const textArea: WriteElement = (page, node) =>
  /\bcode\b/i.test(page.tree.attribute(node, 'class') ?? '') ? preformatted(page, node) : apart(page, node)

/** Writes the reading of a `ruby` in parentheses, which replace those of the page (`rp`). */
const reading: WriteElement = ({ tree, lines }, node) => {
  if (tree.source(node).trim() === '') return SKIP
  lines.text('(')
  return () => lines.text(')')
}

/** Writes a `template` only if it is the content of the element around it (HTML Standard, "declarative shadow root"). */
const template: WriteElement = ({ tree }, node) => {
  const mode = tree.attribute(node, 'shadowrootmode') ?? tree.attribute(node, 'shadowroot') ?? ''
  return /^(?:open|closed)$/i.test(mode) ? undefined : SKIP
}

/** The function that writes each element. Elements that are not here leave only their content. */
const WRITERS: readonly (readonly [names: string, write: WriteElement])[] = [
  ['p', paragraph],
  ['html body caption dir menu object', block],
  [
    'dl dt dd details summary address aside center dialog fieldset footer form hgroup legend search header nav',
    block,
  ],
  ['div', unlessRepeated(division)],
  ['section article figure figcaption main', division],
  ['h1 h2 h3 h4 h5 h6', heading],
  ['blockquote', quote],
  ['ul ol', list],
  ['li', item],
  ['input', field],
  ['hr', rule],
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
  ['br', lineBreak],
  // Google Docs puts a `b` without effect around all. Wikipedia shows its citations upright.
  ['b strong dfn', emphasis('**', /font-weight:\s*(?:normal|400)/)],
  ['em cite', emphasis('*', /font-style:\s*normal|class="citation/)],
  ['i', unlessRepeated(emphasis('*', /font-style:\s*normal/))],
  ['del s strike', emphasis('~~')],
  ['rt', reading],
  ['rp', unseen],
  ['q', between('"')],
  ...['ins', 'mark', 'sub', 'sup', 'u'].map((name) => [name, between(`<${name}>`)] as const),
  ['canvas meter optgroup option progress select', apart],
  ['button label', button],
  ['math', formula],
  ['span nobr math-renderer', unlessRepeated(span)],
  ['textarea', textArea],
  ['script', script],
  ['template', template],
]

/** Maps names of elements to the functions that write them. */
export const ELEMENTS: ReadonlyMap<string, WriteElement> = new Map([
  ...[...UNSEEN].map((name) => [name, unseen] as const),
  ...WRITERS.flatMap(([names, write]) => names.split(' ').map((name) => [name, write] as const)),
])
