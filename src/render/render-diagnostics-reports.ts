import { type Diagnostic, type Fix, hasErrors, type Place } from '../diagnostics/diagnostic.ts'
import type { Severity } from '../diagnostics/rule.ts'
import { fittingLines, markdownCode, markdownText, MOST_CHARACTERS } from '../util/markdown-text.ts'
import { plural, printable, printableLines } from '../util/text.ts'
import { sha256 } from '../util/sha256.ts'
import { type Checked, countLine, countProblems, jsonReport } from './render.ts'
import type { RuleText } from './render-rule.ts'

/** Returns the JSON of `validate`. Format version 1 may get new members and never loses one. */
export function renderDiagnosticsJson(diagnostics: readonly Diagnostic[], checked: Checked): string {
  const { errors, warnings } = countProblems(diagnostics)
  return jsonReport({
    diagnostics: diagnostics.map((diagnostic) => diagnosticJson(diagnostic)),
    summary: { files: checked.files, crawls: checked.crawls, errors, warnings },
  })
}

/** Returns one diagnostic with its members in a fixed order. JSON has no members that are undefined. */
function diagnosticJson(diagnostic: Diagnostic): object {
  const { rule, severity, message, help, pointer, related, fix } = diagnostic
  return {
    rule,
    severity,
    message,
    help,
    ...placeJson(diagnostic),
    pointer,
    related: related?.map(({ message: about, place }) => ({ message: about, ...placeJson(place) })),
    fix: fix && {
      description: fix.description,
      edits: fix.edits.map((edit) => ({ ...placeJson(edit.place), text: edit.text })),
    },
  }
}

function placeJson({ file, line, column, endLine, endColumn }: Place): Place {
  return { file, line, column, endLine, endColumn }
}

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' }

/**
 * Returns workflow commands of GitHub Actions, one line for each diagnostic, which become annotations on the changed files.
 * `prefix` is the project's path relative to the repository root: empty, or ending in `/`.
 */
export function renderDiagnosticsGithub(diagnostics: readonly Diagnostic[], prefix = ''): string {
  return diagnostics.map((diagnostic) => `${annotation(diagnostic, prefix)}\n`).join('')
}

function annotation(diagnostic: Diagnostic, prefix: string): string {
  const { file, line, column, endLine, endColumn, rule, message, help } = diagnostic
  const properties = [
    `file=${property(printable(prefix + file))}`,
    `line=${line}`,
    // GitHub shows columns only for a place within one line, and includes the last one.
    ...(endLine === line
      ? [`col=${column}`, `endColumn=${Math.max(column, endColumn - 1)}`]
      : [`endLine=${endLine}`]),
    `title=${property(rule)}`,
  ]
  const text = help === undefined ? message : `${message}\n${help}`
  return `::${commands[diagnostic.severity]} ${properties.join(',')}::${data(printableLines(text))}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

const severities: Readonly<Record<Severity, string>> = { error: 'critical', warning: 'minor', info: 'info' }

/**
 * Returns GitLab's code quality report. `prefix` is the project's path relative to the repository root: empty, or ending in `/`.
 */
export function renderDiagnosticsGitlab(diagnostics: readonly Diagnostic[], prefix = ''): string {
  const fingerprints = fingerprintDiagnostics(diagnostics, prefix)
  const issues = diagnostics.map(({ rule, file, line, message, help, severity }, index) => ({
    description: help === undefined ? message : `${message} ${help}`,
    check_name: rule,
    fingerprint: fingerprints[index],
    severity: severities[severity],
    location: { path: prefix + file, lines: { begin: line } },
  }))
  return `${JSON.stringify(issues, null, 2)}\n`
}

export interface SarifOptions {
  readonly version: string
  readonly rules: Readonly<Record<string, Omit<RuleText, 'repaired'>>>
  /** The project's path relative to the repository root: empty, or ending in `/`. */
  readonly prefix: string
}

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' }

/** Returns a SARIF 2.1.0 log of one run, with the rules that it names. */
export function renderDiagnosticsSarif(diagnostics: readonly Diagnostic[], options: SarifOptions): string {
  const ids = [...new Set(diagnostics.map((diagnostic) => diagnostic.rule))].sort()
  const indexes = new Map(ids.map((id, index) => [id, index]))
  const fingerprints = fingerprintDiagnostics(diagnostics, options.prefix)
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'crawlform',
            version: options.version,
            rules: ids.map((id) => ruleJson(id, options.rules[id])),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((diagnostic, index) => ({
          ruleId: diagnostic.rule,
          ruleIndex: indexes.get(diagnostic.rule) ?? -1,
          ...resultJson(diagnostic, options.prefix),
          partialFingerprints: { 'crawlform/v1': fingerprints[index] },
        })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function ruleJson(id: string, text: SarifOptions['rules'][string] | undefined): object {
  if (text === undefined) return { id }
  return {
    id,
    shortDescription: { text: text.title },
    fullDescription: { text: text.why },
    help: {
      text: `${text.why}\n\nExample:\n\n${text.example}\ncrawlform explain ${id} shows the fix.`,
      markdown: `${text.why}\n\n\`\`\`yaml\n${text.example}\`\`\`\n\n\`crawlform explain ${id}\` shows the fix.`,
    },
    defaultConfiguration: { level: levels[text.severity] },
  }
}

