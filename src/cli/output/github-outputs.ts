import { appendFileSync } from 'node:fs'
import type { Plan } from '../../plan/plan.ts'
import { planSentence } from '../../render/plan-words.ts'
import type { Host } from '../process/host.ts'

/** Outputs that later steps of a GitHub workflow read as `steps.ID.outputs.NAME`. */
export type GithubOutputs = Readonly<Record<string, string | number | boolean>>

/**
 * Under GitHub Actions, adds `summary` (Markdown) to the job's page and sets the step's outputs. Elsewhere does
 * nothing.
 */
export function writeGithubOutputs({ env }: Host, summary: () => string, outputs: GithubOutputs): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return
  const summaryFile = env['GITHUB_STEP_SUMMARY'] ?? ''
  if (summaryFile !== '') appendFileSync(summaryFile, `${summary()}\n`)
  const outputFile = env['GITHUB_OUTPUT'] ?? ''
  if (outputFile === '') return
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${singleLine(String(value))}\n`)
  appendFileSync(outputFile, lines.join(''))
}

/** Returns the outputs of a plan. `changes` counts the crawls that apply would submit or forget. */
export function planOutputs(plan: Plan, comparedWith?: string): GithubOutputs {
  const { submit, resubmit, repeat, forget, inDoubt, blocked, worstCasePages, worstCaseCredits } =
    plan.summary
  return {
    summary: planSentence(plan, comparedWith),
    digest: plan.digest,
    changes: submit + resubmit + repeat + forget,
    'in-doubt': inDoubt,
    blocked,
    pages: worstCasePages,
    credits: worstCaseCredits,
  }
}

/** Returns the value on one line: a line break would start another output. */
function singleLine(value: string): string {
  return value.replaceAll(/[\r\n]+/g, ' ')
}
