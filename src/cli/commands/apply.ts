import type { Session } from '../../session/session.ts'
import type { Cli, CliOf } from '../arguments/command.ts'
import type { Options } from '../arguments/options.ts'
import { readCount, readDuration } from '../arguments/read-option.ts'
import type { ApplyEvent, ApplyResult, DoneEvent } from '../../apply/apply-event.ts'
import { replacedJob } from '../../apply/cancel-job.ts'
import type { Changes } from '../../changes/changes.ts'
import { changesToMake, type Plan } from '../../plan/plan.ts'
import { hasWork, settleCommand } from '../../render/plan-view.ts'
import {
  type AppliedCrawl,
  countOutcomes,
  renderApplyEvent,
  renderApplyJson,
  renderEndedEvent,
  joinResults,
  renderPlannedEvent,
  applySentence,
  renderApplyMarkdown,
} from '../../render/render-apply.ts'
import { mostOfAll } from '../../render/format-value.ts'
import { renderPlanText } from '../../render/render-plan-text.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { plural, printable } from '../../util/text.ts'
import { type ApplySettings, followJobs, jobsStatus, submitPlan, unwrittenText } from '../project/jobs.ts'
import { approve, chooseStyle, detailOf } from '../output/terminal.ts'
import { applyCommand, choosePlan, type PreparedPlan, preparePlan } from '../project/prepare-plan.ts'
import { deliverFeed, type Fed } from '../project/deliver-feed.ts'
import { doEach, Ended, exitStatus, type ExitStatus, UsageError } from '../process/failures.ts'
import { planOutputs, writeGithubOutputs } from '../output/ci.ts'
import { isCi, openDisplay } from '../output/progress-display.ts'
import { showWarnings, warningsLine } from '../project/project.ts'
import { readOutput, type PageOutput } from '../arguments/page-output.ts'
import { boardLine } from '../output/board-line.ts'
import { openLines, writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'apply'>): Promise<ExitStatus> {
  const { options } = cli
  const settings = readSettings(cli)
  const prepared = await preparePlan(cli)
  const isEmbedded = prepared.session.project.environment.baseUrl === undefined
  const waits = settings.waits || (isEmbedded && !options.has('--no-wait'))
  if (settings.timeoutMs !== undefined && !settings.waits && !isEmbedded)
    throw new UsageError('"--timeout" has no effect without waiting.', 'Add --wait, or remove --timeout.')
  const { plan, isApproved } = choosePlan(cli, prepared.plan)
  await showWarnings(cli, prepared.session.project)
  // A plan approved by its digest was already shown.
  if (options.text('expect') === undefined) showPlan(cli, plan)
  const warnings = warningsLine(cli, prepared.session.project)
  if (warnings !== '') cli.stderr.say(`${warnings}\n`)
  if (plan.summary.blocked > 0) return exitStatus.configuration
  if (hasWork(plan)) {
    refuseLocalState(cli, prepared.session)
    if (!isApproved)
      await approve(cli, question(plan, settings), {
        command: [applyCommand(cli, plan), ...ownWords(options)].join(' '),
        otherwise: 'Nothing was submitted.',
      })
  }
  const status = await submitAndFollow(cli, { ...prepared, plan }, { ...settings, waits })
  if (cli.stderr.isTerminal) cli.stderr.say(boardLine(prepared.session.project.environment))
  return status
}

function readSettings(cli: Cli): ApplySettings {
  const output = readOutput(cli)
  return {
    parallelism: readCount(cli.options, 'parallelism'),
    failFast: cli.options.flag('fail-fast'),
    replace: cli.options.flag('replace'),
    waits: cli.options.flag('wait') || (output !== undefined && !cli.options.has('--no-wait')),
    timeoutMs: readDuration(cli.options, 'timeout'),
    output,
  }
}

/** Refuses a local record on a CI runner: its disk is gone after the run, and the next run would submit everything again. */
function refuseLocalState(cli: Cli, { backend, project }: Session): void {
  const { baseUrl, state, name } = project.environment
  const isLocal = baseUrl !== undefined && state.backend === 'local'
  if (!isLocal || !isCi(cli) || cli.options.flag('local-state')) return
  const lines = [
    `Nothing was submitted: in CI the record of submissions would be lost with this machine's disk (${backend.description}).`,
    `  help: Set "state: { backend: git }" for the environment "${printable(name)}", or pass --local-state if the disk is kept.`,
  ]
  cli.stderr.say(`${lines.join('\n')}\n`)
  throw new Ended(exitStatus.approval)
}

/** Shows the plan on stderr, because a person must see it before answering, also if stdout is redirected. */
function showPlan(cli: Cli, plan: Plan): void {
  if (cli.options.text('plan') === undefined || hasWork(plan)) {
    const style = chooseStyle(cli, 'stderr')
    cli.stderr.say(`${renderPlanText(plan, { style, detail: detailOf(cli) })}\n`)
  }
}

/** Returns the options that control how the plan is applied; the plan's own command holds the rest. */
function ownWords(options: Options): readonly string[] {
  const flags = [
    '--replace',
    '--fail-fast',
    '--local-state',
    '--skip-duplicates',
    '--force',
    '--wait',
    '--no-wait',
  ]
  return [
    ...flags.filter((flag) => options.has(flag)),
    ...['timeout', 'output', 'links', 'feed', 'feed-from', 'parallelism'].flatMap((name) => {
      const value = options.typed(name)
      return value === undefined ? [] : [`--${name}`, shellQuote(value)]
    }),
  ]
}

