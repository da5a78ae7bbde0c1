import type { Cli } from '../arguments/command.ts'
import type { ApplyEvent, ApplyResult, DoneEvent } from '../../apply/apply-event.ts'
import {
  renderApplyLine,
  renderApplySummary,
  renderReplacedLine,
  type AppliedCrawl,
} from '../../render/render-apply.ts'
import type { Style } from '../../render/render.ts'
import type { JobRecord } from '../../state/recorded-state.ts'
import { formatDuration } from '../../util/format-duration.ts'
import { printable } from '../../util/printable.ts'
import type { PageOutput } from '../arguments/page-output.ts'
import { showJobs } from './show-jobs.ts'
import type { PreparedPlan } from './prepare-plan.ts'
import {
  isTimeToCount,
  noticesAbove,
  type ProgressDisplay,
  type Verbosity,
} from '../output/progress-display.ts'
import { submissionHelp } from '../output/report-failure.ts'

export interface ApplySettings {
  readonly parallelism: number | undefined
  readonly failFast: boolean
  readonly replace: boolean
  readonly waits: boolean
  readonly timeoutMs: number | undefined
  /** Where to write the pages of finished jobs. */
  readonly output: PageOutput | undefined
}

export interface ApplyRun extends PreparedPlan, ApplySettings {
  readonly cli: Cli
  readonly display: ProgressDisplay
  readonly style: Style
  readonly verbosity: Verbosity
  readonly onEvent: (event: ApplyEvent) => void
}

export interface Submissions {
  /** One result for every change except unchanged ones. */
  readonly results: readonly ApplyResult[]
  /** Known outcomes that could not be stored. */
  readonly unrecorded: readonly JobRecord[]
}

/** Submits the plan and reports each crawl as it goes. */
export async function submitPlan(cli: Cli, run: ApplyRun): Promise<Submissions> {
  const results: ApplyResult[] = []
  const unrecorded: JobRecord[] = []
  const { parallelism, failFast, replace } = run
  const interruption = cli.interruption()
  const events = run.session.submit(run.plan, { parallelism, failFast, replace, signal: interruption })
  noticesAbove(run.display, run.session.backend)
  const sayHeard = (): void =>
    run.display.print('Finishing submissions in progress. Interrupt again to stop at once.\n')
  interruption.addEventListener('abort', sayHeard)
  try {
    for await (const event of events) {
      run.onEvent(event)
      if (event.type === 'finished') {
        results.push(event.result)
        run.display.print(finishedText(event.result, results, run))
      } else if (event.type === 'replaced') run.display.print(renderReplacedLine(event, run.style))
      else if (event.type === 'retrying') {
        const { crawl, inMs, because } = event
        // Retries differ only by milliseconds, so the messages are the same.
        const time = formatDuration(Math.ceil(inMs / 1000) * 1000)
        run.display.print(`${printable(crawl)}: retrying in ${time}: ${printable(because)}\n`)
      } else if (event.type === 'unrecorded') unrecorded.push(event.record)
    }
  } finally {
    interruption.removeEventListener('abort', sayHeard)
  }
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  if (failed.length > 0) {
    const help = submissionHelp(failed.map(({ error = '' }) => error))
    run.display.print(`  ${run.style.cyan('help:')} ${help}\n`)
  }
  return { results, unrecorded }
}

/** Returns the report of one ended submission. */
function finishedText(result: ApplyResult, results: readonly ApplyResult[], run: ApplyRun): string {
  const { plan, style, verbosity, waits } = run
  const isFine = result.outcome === 'submitted' || result.outcome === 'forgotten'
  // If the command waits for the job, its end gets the crawl's one line.
  const isSaid = verbosity === 'steps' || !isFine || (verbosity === 'lines' && !waits)
  const line = isSaid ? renderApplyLine(result, style) : ''
  const all = plan.changes.length - plan.summary.keep
  if (verbosity !== 'troubles' || !isTimeToCount(results.length, all)) return line
  return `${line}${results.length} of ${all}: ${renderApplySummary(results)}`
}

/** Waits for every job of the plan's crawls that is not known to have ended, from this run or an earlier one. */
export async function followPlan(cli: Cli, run: ApplyRun): Promise<readonly DoneEvent[]> {
  const { session, display, timeoutMs, output } = run
  noticesAbove(display, session.backend)
  const signal = cli.interruption()
  const jobs = await session.openJobs(run.plan)
  const events = session.follow(jobs, { timeoutMs, signal, pages: output })
  return showJobs(events, { ...run, signal, count: jobs.length })
}

/** Each submission, with its job's result if the command waited for it. */
export function joinResults(
  results: readonly ApplyResult[],
  done: readonly DoneEvent[],
): readonly AppliedCrawl[] {
  const ends = new Map(done.map((event) => [event.crawl, event]))
  return results.map((result) => {
    const end = ends.get(result.name)
    if (end === undefined) return result
    const { type: _type, crawl: _crawl, ...rest } = end
    return { ...result, ...rest }
  })
}
