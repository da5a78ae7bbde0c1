import { randomUUID } from 'node:crypto'
import type { ApplyEvent, ApplyResult } from '../../apply/apply-event.ts'
import { applyPlan } from '../../apply/apply-plan.ts'
import { waitTargets, type WaitTarget } from '../../apply/wait-for-jobs.ts'
import type { Plan } from '../../plan/plan.ts'
import { renderApplyLine, renderReplacedLine, type AppliedCrawl } from '../../render/render-apply.ts'
import type { Style } from '../../render/style.ts'
import { mayRun } from '../../state/may-run.ts'
import type { JobRecord } from '../../state/recorded-state.ts'
import { formatDuration } from '../../util/format-duration.ts'
import { plural } from '../../util/plural.ts'
import { printable } from '../../util/printable.ts'
import { followJobs, type DoneEvent } from './follow-jobs.ts'
import { headCommit } from '../git/git.ts'
import type { Host } from '../process/host.ts'
import type { OpenedService } from '../session/open-service.ts'
import type { PreparedPlan } from './prepare-plan.ts'
import { noticesAbove, type ProgressDisplay } from '../output/progress-display.ts'
import { writePages } from '../session/write-pages.ts'

export interface ApplySettings {
  readonly parallelism: number
  readonly failFast: boolean
  readonly replace: boolean
  readonly waits: boolean
  readonly timeoutMs: number | undefined
  /** Absolute: the directory for the pages of finished jobs. */
  readonly output: string | undefined
}

export interface ApplyRun extends PreparedPlan, ApplySettings {
  readonly service: OpenedService
  readonly display: ProgressDisplay
  readonly style: Style
  readonly onEvent: (event: ApplyEvent) => void
}

export interface Submissions {
  /** One result for every change except unchanged ones. */
  readonly results: readonly ApplyResult[]
  /** Known outcomes that could not be stored. */
  readonly unrecorded: readonly JobRecord[]
}

/** Submits the plan and reports each crawl as it goes. */
export async function submitPlan(host: Host, run: ApplyRun): Promise<Submissions> {
  const results: ApplyResult[] = []
  const unrecorded: JobRecord[] = []
  const events = applyPlan(run.plan, {
    backend: run.backend,
    client: run.service.client,
    clock: host.clock,
    secrets: (name) => host.env[name],
    commit: headCommit(run.loaded.root),
    newAttempt: randomUUID,
    parallelism: run.parallelism,
    failFast: run.failFast,
    replace: run.replace,
    signal: host.interruption(),
  })
  noticesAbove(run.display, run.backend)
  const sayHeard = (): void =>
    run.display.print('Finishing what was begun. Interrupt again to end at once.\n')
  const interruption = host.interruption()
  interruption.addEventListener('abort', sayHeard)
  try {
    for await (const event of events) {
      run.onEvent(event)
      if (event.type === 'finished') {
        results.push(event.result)
        run.display.print(renderApplyLine(event.result, run.style))
      } else if (event.type === 'replaced') run.display.print(renderReplacedLine(event, run.style))
      else if (event.type === 'retrying') {
        const { crawl, inMs, because } = event
        // Retries differ by milliseconds, which nobody needs to read.
        const time = formatDuration(Math.ceil(inMs / 1000) * 1000)
        run.display.print(`${printable(crawl)}: trying again in ${time}: ${printable(because)}\n`)
      } else if (event.type === 'unrecorded') unrecorded.push(event.record)
    }
  } finally {
    interruption.removeEventListener('abort', sayHeard)
  }
  return { results, unrecorded }
}

/** Waits for every job of the plan's crawls that is not known to have ended, from this run or an earlier one. */
export async function followPlan(host: Host, run: ApplyRun): Promise<readonly DoneEvent[]> {
  const targets = await openTargets(run)
  const urls = startUrls(run.plan)
  return followJobs(host, targets, {
    ...run,
    onDone: async ({ crawl, job, result }) => {
      if (run.output === undefined || result.status !== 'completed') return
      const pages = run.service.client.pages(job, { signal: host.interruption() })
      const count = await writePages(run.output, { crawl, startUrl: urls.get(crawl) ?? '', pages })
      run.display.print(`${printable(crawl)}: ${plural(count, 'page')} written to ${printable(run.output)}\n`)
    },
  })
}

/** Returns the jobs of the plan's crawls that are not known to have ended. */
export async function openTargets({ backend, plan }: PreparedPlan): Promise<readonly WaitTarget[]> {
  const { state } = await backend.read()
  const planned = new Set(plan.changes.filter(({ action }) => action !== 'forget').map(({ name }) => name))
  const records = (state?.records ?? []).filter((record) => planned.has(record.crawl))
  const expectations = new Map(
    plan.changes.flatMap((change) =>
      'expect' in change && change.expect !== undefined ? [[change.name, change.expect] as const] : [],
    ),
  )
  return waitTargets(records, expectations).filter(({ known }) => mayRun({ result: known }))
}

function startUrls({ changes }: Plan): ReadonlyMap<string, string> {
  return new Map(
    changes.flatMap((change) =>
      change.action === 'forget' ? [] : [[change.name, change.request.url] as const],
    ),
  )
}

/** Each submission, with what happened to its job if that was waited for. */
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
