import type { ComparedJob } from '../changes/changes.ts'
import { type Hunk, hunksOf, unifiedDiff } from '../util/diff.ts'
import { printable } from '../util/text.ts'
import { colourDiff, jsonReport, type Style } from './render.ts'

/** What two jobs delivered of one page. */
export interface PageDifference {
  readonly name: string
  readonly url: string
  readonly before: PageSide
  readonly after: PageSide
  /** Whether the page counts as changed. */
  readonly isChanged: boolean
}

export interface PageSide extends ComparedJob {
  readonly isDelivered: boolean
  /** Title, description and text; absent if it is not at hand. Empty for a page that was not delivered. */
  readonly text?: string
  /** Numbers of lines, from 1, that differ only in noise. */
  readonly noise: readonly number[]
}

/** What to do if a service has forgotten a page. */
const HELP =
  'The text of two runs is at hand while the service keeps both: set "keepResults" of the embedded service to more than the time between two runs, such as 7d. Page files of --output, kept in git, have every run.'

/** Returns the difference of the texts that two jobs delivered of one page, line by line, with noise marked. */
export function renderPageDifferenceText(difference: PageDifference, style: Style): string {
  const { name, url, before, after, isChanged } = difference
  const head = [
    `${style.bold(printable(name))}: ${printable(url)} ${isChanged ? 'changed' : 'is unchanged'}`,
    `  ${style.dim(`job ${printable(after.job)} of ${after.at}, compared with ${printable(before.job)} of ${before.at}`)}`,
    ...[before, after].flatMap(sideNotes),
  ]
  if (before.text === undefined || after.text === undefined)
    return `${[...head, `  ${style.cyan('help:')} ${HELP}`].join('\n')}\n`
  if (before.text === after.text) return `${[...head, '  The texts are equal.'].join('\n')}\n`
  const lines = hunksOf(before.text, after.text).flatMap((hunk) => hunkLines(hunk, difference, style))
  return `${[...head, ...lines].join('\n')}\n`
}

function sideNotes({ job, isDelivered, text }: PageSide): readonly string[] {
  if (!isDelivered) return [`  Job ${printable(job)} did not deliver this page.`]
  return text === undefined ? [`  The text that job ${printable(job)} delivered is no longer at hand.`] : []
}

function hunkLines(hunk: Hunk, { before, after }: PageDifference, style: Style): readonly string[] {
  let [old, now] = [hunk.oldStart, hunk.newStart]
  const lines = hunk.lines.map((line) => {
    const isNoise =
      (line.startsWith('-') && before.noise.includes(old)) ||
      (line.startsWith('+') && after.noise.includes(now))
    if (!line.startsWith('+')) old++
    if (!line.startsWith('-')) now++
    return isNoise
      ? style.dim(`${printable(line)}  [noise, does not count]`)
      : colourDiff(printable(line), style)
  })
  const { oldStart, oldLines, newStart, newLines } = hunk
  return [style.cyan(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`), ...lines]
}

/** Returns the same for programs, with both texts and the lines of a unified diff. */
export function renderPageDifferenceJson(
  environment: string,
  differences: readonly PageDifference[],
): string {
  const pages = differences.map((difference) => {
    const { before, after } = difference
    const diff =
      before.text === undefined || after.text === undefined
        ? undefined
        : unifiedDiff(before.text, after.text, { before: before.job, after: after.job })
    return { ...difference, diff }
  })
  return jsonReport({ environment, pages })
}
