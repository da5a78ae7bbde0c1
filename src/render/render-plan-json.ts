import type { Plan } from '../plan/plan.ts'

/**
 * Returns the JSON of `plan`, the same bytes for the same plan; `schema/plan.schema.json` describes it. What identifies a change
 * comes first, and every change of a declared crawl has `differences`.
 */
export function renderPlanJson(plan: Plan): string {
  const { formatVersion, environment, lineage, digest, budgetPages, budgetCredits, changes, summary } = plan
  const report = {
    formatVersion,
    environment,
    lineage,
    digest,
    budgetPages,
    budgetCredits,
    changes: changes.map(({ name, action, reason, ...rest }) => {
      return { name, action, reason, ...(action === 'forget' ? {} : { differences: [] }), ...rest }
    }),
    summary,
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Returns the report for GitLab's merge request widget for Terraform: numbers of crawls to add, change and remove. */
export function renderPlanGitlab({ summary }: Plan): string {
  const { submit, resubmit, repeat, forget } = summary
  return `${JSON.stringify({ create: submit, update: resubmit + repeat, delete: forget })}\n`
}
