import { compareDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { escapeAttribute, escapeXml } from '../util/escape-xml.ts'

/**
 * Returns JUnit XML with one test case for each file. Errors make it fail. Warnings and notes are its output, because
 * JUnit has no severities. `files` are all files that were checked, so that good ones count too.
 */
export function renderDiagnosticsJunit(
  diagnostics: readonly Diagnostic[],
  files: Iterable<string>,
  suite = 'crawlform validate',
): string {
  const byFile = new Map<string, Diagnostic[]>()
  for (const file of files) byFile.set(file, [])
  for (const diagnostic of diagnostics) {
    const found = byFile.get(diagnostic.file)
    if (found === undefined) byFile.set(diagnostic.file, [diagnostic])
    else found.push(diagnostic)
  }
  const cases = [...byFile.keys()].sort().map((file) => testCase(file, byFile.get(file) ?? [], suite))
  const failures = cases.filter((entry) => entry.failed).length
  const totals = `tests="${cases.length}" failures="${failures}" errors="0"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="crawlform" ${totals}>`,
    `  <testsuite name="${escapeAttribute(suite)}" ${totals} skipped="0">`,
    ...cases.flatMap((entry) => entry.lines),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(
  file: string,
  found: readonly Diagnostic[],
  suite: string,
): { failed: boolean; lines: string[] } {
  const errors = found.filter((diagnostic) => diagnostic.severity === 'error').sort(compareDiagnostics)
  const others = found.filter((diagnostic) => diagnostic.severity !== 'error').sort(compareDiagnostics)
  const open = `    <testcase classname="${escapeAttribute(suite)}" name="${escapeAttribute(file)}" file="${escapeAttribute(file)}"`
  if (found.length === 0) return { failed: false, lines: [`${open}/>`] }
  const [first] = errors
  return {
    failed: first !== undefined,
    lines: [
      `${open}>`,
      ...(first === undefined
        ? []
        : [
            `      <failure message="${escapeAttribute(first.message)}" type="${escapeAttribute(first.rule)}">${lines(errors)}</failure>`,
          ]),
      ...(others.length === 0 ? [] : [`      <system-out>${lines(others)}</system-out>`]),
      '    </testcase>',
    ],
  }
}

function lines(diagnostics: readonly Diagnostic[]): string {
  const text = diagnostics.map(({ file, line, column, severity, message, rule, help }) => {
    const head = `${file}:${line}:${column}: ${severity}: ${message} [${rule}]`
    return help === undefined ? head : `${head}\n  help: ${help}`
  })
  return escapeXml(text.join('\n'))
}
