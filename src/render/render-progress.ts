import type { JobStatus } from '../protocol/crawl-status.ts'
import { padCells, plural, printable, textWidth } from '../util/text.ts'
import type { Style } from './render.ts'

export interface JobProgress {
  readonly crawl: string
  readonly status: JobStatus | 'waiting' | 'submitting'
  readonly completed: number
  readonly total: number
}

const BAR_CELLS = 24
const NAME_CELLS = 30

/** Returns one bar for each running crawl, at most `columns` wide, and a line for those that do not fit into `mostLines`. */
export function renderProgressBars(
  jobs: readonly JobProgress[],
  { columns, mostLines, style }: { columns: number; mostLines: number; style: Style },
): string[] {
  const shown = jobs.slice(0, jobs.length > mostLines ? mostLines - 1 : mostLines)
  const names = shown.map(({ crawl }) => shorten(printable(crawl), NAME_CELLS))
  const width = Math.max(0, ...names.map((name) => textWidth(name)))
  const lines = shown.map((job, index) => {
    const name = padCells(names[index] ?? '', width)
    const counts = job.total > 0 ? `${job.completed}/${job.total} pages` : job.status
    const plain = `${name} ${'.'.repeat(BAR_CELLS + 2)} ${counts}`
    if (textWidth(plain) >= columns) return shorten(`${name} ${counts}`, columns - 1)
    return `${name} ${bar(job, style)} ${counts}`
  })
  const more = jobs.length - shown.length
  return more === 0 ? lines : [...lines, `and ${more} more`]
}

/** Returns the same as one line for a log. */
export function renderProgressLine({ crawl, status, completed, total }: JobProgress): string {
  return `${printable(crawl)}: ${status}, ${completed} of ${plural(total, 'page')}\n`
}

function bar({ completed, total }: JobProgress, style: Style): string {
  const share = total === 0 ? 0 : Math.min(1, completed / total)
  const full = Math.floor(share * BAR_CELLS)
  return `[${style.green('#'.repeat(full))}${'.'.repeat(BAR_CELLS - full)}]`
}

function shorten(text: string, cells: number): string {
  if (textWidth(text) <= cells) return text
  let kept = ''
  for (const character of text) {
    if (textWidth(kept + character) > cells - 1) break
    kept += character
  }
  return `${kept}…`
}
