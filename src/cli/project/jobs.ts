import type { ApplyEvent, ApplyResult, DoneEvent } from '../../apply/apply-event.ts'
import { serviceProblem } from '../../apply/job-result.ts'
import type { WaitTarget } from '../../apply/wait-for-jobs.ts'
import { ClientError } from '../../client/crawl-client.ts'
import { changesToMake, type Plan } from '../../plan/plan.ts'
import { writtenText } from '../../render/page-counts-text.ts'
import {
  renderApplyLine,
  renderApplySummary,
  renderDoneLine,
  renderReplacedLine,
} from '../../render/render-apply.ts'
import { hasPages } from '../../session/page-writer.ts'
import type { Session } from '../../session/session.ts'
import type { JobRecord, JobResult } from '../../state/state.ts'
import { formatDuration } from '../../util/clock.ts'
import { isFullDisk } from '../../util/has-code.ts'
import { isMachineFault } from '../../util/message-of.ts'
import { plural, printable } from '../../util/text.ts'
import type { Cli } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import type { PageOutput } from '../arguments/page-output.ts'
import { isTimeToCount, type JobDisplay } from '../output/progress-display.ts'
import { submissionHelp } from '../output/report-failure.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'

export interface JobSettings {
  readonly waits: boolean
  readonly timeoutMs: number | undefined
  /** Where to write the pages of completed jobs. */
  readonly output: PageOutput | undefined
}

export interface ApplySettings extends JobSettings {
  readonly parallelism: number | undefined
  readonly failFast: boolean
  readonly replace: boolean
}

export interface JobRun<Settings extends JobSettings = JobSettings> {
  readonly cli: Cli
  readonly session: Session
  readonly display: JobDisplay
  readonly settings: Settings
  readonly onEvent?: (event: ApplyEvent) => void
}

/** Submits the plan and reports each crawl. Returns a result for each change that is not `keep`, and outcomes not recorded. */
export async function submitPlan(plan: Plan, run: JobRun<ApplySettings>) {
  const { cli, session, display, settings, onEvent } = run
  const results: ApplyResult[] = []
  const unrecorded: JobRecord[] = []
  const signal = cli.interruption()
  const { parallelism, failFast, replace } = settings
  const sayHeard = (): void =>
    display.print('Finishing submissions in progress. Interrupt again to stop at once.\n')
  signal.addEventListener('abort', sayHeard)
  try {
    for await (const event of session.submit(plan, { parallelism, failFast, replace, signal })) {
      onEvent?.(event)
      if (event.type === 'finished') {
        results.push(event.result)
        display.print(finishedText(results, event.result, plan, run))
      } else if (event.type === 'replaced') display.print(renderReplacedLine(event, display.style))
      else if (event.type === 'retrying') {
        const { crawl, inMs, because } = event
        // Retries differ only by milliseconds, so the messages are the same.
        const time = formatDuration(Math.ceil(inMs / 1000) * 1000)
        display.print(`${printable(crawl)}: retrying in ${time}: ${printable(because)}\n`)
      } else if (event.type === 'unrecorded') unrecorded.push(event.record)
    }
  } finally {
    signal.removeEventListener('abort', sayHeard)
  }
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  if (failed.length > 0) {
    const help = submissionHelp(failed.map(({ error = '' }) => error))
    display.print(`  ${display.style.cyan('help:')} ${help}\n`)
  }
  return { results, unrecorded }
}

function finishedText(results: readonly ApplyResult[], result: ApplyResult, plan: Plan, run: JobRun): string {
  const { style, verbosity } = run.display
  const isFine = ['submitted', 'forgotten', 'renamed'].includes(result.outcome)
  // If the command waits for the job, its end gets the crawl's one line.
  const isShown = verbosity === 'steps' || !isFine || (verbosity === 'lines' && !run.settings.waits)
  const line = isShown ? renderApplyLine(result, style) : ''
  const all = changesToMake(plan.changes).length
  if (verbosity !== 'problems' || !isTimeToCount(results.length, all)) return line
  return `${line}${results.length} of ${all}: ${renderApplySummary(results)}`
}

/** Follows jobs and shows them live until they end, the time is over, or the user interrupts. */
export async function followJobs(jobs: readonly WaitTarget[], run: JobRun): Promise<readonly DoneEvent[]> {
  const { cli, session, display, onEvent } = run
  const { timeoutMs, output } = run.settings
  const done: DoneEvent[] = []
  const following = { timeoutMs, signal: cli.interruption(), pages: output }
  for await (const event of session.follow(jobs, following)) {
    if (event.type !== 'done') onEvent?.(event)
    if (event.type === 'progress') {
      const { crawl, result } = event
      display.update({ crawl, status: result.status, completed: result.completed, total: result.total })
    } else if (event.type === 'waiting')
      display.print(`${printable(event.crawl)}: waits: ${printable(event.because)}\n`)
    else if (event.type === 'resumed') display.print(`${printable(event.crawl)}: resumed\n`)
    else if (event.type === 'done') {
      display.remove(event.crawl)
      const delivered = await deliverPages(event, run)
      onEvent?.(delivered.event)
      done.push(delivered.event)
      display.print(doneText(delivered, done, jobs.length, display))
    }
  }
  return done
}

