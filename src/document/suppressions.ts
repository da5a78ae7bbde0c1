import { diagnose, type Diagnostic, isFixed } from '../diagnostics/diagnostic.ts'
import { catalogue } from '../diagnostics/diagnostics.ts'
import { suggest } from '../util/suggest.ts'
import { LineMap } from './line-map.ts'

const COMMENT = /(?:^|\s)#\s*crawlform-ignore\b[ \t]*([^\s:#]*)[ \t]*:?[ \t]*([^\r\n]*)/g

interface Suppression {
  readonly rule: string
  /** Lines on which the comment silences its rule: its own and the next one. */
  readonly line: number
  readonly start: number
  readonly end: number
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
    const silencing = all.filter((one) => silences(one, diagnostic))
    for (const one of silencing) unused.delete(one)
    return silencing.length === 0
  })
  for (const { rule, start, end } of unused) {
    problems.push(diagnose('syntax/ignore-unused', { id: rule }, lines.place(start, end)))
  }
  return [...left, ...problems]
}

function silences(suppression: Suppression, diagnostic: Diagnostic): boolean {
  const distance = diagnostic.line - suppression.line
  return diagnostic.rule === suppression.rule && (distance === 0 || distance === 1)
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
    } else if (Object.hasOwn(catalogue, rule)) {
      found.push({ rule, line: place.line, start, end: match.index + match[0].trimEnd().length })
    } else {
      const [suggestion] = suggest(rule, Object.keys(catalogue))
      problems.push(diagnose('syntax/ignore-unknown-rule', { id: rule, suggestion }, place))
    }
  }
  return found
}

/** Every comment that silences a rule contains this; a file without it needs no further look. */
export const SUPPRESSION_MARK = 'crawlform-ignore'
