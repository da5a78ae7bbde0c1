import type { Diagnostic, Place, Severity } from '../diagnostics/diagnostic.ts'
import { printable, printableLines } from '../util/printable.ts'
import { fittingWidth, textWidth } from '../util/text-width.ts'
import type { Style } from './render.ts'

/**
 * Returns diagnostics as text. Each has a head line that editors and problem matchers understand (`file:line:column: severity:
 * message [rule]`), the source with a marker, related places and help.
 */
export function renderDiagnosticsText(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
  style: Style,
): string {
  const lines = new SourceLines(sources)
  const secrets = secretPlaces(diagnostics)
  const blocks = diagnostics.map((diagnostic) => {
    const redacted = secrets.get(diagnostic.file) ?? []
    return [
      headLine(diagnostic, style),
      ...codeFrame(diagnostic, lines, { style, tint: tint(diagnostic.severity, style) }, redacted),
      ...relatedLines(diagnostic, lines, style, secrets),
      ...helpLines(diagnostic, style),
    ].join('\n')
  })
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}

/** Places by file whose text must not be shown. */
function secretPlaces(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>()
  for (const diagnostic of diagnostics) {
    const redacted = diagnostic.redacted ?? (diagnostic.sensitive === true ? diagnostic : undefined)
    if (redacted === undefined) continue
    const found = places.get(redacted.file)
    if (found === undefined) places.set(redacted.file, [redacted])
    else found.push(redacted)
  }
  return places
}

function headLine(diagnostic: Diagnostic, style: Style): string {
  const { severity, message, rule, file } = diagnostic
  // A problem of the whole project has no place in a file.
  const where = file === '.' ? '' : `${style.bold(placeText(diagnostic))}: `
  return `${where}${tint(severity, style)(severity)}: ${style.bold(printable(message))} ${style.dim(`[${rule}]`)}`
}

function placeText(place: Place): string {
  return `${printable(place.file)}:${place.line}:${place.column}`
}

function tint(severity: Severity, style: Style): (text: string) => string {
  if (severity === 'error') return style.red
  return severity === 'warning' ? style.yellow : style.blue
}

function relatedLines(
  diagnostic: Diagnostic,
  lines: SourceLines,
  style: Style,
  secrets: ReadonlyMap<string, readonly Place[]>,
): string[] {
  return (diagnostic.related ?? []).flatMap(({ message, place }) => [
    `  ${placeText(place)}: ${printableLines(message)}`,
    ...codeFrame(place, lines, { style, tint: style.blue }, secrets.get(place.file) ?? []).map(
      (line) => `  ${line}`,
    ),
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

/** The lines of files by number. Each file is split once, and only when one of its lines is asked for. */
export class SourceLines {
  readonly #sources: ReadonlyMap<string, string>
  readonly #starts = new Map<string, number[]>()

  constructor(sources: ReadonlyMap<string, string>) {
    this.#sources = sources
  }

  /** Returns line `number`, counted from 1, without its line ending; undefined when the file or line does not exist. */
  line(file: string, number: number): string | undefined {
    const text = this.#sources.get(file)
    if (text === undefined) return undefined
    let starts = this.#starts.get(file)
    if (starts === undefined) {
      starts = lineStarts(text)
      this.#starts.set(file, starts)
    }
    const start = starts[number - 1]
    if (start === undefined) return undefined
    const line = text.slice(start, starts[number] ?? text.length)
    return line.replace(/\r?\n$|\r$/, '')
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (const ending of text.matchAll(/\r\n|\n|\r/g)) starts.push(ending.index + ending[0].length)
  return starts
}

export interface FrameLook {
  readonly style: Style
  /** Colours the mark. */
  readonly tint: (text: string) => string
}

/**
 * Returns the source line of `place` with a marker below the place, or an empty list when its text is not known. A place over
 * several lines is marked to the end of its first line. `secrets` are places whose text must not be shown.
 */
export function codeFrame(
  place: Place,
  lines: SourceLines,
  { style, tint }: FrameLook,
  secrets: readonly Place[],
): string[] {
  const raw = lines.line(place.file, place.line)
  if (raw === undefined) return []
  const line = redact(raw, place.line, secrets)
  const from = Math.min(place.column - 1, line.length)
  const to = place.endLine > place.line ? line.length : Math.min(place.endColumn - 1, line.length)
  const number = String(place.line)
  const window = windowOf(style.columns, number)
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

/** Returns the cells for source text: the line's width without the gutter, two ellipses and an indent. */
function windowOf(columns: number | undefined, number: string): number {
  return fittingWidth(WINDOW, columns, number.length + 7)
}

function shown(text: string): string {
  return printable(text.includes('\t') ? text.replaceAll('\t', ' ') : text)
}

/** Cuts a long line to the part around `from`, with an ellipsis on each cut side. */
function cut(
  line: string,
  from: number,
  to: number,
  window: number,
): { text: string; start: number; end: number } {
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
function redact(line: string, number: number, secrets: readonly Place[]): string {
  let redacted = line
  for (const secret of secrets) {
    if (number < secret.line || number > secret.endLine) continue
    const from = number === secret.line ? secret.column - 1 : 0
    const to = number === secret.endLine ? Math.min(secret.endColumn - 1, line.length) : line.length
    if (to > from) redacted = redacted.slice(0, from) + '*'.repeat(to - from) + redacted.slice(to)
  }
  return redacted
}
