/**
 * Input: values of other rooms, and a style.
 * Output: text, JSON, Markdown, HTML, SARIF and JUnit.
 * Must not know where a value came from or where its text goes.
 */

import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { plural } from '../util/text.ts'

/** ANSI (ECMA-48 SGR) codes; each closes only what it opened, so styles nest. */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const

export type Tint = (text: string) => string

/** Emphasis for text. Words and symbols always carry the meaning; a style only helps the eye. */
export interface Style extends Readonly<Record<keyof typeof codes, Tint>> {
  /** The maximum width of lines in cells; undefined for no limit. */
  readonly columns?: number
}

/** Writes no escape sequences at all. */
export const plainStyle: Style = styleOf(() => (text) => text)

export const ansiStyle: Style = styleOf(
  ([open, close]) =>
    (text) =>
      text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`,
)

function styleOf(tint: (code: readonly [number, number]) => Tint): Style {
  const tints = Object.entries(codes).map(([name, code]) => [name, tint(code)])
  return Object.fromEntries(tints) as unknown as Style
}

/** Colours a line of a unified diff, or of a list's difference. */
export function colourDiff(line: string, style: Style): string {
  if (line.startsWith('---') || line.startsWith('+++')) return style.bold(line)
  if (line.startsWith('@@')) return style.cyan(line)
  if (line.startsWith('-')) return style.red(line)
  return line.startsWith('+') ? style.green(line) : line
}

/** Returns a report for programs. */
export function jsonReport(members: object): string {
  return `${JSON.stringify({ formatVersion: 1, ...members }, null, 2)}\n`
}

/** The numbers of checked files and crawls, for the closing line and the JSON summary. */
export interface Checked {
  readonly files: number
  readonly crawls: number
}

export function countProblems(diagnostics: readonly Diagnostic[]) {
  const counts = { errors: 0, warnings: 0, infos: 0 }
  for (const { severity } of diagnostics) counts[`${severity}s`] += 1
  return counts
}

/** Counts problems in words: `2 errors, 1 warning in 3 files (12 crawls)`, without a full stop. */
export function countLine(diagnostics: readonly Diagnostic[], checked: Checked): string {
  const { errors, warnings, infos } = countProblems(diagnostics)
  const counts = [
    [errors, 'error'],
    [warnings, 'warning'],
    [infos, 'note'],
  ] as const
  const found = counts.filter(([count]) => count > 0).map(([count, noun]) => plural(count, noun))
  const where = `${plural(checked.files, 'file')} (${plural(checked.crawls, 'crawl')})`
  return `${found.length === 0 ? 'No problems' : found.join(', ')} in ${where}`
}
