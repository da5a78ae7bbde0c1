import { wrapperLanguage } from './code-language.ts'
import { closeLink, openLink } from './link-element.ts'
import type { WriteElement } from './markdown-page.ts'
import { SKIP } from './walk-kept.ts'

/** Writes a block without a form of its own. At the start of a heading, it is part of the heading. */
export const block: WriteElement = ({ lines }) => {
  if (lines.isInHeading && !lines.hasHeadingText) {
    lines.space()
    return () => lines.space()
  }
  lines.part(2)
  return () => lines.part(2)
}

/** Writes a `div` or the like: a block, but text in a heading. It may name the language of the code in it. */
export const division: WriteElement = (page, node) => {
  const { tree, lines } = page
  const language = lines.isInline ? undefined : wrapperLanguage(tree.attribute(node, 'class') ?? '')
  if (language !== undefined) {
    const outer = page.language
    page.language = language
    lines.part(2)
    return () => {
      page.language = outer
      lines.part(2)
    }
  }
  if (!lines.isInHeading) return block(page, node)
  lines.space()
  return () => lines.space()
}

/** Writes an element of a line that is apart from its neighbours, such as a field. */
export const apart: WriteElement = ({ lines }) => {
  lines.space()
  return () => lines.space()
}

/** Writes a block as HTML in a cell, which is one line of Markdown. */
export const cellBlock: WriteElement = ({ tree, lines }, node) => {
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
  return () => {
    lines.closeContainer()
    lines.part(2)
  }
}

/** Writes a heading, with the link that an `a` around it leaves to it. */
export const heading: WriteElement = (page, node) => {
  const { tree, lines, headingLink } = page
  if (lines.isInCell) return cellBlock(page, node)
  page.headings++
  page.headingLink = undefined
  lines.openHeading(Number(tree.name(node).slice(1)))
  if (headingLink !== undefined) openLink(page, headingLink)
  return () => {
    page.headings--
    if (headingLink !== undefined && page.link === headingLink) closeLink(page)
    lines.closeHeading()
  }
}

export const rule: WriteElement = ({ lines }) => {
  if (lines.isInCell) lines.markdown('<hr>')
  else if (lines.isInline) lines.space()
  else lines.rule()
  return SKIP
}

/** Writes a button, unless it only copies something. */
export const button: WriteElement = ({ tree, lines }, node) => {
  const start = tree.start(node)
  if (/copy|clipboard/i.test(tree.html.slice(start, tree.startTagEnd(node)))) return SKIP
  // Buttons next to each other are shown apart.
  if (tree.html.endsWith('</button>', start)) lines.space()
  return undefined
}