function doneText(
  { event, report }: { readonly event: DoneEvent; readonly report: string },
  done: readonly DoneEvent[],
  count: number,
  { verbosity, style }: JobDisplay,
): string {
  if (verbosity === 'steps') return renderDoneLine(event, style) + report
  const line = verbosity === 'lines' || event.problems.length > 0 ? renderDoneLine(event, style) : ''
  if (verbosity === 'lines' || !isTimeToCount(done.length, count)) return line
  const troubled = done.filter(({ problems }) => problems.length > 0).length
  const troubles = troubled === 0 ? '' : `, ${troubled} with problems`
  return `${line}${done.length} of ${plural(count, 'job')} ended${troubles}.\n`
}

/**
 * Writes the pages of a completed job, unless it misses the crawl's expectations: a login page must not replace a hundred
 * pages. Returns the event with facts about the job found on the way.
 */
async function deliverPages(event: DoneEvent, { cli, session, settings: { output } }: JobRun) {
  const { crawl, result, problems } = event
  if (output === undefined || result.status !== 'completed') return { event, report: '' }
  const { directory } = output
  const checks = await session.checks()
  try {
    const written = await checks.publish(event, output, () =>
      session.writePages(directory, event, { ...output, signal: cli.interruption() }),
    )
    if (written === undefined) {
      const force = `; "${resultsCommand(cli, [crawl], output, true)}" writes them anyway`
      const unwritten = `held back, so its pages were not written${checks.isChecked(event.job) ? force : ''}`
      return { event: { ...event, problems: [...problems, unwritten] }, report: '' }
    }
    const { fromCache, pages, empty, skipped: duplicates } = written
    const report = writtenText(crawl, written, directory, result.warning)
    const files = { directory, files: pages - empty, duplicates }
    return { event: { ...event, result: { ...result, fromCache }, written: files }, report }
  } catch (error) {
    if (isFullDisk(error))
      throw Object.assign(error, {
        help: `Free some disk space, then write the pages again: ${resultsCommand(cli, cli.args, output)}`,
      })
    if (!(error instanceof ClientError) || error.code === 'aborted') throw error
    const again = `"${resultsCommand(cli, [crawl], output)}" tries again`
    const problem = error.code === 'not-found' ? serviceProblem(error, crawl) : `${error.message}; ${again}`
    return { event: { ...event, problems: [...problems, problem] }, report: '' }
  }
}

/** Returns the command line that writes the pages of `names` (by default of all crawls) with the current output options. */
function resultsCommand(cli: Cli, names: readonly string[], output: PageOutput, isForced = false): string {
  const links = output.links === 'relative' ? ['--links', 'relative'] : []
  const words = [
    ...(output.skipDuplicates ? ['--skip-duplicates'] : []),
    ...(output.feed === undefined ? [] : ['--feed', output.feed]),
    ...(isForced ? ['--force'] : []),
  ]
  return commandLine(cli, ['results', ...names], ['--output', output.directory, ...links, ...words])
}

/** Returns the exit status of jobs that were waited for. A fault of this machine says nothing about a crawl. */
export function jobsStatus(
  jobs: readonly {
    readonly error?: string | undefined
    readonly result?: JobResult | undefined
    readonly problems?: readonly string[]
  }[],
): ExitStatus {
  if (jobs.some(({ error, result }) => [error, result?.error].some(isMachineFault)))
    return exitStatus.external
  return jobs.some(({ problems = [] }) => problems.length > 0) ? exitStatus.crawl : exitStatus.ok
}

/** More names than these make a command line that nobody reads. */
const NAMED = 10

/**
 * Returns a note on unchanged crawls without pages in the output directory; undefined if there is no such crawl. `apply` writes
 * only the pages of jobs that it waits for, and their jobs had ended before.
 */
export function unwrittenText(
  cli: Cli,
  output: PageOutput,
  { plan, done }: { readonly plan: Plan; readonly done: readonly DoneEvent[] },
): string | undefined {
  const written = new Set(done.map(({ crawl }) => crawl))
  const names = plan.changes.flatMap((change) =>
    change.action === 'keep' &&
    change.job !== undefined &&
    !written.has(change.name) &&
    !hasPages(output.directory, change.name)
      ? [change.name]
      : [],
  )
  const [first] = names
  if (first === undefined) return undefined
  const who = names.length === 1 ? printable(first) : plural(names.length, 'crawl')
  const which = names.length <= NAMED ? names : cli.args
  return [
    `No pages of ${who} in ${printable(output.directory)}, because nothing was crawled again. To write those of the last job, run:`,
    `  ${resultsCommand(cli, which, output)}`,
    '',
  ].join('\n')
}
