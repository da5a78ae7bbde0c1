import type { Diagnostic, Place, Severity } from '../diagnostics/diagnostic.ts'
import { printable, printableLines } from '../util/printable.ts'
import { codeFrame, SourceLines } from './code-frame.ts'
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
