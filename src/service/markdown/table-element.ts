import { apart, block, division, heading } from './block-element.ts'
import type { ClassMeaning } from './class-names.ts'
import { holdsNumbers, isLineNumbers, writeCode } from './code-element.ts'
import { type MarkdownPage, type WriteElement, labelOf } from './markdown-page.ts'
import { TableGrid } from './table-grid.ts'
import { SKIP } from '../page-tree/page-tree.ts'

const TEXT_ALIGN = /\btext-align\s*:\s*(left|center|right)/i
/** The summaries of DocBook's tables for callouts and menus. */
const SUMMARY = /^(?:note|tip|warning|important|caution|navigation (?:head|foot)er)\b/i

/** Text with so many breaks has paragraphs. */
const MANY_BREAKS = 6

/** Writes a table. Inside a line, and where it only places parts of the page, it is a block. */
export const table: WriteElement = (page, node) => {
  const { lines } = page
  if (lines.isInline) return block(page, node)
  // A heading cannot hold a table.
  lines.closeHeading()
  const form = formOf(page, node)
  if (Array.isArray(form)) {
    writeCode(page, form)
    return SKIP
  }
  return openTable(page, form === 'grid' ? new TableGrid() : form)
}

function openTable({ lines, tables }: MarkdownPage, grid: MarkdownPage['tables'][number]): () => void {
  tables.push(grid)
  return () => {
    tables.pop()
    const rows = typeof grid === 'string' ? [] : grid.lines()
    if (rows.length > 0) lines.block(rows)
    else lines.part(2)
  }
}

/** Writes a `div`, which may be a table of javadoc, or a cell in one. */
export const divisionOrTable: WriteElement = (page, node) => {
  const { tree, lines, tables } = page
  const grid = tables.at(-1)
  if (tree.attribute(node, 'role') === 'heading') return heading(page, node)
  const isTable = page.says(node, 'divisionTable')
  if (lines.isInline || (!isTable && !page.says(tree.parent(node), 'divisionTable')))
    return division(page, node)
  if (isTable || !(grid instanceof TableGrid)) return openTable(page, new TableGrid())
  const close = cell(page, node)
  return () => {
    if (typeof close === 'function') close()
    if (/\bcol-last\b/.test(page.classOf(node))) grid.startRow(undefined)
  }
}

export const row: WriteElement = (page, node) => {
  const { tree, lines, tables } = page
  const grid = lines.isInline ? 'blocks' : tables.at(-1)
  if (grid === 'line') return apart(page, node)
  if (grid === undefined || typeof grid === 'string') return block(page, node)
  const group = tree.parent(node)
  grid.startRow(tree.name(group) === 'tfoot' ? group : undefined)
  return undefined
}

export const cell: WriteElement = (page, node) => {
  const { tree, lines, tables } = page
  const grid = lines.isInline ? 'rows' : tables.at(-1)
  if (grid === undefined || typeof grid === 'string') {
    if (isLineNumbers(page, node)) return SKIP
    if (grid === 'line' || grid === 'rows') return apart(page, node)
    const end = block(page, node)
    // Asciidoctor names the kind of a callout by the title of an icon.
    const icon = page.classOf(node) === 'icon' ? tree.firstChild(node) : undefined
    if (icon !== undefined && tree.name(icon) === 'i') lines.text(labelOf(page, icon))
    return end
  }
  if (/(?:^|[;\s])display:\s*none/.test(tree.attribute(node, 'style') ?? '')) return SKIP
  lines.openCell()
  return () => {
    const style = TEXT_ALIGN.exec(tree.attribute(node, 'style') ?? '')?.[1]
    const align = (tree.attribute(node, 'align') ?? style ?? '').toLowerCase()
    grid.add(lines.closeCell(), spanOf(page, node, 'rowspan'), spanOf(page, node, 'colspan') || 1, align)
  }
}

/**
 * Tells how a table is written. Its parts are below each other if it is for layout: it says so, has one cell, or holds another
 * table and has no `thead` with `th`. In a cell, a table is lines. Without a head, one column or one row with paragraphs
 * is for layout too. Line numbers next to `pre` are left out; next to other elements they show that these are code. Then its
 * other cells are returned.
 */
function formOf(page: MarkdownPage, node: number): 'grid' | 'blocks' | 'rows' | 'line' | number[] {
  const { tree } = page
  if (page.says(node, 'declaration')) return 'line'
  if (tree.attribute(node, 'role')?.toLowerCase() === 'presentation') return 'blocks'
  const isOrIsIn = (meaning: ClassMeaning): boolean =>
    page.says(node, meaning) || page.says(tree.parent(node), meaning)
  if (SUMMARY.test(tree.attribute(node, 'summary') ?? '')) return 'blocks'
  if (isOrIsIn('rows')) return 'rows'
  if (isOrIsIn('placing')) return 'blocks'
  const cells: number[] = []
  let rows = 0
  let hasHead = false
  let hasParagraph = false
  let hasCode = false
  let breaks = 0
  for (let inner = node + 1; inner < tree.subtreeEnd(node); inner++) {
    const { role, name } = tree.kind(inner)
    if (role === 'table') {
      const head = cells[0] ?? node
      if (!hasHead || tree.name(tree.parent(tree.parent(head))) !== 'thead') return 'blocks'
      inner = tree.subtreeEnd(inner) - 1
    }
    if (name === 'tr') rows++
    if (role === 'break') breaks++
    hasHead ||= name === 'th'
    hasParagraph ||= name === 'p'
    hasCode ||= role === 'pre' && !isLineNumbers(page, inner)
    if (role === 'cell') cells.push(inner)
  }
  const others = cells.filter((inner) => !isLineNumbers(page, inner))
  if (others.length < cells.length) return hasCode ? 'blocks' : others
  const [first, second, ...more] = cells
  const isOneRow = rows === 1 && (hasParagraph || breaks >= MANY_BREAKS)
  if (first === undefined || second === undefined) return 'blocks'
  if (!hasHead && (cells.length <= rows || isOneRow)) return 'blocks'
  return more.length === 0 && hasCode && holdsNumbers(tree, first) ? 'blocks' : 'grid'
}

function spanOf({ tree }: MarkdownPage, node: number, name: string): number {
  const span = Number.parseInt(tree.attribute(node, name) ?? '', 10)
  return span >= 0 ? span : 1
}
