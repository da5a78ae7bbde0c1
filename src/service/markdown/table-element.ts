import { block } from './block-element.ts'
import { isLineNumbers } from './code-element.ts'
import type { MarkdownPage, WriteElement } from './markdown-page.ts'
import { TableGrid } from './table-grid.ts'
import { SKIP } from '../page-tree/visit-tree.ts'

const TEXT_ALIGN = /\btext-align\s*:\s*(left|center|right)/i
/** Classes of cells with numbers in a table that shows line numbers next to code. */
const NUMBER_CELL = /gutter|lineno|lntd/

/** Writes a table. Inside a line, and where it only places parts of the page, it is a block. */
export const table: WriteElement = (page, node) => {
  const { lines, tables } = page
  if (lines.isInline) return block(page, node)
  // A heading cannot hold a table.
  lines.closeHeading()
  const grid = isLayout(page, node) ? undefined : new TableGrid()
  tables.push(grid)
  return () => {
    tables.pop()
    const rows = grid?.lines() ?? []
    if (rows.length > 0) lines.block(rows)
    else lines.part(2)
  }
}

export const row: WriteElement = (page, node) => {
  const grid = page.lines.isInline ? undefined : page.tables.at(-1)
  if (grid === undefined) return block(page, node)
  grid.startRow()
  return undefined
}

export const cell: WriteElement = (page, node) => {
  const { tree, lines, tables } = page
  const grid = lines.isInline ? undefined : tables.at(-1)
  if (grid === undefined) return isLineNumbers(page, node) ? SKIP : block(page, node)
  lines.openCell()
  return () => {
    const style = TEXT_ALIGN.exec(tree.attribute(node, 'style') ?? '')?.[1]
    grid.add({
      text: lines.closeCell(),
      rowspan: spanOf(page, node, 'rowspan'),
      colspan: spanOf(page, node, 'colspan') || 1,
      align: (tree.attribute(node, 'align') ?? style ?? '').toLowerCase(),
    })
  }
}

/**
 * Tells whether a table only places parts of the page, so that Markdown shows them one below the other. It says so, has
 * one cell, holds another table (which Markdown cannot), or shows line numbers next to code.
 */
function isLayout({ tree }: MarkdownPage, node: number): boolean {
  if (tree.attribute(node, 'role')?.toLowerCase() === 'presentation') return true
  let cells = 0
  for (let inner = node + 1; inner < tree.subtreeEnd(node); inner++) {
    const { role } = tree.kind(inner)
    if (role === 'table') return true
    if (role !== 'cell') continue
    cells++
    const child = tree.name(tree.firstChild(inner) ?? inner)
    if ((child === 'pre' || child === 'div') && NUMBER_CELL.test(tree.attribute(inner, 'class') ?? ''))
      return true
  }
  return cells < 2
}

function spanOf({ tree }: MarkdownPage, node: number, name: string): number {
  const span = Number.parseInt(tree.attribute(node, name) ?? '', 10)
  return span >= 0 ? span : 1
}
