import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts'
import { markdownCode, markdownText } from '../util/markdown-text.ts'
import { plural } from '../util/plural.ts'
import { countLine, type Checked } from './count-problems.ts'

/**
 * GitHub refuses a comment of more than 65,536 characters. The difference is room for what a workflow adds around it.
 */
const MOST_CHARACTERS = 60_000
/** Kept free for the head and the closing line. */
const RESERVE = 500

const order: readonly Severity[] = ['error', 'warning', 'info']

/** Returns diagnostics as a pull request's comment, or for the page of a job: a table row each, errors first. */
export function renderDiagnosticsMarkdown(diagnostics: readonly Diagnostic[], checked: Checked): string {
  const { lines: table, left } = diagnosticsTable(diagnostics, MOST_CHARACTERS - RESERVE)
  const lines = [
    `### ${title(diagnostics)}`,
    '',
    `**${countLine(diagnostics, checked)}**`,
    ...(table.length === 0 ? [] : ['', ...table]),
    ...(left === 0 ? [] : ['', `and ${plural(left, 'more problem')}`]),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns a table of diagnostics, errors first, as many as fit into `room` characters, and how many did not. */
export function diagnosticsTable(
  diagnostics: readonly Diagnostic[],
  room: number,
): { readonly lines: readonly string[]; readonly left: number } {
  const sorted = order.flatMap((severity) => diagnostics.filter((found) => found.severity === severity))
  const rows: string[] = []
  let length = 0
  for (const diagnostic of sorted) {
    const row = tableRow(diagnostic)
    length += row.length + 1
    if (length > room) break
    rows.push(row)
  }
  const left = sorted.length - rows.length
  return { lines: rows.length === 0 ? [] : ['| | Where | Problem |', '|:--|:--|:--|', ...rows], left }
}

function title(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.some(({ severity }) => severity === 'error')
    ? 'The crawl files have errors'
    : 'The crawl files can be planned'
}

function tableRow({ severity, file, line, column, message, help, rule }: Diagnostic): string {
  const word = severity === 'info' ? 'note' : severity
  const text = [message, ...(help === undefined ? [] : [help])].map((part) => asCell(part)).join('<br>')
  return `| ${word} | ${markdownCode(`${file}:${line}:${column}`)} | ${text} ${markdownCode(rule)} |`
}

/** A text of several lines keeps its lines. */
function asCell(text: string): string {
  return text
    .split('\n')
    .map((line) => markdownText(line))
    .join('<br>')
}