function question(plan: Plan, { replace }: ApplySettings): string {
  const { submit, resubmit, repeat, forget, renamed = 0 } = plan.summary
  const crawls = submit + resubmit + repeat
  const jobs = replace ? plan.changes.filter((change) => replacedJob(change) !== undefined).length : 0
  const deeds = [
    ...(crawls === 0 ? [] : [`submit ${plural(crawls, 'crawl')} (at most ${mostOfAll(plan.summary)})`]),
    ...(jobs === 0 ? [] : [`cancel ${plural(jobs, 'job')} that may still run`]),
    ...(renamed === 0 ? [] : [`rename ${plural(renamed, 'crawl')}`]),
    ...(forget === 0 ? [] : [`forget ${plural(forget, 'crawl')}`]),
  ]
  const text = new Intl.ListFormat('en-GB').format(deeds)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} in environment ${printable(plan.environment)}?`
}

async function submitAndFollow(cli: Cli, { plan, session }: PreparedPlan, settings: ApplySettings) {
  const { waits, output } = settings
  const lines = openLines(cli)
  lines.add(renderPlannedEvent(plan))
  const hasNothingToDo =
    !hasWork(plan) && output?.feed === undefined && !(waits && (await session.openJobs(plan)).length > 0)
  if (hasNothingToDo) await session.followRenames(output?.directory)
  if (hasNothingToDo)
    return finish(cli, { plan, results: [], done: [], changes: [], lines, output, fed: undefined })
  const interruption = cli.interruption()
  const { running } = await session.service()
  const display = openDisplay(cli, changesToMake(plan.changes).length, session.backend)
  try {
    const onEvent = (event: ApplyEvent): void => lines.add(renderApplyEvent(event))
    const run = { cli, session, display, settings, onEvent }
    const { results, unrecorded } = hasWork(plan)
      ? await submitPlan(plan, run)
      : { results: [], unrecorded: [] }
    await session.followRenames(output?.directory)
    // Submissions that could not be recorded are also in doubt; `state reconcile` settles them.
    if (results.filter(({ outcome }) => outcome === 'in-doubt').length > unrecorded.length)
      display.print(`To settle the submissions in doubt, run:\n  ${settleCommand(plan.environment)}\n`)
    const done = waits && !interruption.aborted ? await followJobs(await session.openJobs(plan), run) : []
    display.close()
    if (interruption.aborted)
      cli.stderr.say(
        running === undefined
          ? 'Interrupted. Submissions are recorded, and their jobs continue; "crawlform wait" follows them.\n'
          : 'Interrupted. Submissions are recorded. Unfinished jobs are paused, and "crawlform wait" resumes them.\n',
      )
    else if (!waits && running !== undefined && results.some(({ outcome }) => outcome === 'submitted'))
      cli.stderr.say(
        'The jobs are paused; "crawlform wait", "crawlform apply" or "crawlform serve" resumes them.\n',
      )
    const names = new Set(plan.changes.flatMap(({ name, action }) => (action === 'forget' ? [] : [name])))
    const fed = waits ? await deliverFeed(cli, { session, output, names }) : undefined
    const checks = await session.checks()
    const changes = done.flatMap(({ job }) => checks.changes.get(job) ?? [])
    return finish(cli, { plan, results, done, changes, lines, output, fed })
  } finally {
    display.close()
    await session.close()
  }
}

interface Outcome {
  readonly plan: Plan
  readonly results: readonly ApplyResult[]
  readonly done: readonly DoneEvent[]
  readonly changes: readonly Changes[]
  readonly lines: ReturnType<typeof openLines>
  readonly output: PageOutput | undefined
  readonly fed: Fed | undefined
}

function finish(cli: Cli, outcome: Outcome): ExitStatus {
  const { plan, results, done, changes, lines, output, fed } = outcome
  if (output !== undefined && !cli.wasInterrupted()) {
    const unwritten = unwrittenText(cli, output, { plan, done })
    if (unwritten !== undefined) cli.stderr.say(unwritten)
  }
  const applied = joinResults(results, done)
  lines.add(renderEndedEvent(plan, applied, fed?.feed))
  const { submitted, failed, 'in-doubt': inDoubt } = countOutcomes(applied)
  const formats = {
    text: () => `${applySentence(applied)}\n`,
    json: () => renderApplyJson(plan.environment, applied, fed?.feed),
    markdown: () => renderApplyMarkdown(plan.environment, applied, changes),
    ndjson: (where: 'stdout' | 'file') => (where === 'file' ? lines.text() : ''),
  }
  const outputs = {
    ...planOutputs(plan),
    summary: applySentence(applied),
    submitted,
    failed,
    'in-doubt': inDoubt,
  }
  doEach([() => writeReports(cli, formats), () => writeGithubOutputs(cli, formats.markdown, outputs)])
  if (cli.wasInterrupted()) return exitStatus.interrupted
  return applyStatus(plan, applied) || (fed?.status ?? exitStatus.ok)
}

function applyStatus(plan: Plan, applied: readonly AppliedCrawl[]): ExitStatus {
  const counts = countOutcomes(applied)
  const status = jobsStatus(applied)
  if (status === exitStatus.external) return status
  if (counts.failed > 0 || counts['in-doubt'] > 0 || plan.summary.inDoubt > 0) return exitStatus.submissions
  if (counts.stale > 0) return exitStatus.approval
  return status
}
