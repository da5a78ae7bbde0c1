import { destination, inlineText } from '../markdown/line.ts'
import { isRightToLeft, type TextRow, type TextRun } from './text-run.ts'

/** A line as Markdown. Its height and size are those of its longest run. */
export interface PdfLine extends Omit<TextRun, 'link'> {}

/** In font sizes: the least space between words, and how far text must be raised or lowered. */
const WORD_SPACE = 0.15
const RAISED = 0.15
/** Text above or below the line is short, and smaller than this share of the line's size. */
const SMALL = 0.9
const RAISED_TEXT = /^\s?(?=.*[\p{L}\p{N}*†‡§]).{1,9}$/u

/** Joins the runs of a row to a line of Markdown, or of a cell. */
export function lineOf(row: TextRow, isInCell: boolean): PdfLine {
  const runs = isRightToLeft(row) ? row.toReversed() : row
  const longest = row.reduce((most, run) => (run.text.trim().length > most.text.trim().length ? run : most))
  const parts = runs.map((run, index) => {
    const before = runs[index - 1]
    const gap = before === undefined ? 0 : Math.max(run.x - before.right, before.x - run.right)
    const isApart = /^\s/.test(run.text) || gap > longest.size * WORD_SPACE
    return (isApart ? ' ' : '') + markup(run, longest, isInCell)
  })
  return {
    text: parts
      .join('')
      .replaceAll(/<\/(su[bp])>(\s*)<\1>/g, '$2')
      .replaceAll(/\]\((\S+)\)(\s?)\[(?=[^\]]*\]\(\1\))/g, '$2')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    x: row.reduce((least, { x }) => Math.min(least, x), Infinity),
    right: row.reduce((most, { right }) => Math.max(most, right), -Infinity),
    y: longest.y,
    size: longest.size,
  }
}

function markup({ text, y, size, link }: TextRun, longest: TextRun, isInCell: boolean): string {
  const isSmall = size < longest.size * SMALL && RAISED_TEXT.test(text)
  const above = isSmall ? (y - longest.y) / longest.size : 0
  const name = above > 0 ? 'sup' : 'sub'
  const escaped = inlineText(text.trim(), { isInLink: link !== undefined, isInCell })
  const shown =
    link === undefined || text.trim() === link
      ? escaped
      : `[${escaped}]${destination(link, undefined, isInCell)}`
  return Math.abs(above) > RAISED ? `<${name}>${shown}</${name}>` : shown
}
