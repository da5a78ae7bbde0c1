import { appendFileSync, realpathSync } from 'node:fs'
import type { Plan } from '../../plan/plan.ts'
import { planSentence } from '../../render/plan-view.ts'
import { pathBelow } from '../../util/path-below.ts'
import type { Host } from '../process/host.ts'
import path from 'node:path'

/** Outputs that later steps of a GitHub workflow read as `steps.ID.outputs.NAME`. */
export type GithubOutputs = Readonly<Record<string, string | number | boolean>>

/** Under GitHub Actions, adds `summary` (Markdown) to the job's page and sets the step's outputs. Elsewhere does nothing. */
export function writeGithubOutputs({ env }: Host, summary: () => string, outputs: GithubOutputs): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return
  const summaryFile = env['GITHUB_STEP_SUMMARY'] ?? ''
  if (summaryFile !== '') appendFileSync(summaryFile, `${summary()}\n`)
  const outputFile = env['GITHUB_OUTPUT'] ?? ''
  if (outputFile === '') return
  // A line break would start another output.
  const lines = Object.entries(outputs).map(
    ([name, value]) => `${name}=${String(value).replaceAll(/[\r\n]+/g, ' ')}\n`,
  )
  appendFileSync(outputFile, lines.join(''))
}

/** Returns the outputs of a plan. `changes` counts the crawls that apply would submit or forget. */
export function planOutputs(plan: Plan, comparedWith?: string): GithubOutputs {
  const {
    submit,
    resubmit,
    repeat,
    forget,
    renamed = 0,
    inDoubt,
    blocked,
    worstCasePages,
    worstCaseCredits,
  } = plan.summary
  return {
    summary: planSentence(plan, comparedWith),
    digest: plan.digest,
    changes: submit + resubmit + repeat + forget + renamed,
    'in-doubt': inDoubt,
    blocked,
    pages: worstCasePages,
    credits: worstCaseCredits,
  }
}

/**
 * Returns the project's path relative to the repository root: empty, or ending in `/`. CI systems put it in front of file names
 * to find them in a change. Outside CI the project's root counts as the repository's.
 */
export function repositoryPrefix({ env }: Host, root: string): string {
  const workspace = env['GITHUB_WORKSPACE'] ?? env['CI_PROJECT_DIR'] ?? ''
  if (workspace === '') return ''
  const below = pathBelow(real(workspace), real(root)) ?? ''
  return below === '' ? '' : `${below}/`
}

function real(directory: string): string {
  try {
    return realpathSync(directory)
  } catch {
    return path.resolve(directory)
  }
}
