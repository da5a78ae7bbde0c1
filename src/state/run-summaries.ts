import { isJsonObject, parseJson } from '../util/json.ts'
import type { ChangeCounts, JobResult } from './state.ts'

/** What stays known of a run after its manifest is gone. */
export interface RunSummary {
  readonly job: string
  /** When it was submitted, ISO 8601. */
  readonly at: string
  readonly result: Pick<
    JobResult,
    'status' | 'at' | 'completed' | 'failed' | 'creditsUsed' | 'error' | 'heldBack'
  >
  readonly changes?: ChangeCounts
}

/** Runs of a crawl whose summaries are kept. */
const MOST_KEPT = 30

/** Returns the text of these summaries, a line for each, with `run` instead of an earlier one of the same job. */
export function withRun(runs: readonly RunSummary[], run: RunSummary): string {
  const { job, at, result, changes } = run
  const { status, completed, failed, creditsUsed, error, heldBack } = result
  const kept = { status, at: result.at, completed, failed, creditsUsed, error, heldBack }
  const own = { job, at, result: kept, changes }
  const others = runs.filter((one) => one.job !== job)
  return [...others.slice(1 - MOST_KEPT), own].map((one) => `${JSON.stringify(one)}\n`).join('')
}

/** Returns the summaries that a text holds, without lines that are none: a torn line must not hide the others. */
export function parseRuns(text: string): readonly RunSummary[] {
  return text.split('\n').flatMap((line) => {
    const run = parseJson(line)
    const isRun = isJsonObject(run) && typeof run['job'] === 'string' && typeof run['at'] === 'string'
    return isRun && isJsonObject(run['result']) ? [run as unknown as RunSummary] : []
  })
}
