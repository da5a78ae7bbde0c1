import type { Plan, PlannedChange } from '../plan/plan.ts'

/** Returns the JSON of `plan`, the same bytes for the same plan; `schema/plan.schema.json` describes it. */
export function renderPlanJson(plan: Plan): string {
  const { formatVersion, environment, lineage, digest, budgetPages, budgetCredits, changes, summary } = plan
  const report = {
    formatVersion,
    environment,
    lineage,
    digest,
    budgetPages,
    budgetCredits,
    changes: changes.map((change) => changeJson(change)),
    summary,
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Returns what identifies a change first, and `differences` in every change of a declared crawl. */
function changeJson(change: PlannedChange): object {
  const { name, action, reason, ...rest } = change
  if (change.action === 'forget') return { name, action, reason, ...rest }
  return { name, action, reason, differences: [], ...rest }
}

/** Returns the report for GitLab's merge request widget for Terraform: numbers of crawls to add, change and remove. */
export function renderPlanGitlab({ summary }: Plan): string {
  const { submit, resubmit, repeat, forget } = summary
  return `${JSON.stringify({ create: submit, update: resubmit + repeat, delete: forget })}\n`
}