function resultJson(diagnostic: Diagnostic, prefix: string): object {
  const { message, help, related, fix } = diagnostic
  return {
    level: levels[diagnostic.severity],
    message: { text: help === undefined ? message : `${message}\n${help}` },
    locations: [{ physicalLocation: location(diagnostic, prefix) }],
    relatedLocations: related?.map((entry, id) => ({
      id,
      message: { text: entry.message },
      physicalLocation: location(entry.place, prefix),
    })),
    fixes: fix && [fixJson(fix, prefix)],
  }
}

function location(place: Place, prefix: string): object {
  return { artifactLocation: artifact(place.file, prefix), region: region(place) }
}

function artifact(file: string, prefix: string): object {
  return { uri: (prefix + file).split('/').map(encodeURIComponent).join('/') }
}

function region({ line, column, endLine, endColumn }: Place): object {
  return { startLine: line, startColumn: column, endLine, endColumn }
}

function fixJson(fix: Fix, prefix: string): object {
  const files = [...new Set(fix.edits.map((edit) => edit.place.file))]
  return {
    description: { text: fix.description },
    artifactChanges: files.map((file) => ({
      artifactLocation: artifact(file, prefix),
      replacements: fix.edits
        .filter((edit) => edit.place.file === file)
        .map((edit) => ({ deletedRegion: region(edit.place), insertedContent: { text: edit.text } })),
    })),
  }
}

/**
 * Returns a fingerprint for each of `diagnostics`: 40 hexadecimal digits by which code quality and code scanning recognise a
 * problem. They do not change when lines move, and are unique in the repository. `prefix` is the project's path relative to the
 * repository root: empty, or ending in `/`.
 */
function fingerprintDiagnostics(diagnostics: readonly Diagnostic[], prefix: string): readonly string[] {
  const seen = new Map<string, number>()
  return diagnostics.map(({ rule, file, pointer, message }) => {
    const identity = [rule, prefix + file, pointer ?? '', message].join('\0')
    const count = seen.get(identity) ?? 0
    seen.set(identity, count + 1)
    return sha256(`${identity}\0${count}`).slice(0, 40)
  })
}

/** Kept free for the head and the closing line. */
const RESERVE = 500

const order: readonly Severity[] = ['error', 'warning', 'info']

/** Returns diagnostics as a pull request's comment, or for the page of a job: a table row each, errors first. */
export function renderDiagnosticsMarkdown(diagnostics: readonly Diagnostic[], checked: Checked): string {
  const { lines: table, left } = diagnosticsTable(diagnostics, MOST_CHARACTERS - RESERVE)
  const lines = [
    hasErrors(diagnostics) ? '### The crawl files have errors' : '### The crawl files can be planned',
    '',
    `**${countLine(diagnostics, checked)}**`,
    ...(table.length === 0 ? [] : ['', ...table]),
    ...(left === 0 ? [] : ['', `and ${plural(left, 'more problem')}`]),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns a table of diagnostics, errors first, as many as fit into `room` characters, and how many did not. */
export function diagnosticsTable(diagnostics: readonly Diagnostic[], room: number) {
  const sorted = order.flatMap((severity) => diagnostics.filter((found) => found.severity === severity))
  const { lines, left } = fittingLines(sorted.map(tableRow), room)
  return { lines: lines.length === 0 ? [] : ['| | Where | Problem |', '|:--|:--|:--|', ...lines], left }
}

function tableRow({ severity, file, line, column, message, help, rule }: Diagnostic): string {
  const word = severity === 'info' ? 'note' : severity
  const lines = (help === undefined ? message : `${message}\n${help}`).split('\n')
  const text = lines.map((part) => markdownText(part)).join('<br>')
  return `| ${word} | ${markdownCode(`${file}:${line}:${column}`)} | ${text} ${markdownCode(rule)} |`
}
