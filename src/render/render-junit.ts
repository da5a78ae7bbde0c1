import { compareDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { groupBy } from '../util/group-by.ts'
import { escapeAttribute, escapeXml } from '../util/escape-xml.ts'

type Attributes = Readonly<Record<string, string | number>>

export interface JunitCase {
  readonly attributes: Attributes
  /** Absent for a success. */
  readonly failure?: { readonly attributes: Attributes; readonly text?: string } | undefined
  readonly output?: string | undefined
}

/** Returns JUnit XML with the counts of its cases. */
export function renderJunit(
  name: string,
  suites: readonly { readonly attributes: Attributes; readonly cases: readonly JunitCase[] }[],
): string {
  const parts = suites.flatMap(({ attributes, cases }) =>
    element('testsuite', { ...attributes, ...totals(cases), skipped: 0 }, cases.flatMap(caseLines)),
  )
  const all = suites.flatMap(({ cases }) => cases)
  const lines = element('testsuites', { name, ...totals(all) }, parts)
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ''].join('\n')
}

function totals(cases: readonly JunitCase[]): Attributes {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  return { tests: cases.length, failures, errors: 0 }
}

function caseLines({ attributes, failure, output }: JunitCase): string[] {
  return element('testcase', attributes, [
    ...(failure === undefined ? [] : element('failure', failure.attributes, failure.text)),
    ...(output === undefined ? [] : element('system-out', {}, output)),
  ])
}

/** Returns an element with a text, or with lines of other elements. */
function element(name: string, attributes: Attributes, content: string | readonly string[] = []): string[] {
  const pairs = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`,
  )
  const open = `<${name}${pairs.join('')}`
  if (typeof content === 'string') return [`${open}>${escapeXml(content)}</${name}>`]
  if (content.length === 0) return [`${open}/>`]
  return [`${open}>`, ...content.map((line) => `  ${line}`), `</${name}>`]
}

/**
 * Returns JUnit XML with one test case for each file. Errors make it fail. Warnings and notes are its output, because
 * JUnit has no severities. `files` are all files that were checked, so that good ones count too.
 */
export function renderDiagnosticsJunit(
  diagnostics: readonly Diagnostic[],
  files: Iterable<string>,
  suite = 'crawlform validate',
): string {
  const byFile = groupBy(diagnostics, ({ file }) => file)
  const cases = [...new Set([...files, ...byFile.keys()])].sort().map((file): JunitCase => {
    const found = (byFile.get(file) ?? []).sort(compareDiagnostics)
    const errors = found.filter(({ severity }) => severity === 'error')
    const others = found.filter(({ severity }) => severity !== 'error')
    const [first] = errors
    return {
      attributes: { classname: suite, name: file, file },
      failure: first && {
        attributes: { message: first.message, type: first.rule },
        text: errors.map(problemText).join('\n'),
      },
      output: others.length === 0 ? undefined : others.map(problemText).join('\n'),
    }
  })
  return renderJunit('crawlform', [{ attributes: { name: suite }, cases }])
}

function problemText({ file, line, column, severity, message, rule, help }: Diagnostic): string {
  const head = `${file}:${line}:${column}: ${severity}: ${message} [${rule}]`
  return help === undefined ? head : `${head}\n  help: ${help}`
}
