import type { Plan } from '../plan/plan.ts'

/** Returns the report for GitLab's merge request widget for Terraform: numbers of crawls to add, change and remove. */
export function renderPlanGitlab({ summary }: Plan): string {
  const { submit, resubmit, repeat, forget } = summary
  return `${JSON.stringify({ create: submit, update: resubmit + repeat, delete: forget })}\n`
}
