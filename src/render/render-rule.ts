import type { Severity } from '../diagnostics/diagnostic.ts'
import type { Style } from './style.ts'

/** What a rule says of itself; the catalogue's entries have it. */
export interface RuleText {
  readonly severity: Severity
  readonly title: string
  readonly why: string
  readonly example: string
}

/** A rule for people: what it is about, why it matters, a file that has the problem, how to change its severity. */
export function renderRuleText(
  id: string,
  { severity, title, why, example }: RuleText,
  style: Style,
): string {
  return [
    `${style.bold(`${id}: ${title}`)} (${severity})`,
    '',
    why,
    '',
    style.bold('Example:'),
    ...example
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`.trimEnd()),
    '',
    `In crawlform.yaml, "rules: { ${id}: off | warning | error }" changes its severity. In a file, the comment`,
    `"# crawlform-ignore ${id}: reason" silences it at one place.`,
    '',
  ].join('\n')
}

export function renderRuleJson(id: string, { severity, title, why, example }: RuleText): string {
  return `${JSON.stringify({ formatVersion: 1, rule: id, severity, title, why, example }, null, 2)}\n`
}
