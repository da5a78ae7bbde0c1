import type { Severity } from '../diagnostics/rule.ts'
import { jsonReport, type Style } from './render.ts'

/** The description of a rule. */
export interface RuleText {
  readonly severity: Severity
  readonly title: string
  readonly why: string
  /** A project that has this problem and no other: files and commands. */
  readonly example: string
  /** The files and commands that change. */
  readonly repaired: string
}

/** Returns a rule as text: its description, a project with the problem, the fixed project, and how to change its severity. */
export function renderRuleText(
  id: string,
  { severity, title, why, example, repaired }: RuleText,
  style: Style,
): string {
  return [
    `${style.bold(`${id}: ${title}`)} (${severity})`,
    '',
    why,
    '',
    style.bold('Example:'),
    indented(example),
    '',
    style.bold('Fixed:'),
    indented(repaired),
    '',
    `In crawlform.yaml, "rules: { ${id}: off | warning | error }" changes its severity. In a file, the comment`,
    `"# crawlform-ignore ${id}: reason" silences it at one place.`,
    `Documentation: ${rulePage(id)}`,
    '',
  ].join('\n')
}

export function renderRuleJson(id: string, { severity, title, why, example, repaired }: RuleText): string {
  return jsonReport({ rule: id, severity, title, why, example, repaired, page: rulePage(id) })
}

/** Returns the address of rule `id` in the documentation of this package. */
export function rulePage(id: string): string {
  return `docs/rules/${id.slice(0, id.indexOf('/'))}.md#${id.replace('/', '')}`
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, '  ')
}
