import type { Rule } from '../../src/diagnostics/rule.ts'

/** The pages of docs/rules/ by path from the repository's root, without what their commands show. */
export function rulePages(
  catalogue: Readonly<Record<string, Pick<Rule<never>, 'severity' | 'title' | 'why' | 'example'>>>,
  repairedExample: (id: string) => string,
): Map<string, string>
