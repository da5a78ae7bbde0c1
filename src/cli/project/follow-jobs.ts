import type { ApplyEvent } from '../../apply/apply-event.ts'
import { waitForJobs, type WaitTarget } from '../../apply/wait-for-jobs.ts'
import { renderDoneLine } from '../../render/render-apply.ts'
import type { Style } from '../../render/style.ts'
import type { StateBackend } from '../../state/state-backend.ts'
import type { Host } from '../process/host.ts'
import type { OpenedService } from '../session/open-service.ts'
import { noticesAbove, type ProgressDisplay } from '../output/progress-display.ts'

export type DoneEvent = Extract<ApplyEvent, { type: 'done' }>

export interface Following {
  readonly backend: StateBackend
  readonly service: OpenedService
  readonly display: ProgressDisplay
  readonly style: Style
  readonly timeoutMs?: number | undefined
  /** Called for each job when it ends, before the next one is looked at. */
  readonly onDone?: (done: DoneEvent) => Promise<void>
  /** Called for everything that happens. */
  readonly onEvent?: (event: ApplyEvent) => void
}

/** Waits for jobs with live progress until they end, time is up, or someone interrupts. */
export async function followJobs(
  host: Host,
  targets: readonly WaitTarget[],
  { backend, service, display, style, timeoutMs, onDone, onEvent }: Following,
): Promise<readonly DoneEvent[]> {
  noticesAbove(display, backend)
  const events = waitForJobs(targets, {
    backend,
    client: service.client,
    clock: host.clock,
    signal: host.interruption(),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  const done: DoneEvent[] = []
  for await (const event of events) {
    onEvent?.(event)
    if (event.type === 'progress') {
      const { crawl, result } = event
      display.update({ crawl, status: result.status, completed: result.completed, total: result.total })
    } else if (event.type === 'done') {
      display.remove(event.crawl)
      display.print(renderDoneLine(event, style))
      done.push(event)
      await onDone?.(event)
    }
  }
  return done
}
