import { compareDiagnostics, diagnose, factsOf, isFixed } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import { groupBy } from '../util/group-by.ts'
import type { ProjectSpec } from '../validate/crawl-spec.ts'
import { catalogue } from '../diagnostics/diagnostics.ts'
import { suggest } from '../util/suggest.ts'
import { LineMap } from '../document/source-document.ts'

export interface Findings {
  /** Findings of reading, validating and resolving. Their errors exclude a crawl, so nothing can silence them. */
  readonly fatal: readonly Diagnostic[]
  readonly lint: readonly Diagnostic[]
}

/** Applies suppression comments and the project's `rules` to all findings. */
export function settleDiagnostics(
  { fatal, lint }: Findings,
  rules: ProjectSpec['rules'],
  sources: ReadonlyMap<string, string>,
) {
  const errors = fatal.filter((diagnostic) => diagnostic.severity === 'error')
  const fixed = new Set(errors)
  const found = [...fatal, ...lint]
  const left = applySuppressions(found, sources).filter((diagnostic) => !fixed.has(diagnostic))
  const kept = new Set(left)
  const shown = left.flatMap((diagnostic) => withSeverity(diagnostic, rules))
  return {
    diagnostics: mergeByName(sortedOnce([...errors, ...shown])),
    isError: (finding: Diagnostic) =>
      kept.has(finding) && withSeverity(finding, rules).some(({ severity }) => severity === 'error'),
  }
}

function withSeverity(diagnostic: Diagnostic, rules: ProjectSpec['rules']): readonly Diagnostic[] {
  const severity = Object.hasOwn(rules, diagnostic.rule) ? rules[diagnostic.rule] : undefined
  if (severity === undefined) return [diagnostic]
  return severity === 'off' ? [] : [{ ...diagnostic, severity }]
}

/** Sorts findings and keeps each once. One in a profile or in a line that a matrix repeats is found for every crawl that it reaches. */
export function sortedOnce(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted(compareDiagnostics).filter((diagnostic, index, sorted) => {
    const before = sorted[index - 1]
    return before === undefined || !saysTheSame(before, diagnostic)
  })
}

/** Merges the findings of a file about the same name; the first gets the places of the others. */
function mergeByName(sorted: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = groupBy(sorted, (diagnostic) => {
    const { rule, file, message } = diagnostic
    return factsOf(rule).isOfName === true ? `${rule}\n${file}\n${message}` : diagnostic
  })
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? []
    return [{ ...first, related: others.map((place) => ({ message: 'used here too', place })) }]
  })
}

function saysTheSame(a: Diagnostic, b: Diagnostic): boolean {
  if (a.rule !== b.rule || a.line !== b.line || a.column !== b.column || a.file !== b.file) return false
  return a.message === b.message || factsOf(a.rule).reportedOnce
}

const COMMENT = /(?:^|\s)#\s*crawlform-ignore\b[ \t]*([^\s:#]*)[ \t]*:?[ \t]*([^\r\n]*)/g

/** A comment that silences its rule on its own line and the next one. */
interface Suppression {
  readonly rule: string
  readonly place: Place
}

/**
 * Returns what is left of `diagnostics` after the `# crawlform-ignore rule/id: reason` comments of `sources` (texts by
 * file name): each silences its rule on its own line and the next. Comments that give no reason, name no rule or one
 * that cannot be silenced, or silence nothing, are reported themselves.
 */
export function applySuppressions(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
): Diagnostic[] {
  let left = [...diagnostics]
  for (const [file, text] of sources) {
    if (text.includes(SUPPRESSION_MARK)) left = applyOf(new LineMap(file, text), left)
  }
  return left
}

function applyOf(lines: LineMap, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const problems: Diagnostic[] = []
  const unused = new Set(readSuppressions(lines, problems))
  const all = [...unused]
  const left = diagnostics.filter((diagnostic) => {
    if (diagnostic.file !== lines.file) return true
    const silencing = all.filter(
      ({ rule, place }) => rule === diagnostic.rule && [0, 1].includes(diagnostic.line - place.line),
    )
    for (const one of silencing) unused.delete(one)
    return silencing.length === 0
  })
  for (const { rule, place } of unused) {
    const other = left.find((diagnostic) => diagnostic.rule === rule && diagnostic.file === lines.file)
    problems.push(diagnose('syntax/ignore-unused', { id: rule, line: other?.line }, place))
  }
  return [...left, ...problems]
}

function readSuppressions(lines: LineMap, problems: Diagnostic[]): Suppression[] {
  const found: Suppression[] = []
  for (const match of lines.text.matchAll(COMMENT)) {
    const start = match.index + match[0].indexOf('#')
    const place = lines.place(start, match.index + match[0].trimEnd().length)
    const [, rule = '', reason = ''] = match
    if (rule === '' || reason.trim() === '') {
      problems.push(diagnose('syntax/ignore-without-reason', {}, place))
    } else if (isFixed(rule)) {
      problems.push(diagnose('syntax/ignore-fixed-rule', { id: rule }, place))
    } else if (Object.hasOwn(catalogue(), rule)) {
      found.push({ rule, place })
    } else {
      const [suggestion] = suggest(rule, Object.keys(catalogue()))
      problems.push(diagnose('syntax/ignore-unknown-rule', { id: rule, suggestion }, place))
    }
  }
  return found
}

/** Every comment that silences a rule contains this; a file without it needs no further look. */
export const SUPPRESSION_MARK = 'crawlform-ignore'
