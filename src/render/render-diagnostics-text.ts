import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import type { Severity } from '../diagnostics/rule.ts'
import { groupBy } from '../util/group-by.ts'
import { memoizeByText } from '../util/memoize.ts'
import { fittingWidth, printable, printableLines, textWidth } from '../util/text.ts'
import type { Style, Tint } from './render.ts'

/**
 * Returns diagnostics as text. Each has a head line that editors and problem matchers understand (`file:line:column: severity:
 * message [rule]`), the source with a marker, related places and help.
 */
export function renderDiagnosticsText(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
  style: Style,
): string {
  // Each file is split once, when a line of it is shown.
  const linesOf = memoizeByText(Number.POSITIVE_INFINITY, (file) => sources.get(file)?.split(/\r\n|\n|\r/))
  // Places whose text must not be shown, by file.
  const secrets = groupBy(
    diagnostics.flatMap(
      (diagnostic) => diagnostic.redacted ?? (diagnostic.sensitive === true ? diagnostic : []),
    ),
    ({ file }) => file,
  )
  const frame: Frame = (place, tint) => {
    const line = linesOf(place.file)?.[place.line - 1]
    return line === undefined
      ? []
      : codeFrame(redact(line, place, secrets.get(place.file)), place, style, tint)
  }
  const blocks = diagnostics.map((diagnostic) =>
    [
      headLine(diagnostic, style),
      ...frame(diagnostic, tintOf(diagnostic.severity, style)),
      ...relatedLines(diagnostic, frame, style),
      ...helpLines(diagnostic, style),
    ].join('\n'),
  )
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}

type Frame = (place: Place, tint: Tint) => string[]

function headLine(diagnostic: Diagnostic, style: Style): string {
  const { severity, message, rule, file } = diagnostic
  // A problem of the whole project has no place in a file.
  const where = file === '.' ? '' : `${style.bold(placeText(diagnostic))}: `
  return `${where}${tintOf(severity, style)(severity)}: ${style.bold(printable(message))} ${style.dim(`[${rule}]`)}`
}

function placeText(place: Place): string {
  return `${printable(place.file)}:${place.line}:${place.column}`
}

function tintOf(severity: Severity, style: Style): Tint {
  if (severity === 'error') return style.red
  return severity === 'warning' ? style.yellow : style.blue
}

function relatedLines({ related = [] }: Diagnostic, frame: Frame, style: Style): string[] {
  return related.flatMap(({ message, place }) => [
    `  ${placeText(place)}: ${printableLines(message)}`,
    ...frame(place, style.blue).map((line) => `  ${line}`),
  ])
}

function helpLines(diagnostic: Diagnostic, style: Style): string[] {
  if (diagnostic.help === undefined) return []
  const [first = '', ...rest] = printableLines(diagnostic.help).split('\n')
  return [`  ${style.cyan('help:')} ${first}`, ...rest.map((line) => `        ${line}`)]
}

/** Most cells of source text in a frame; longer lines are cut around the place. */
const WINDOW = 100
/** The part of them that is before the place. */
const LEAD = 0.3

/** Returns the source line of `place` with a marker below the place. A place over several lines is marked to the end of the first. */
function codeFrame(line: string, place: Place, style: Style, tint: Tint): string[] {
  const from = Math.min(place.column - 1, line.length)
  const to = place.endLine > place.line ? line.length : Math.min(place.endColumn - 1, line.length)
  const number = String(place.line)
  // Gutter, two ellipses and an indent take the other cells.
  const window = fittingWidth(WINDOW, style.columns, number.length + 7)
  const { text, start, end } = cut(line, from, Math.max(to, from + 1), window)
  const before = shown(text.slice(0, start))
  const marked = shown(text.slice(start, end))
  const gutter = ' '.repeat(number.length)
  const markers = '^'.repeat(Math.max(1, textWidth(marked)))
  const source = `${before}${marked}${shown(text.slice(end))}`.trimEnd()
  return [
    style.blue(`${gutter} |`),
    `${style.blue(`${number} |`)}${source === '' ? '' : ` ${source}`}`,
    `${style.blue(`${gutter} |`)} ${' '.repeat(textWidth(before))}${tint(markers)}`,
  ]
}

function shown(text: string): string {
  return printable(text.includes('\t') ? text.replaceAll('\t', ' ') : text)
}

/** Cuts a long line to the part around `from`, with an ellipsis on each cut side. */
function cut(line: string, from: number, to: number, window: number) {
  if (line.length <= window) return { text: line, start: from, end: to }
  const first = Math.max(0, Math.min(from - Math.floor(window * LEAD), line.length - window))
  const last = Math.min(line.length, first + window)
  const head = first > 0 ? '…' : ''
  const tail = last < line.length ? '…' : ''
  const start = from - first + head.length
  const text = head + line.slice(first, last) + tail
  return { text, start, end: Math.min(to - first + head.length, text.length - tail.length) }
}

/** Stars of the same length in place of secrets, so that columns stay right. */
function redact(line: string, { line: number }: Place, secrets: readonly Place[] = []): string {
  let redacted = line
  for (const secret of secrets) {
    if (number < secret.line || number > secret.endLine) continue
    const from = number === secret.line ? secret.column - 1 : 0
    const to = number === secret.endLine ? Math.min(secret.endColumn - 1, line.length) : line.length
    if (to > from) redacted = redacted.slice(0, from) + '*'.repeat(to - from) + redacted.slice(to)
  }
  return redacted
}
