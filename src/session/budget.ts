import type { LoadedProject } from '../load/load.ts'
import type { PlanInput } from '../plan/make-plan.ts'

/** Returns the parts of the project's budget that are set. */
export function budgetOf(
  budget: LoadedProject['project']['budget'] = {},
): Pick<PlanInput, 'budgetPages' | 'budgetCredits'> {
  const { pages, credits } = budget
  return {
    ...(typeof pages === 'number' ? { budgetPages: pages } : {}),
    ...(typeof credits === 'number' ? { budgetCredits: credits } : {}),
  }
}
