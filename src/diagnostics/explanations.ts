import { assert } from '../util/invariant.ts'
import type { RuleId } from './catalogue.ts'
import type { Severity } from './diagnostic.ts'
import { catalogue } from './diagnostics.ts'
import type { Explanation } from './explanation.ts'
import { importExplanations } from './explanations/import.ts'
import { interpolationExplanations } from './explanations/interpolation.ts'
import { limitsExplanations } from './explanations/limits.ts'
import { lockExplanations } from './explanations/lock.ts'
import { migrateExplanations } from './explanations/migrate.ts'
import { projectExplanations } from './explanations/project.ts'
import { resolveExplanations } from './explanations/resolve.ts'
import { schemaExplanations } from './explanations/schema.ts'
import { scopeExplanations } from './explanations/scope.ts'
import { securityExplanations } from './explanations/security.ts'
import { syntaxExplanations } from './explanations/syntax.ts'
import { testsExplanations } from './explanations/tests.ts'

// Only `explain`, SARIF and the documentation load these texts.
const explanations: Readonly<Record<RuleId, Explanation>> = {
  ...syntaxExplanations,
  ...schemaExplanations,
  ...interpolationExplanations,
  ...migrateExplanations,
  ...resolveExplanations,
  ...scopeExplanations,
  ...limitsExplanations,
  ...securityExplanations,
  ...testsExplanations,
  ...projectExplanations,
  ...lockExplanations,
  ...importExplanations,
}

export interface RuleText extends Explanation {
  readonly severity: Severity
}

/** Returns the description of every rule by its id. */
export function ruleTexts(): Readonly<Record<RuleId, RuleText>> {
  const entries = Object.entries(explanations).map(([id, explanation]) => {
    const { severity } = catalogue[id as RuleId]
    return [id, { severity, ...explanation }] as const
  })
  // fromEntries widens to any key; both objects have the same ones.
  return Object.fromEntries(entries) as Record<RuleId, RuleText>
}

/** Returns the fixed example of rule `id`. */
export function repairedExample(id: RuleId): string {
  const { example, repair } = explanations[id]
  if (typeof repair === 'string') return repair
  assert(example.includes(repair[0]), `the example of ${id} contains the wrong words`)
  return example.replace(repair[0], () => repair[1])
}
