import type { ApplyEvent } from '../../apply/apply-event.ts'
import { renderDoneLine } from '../../render/render-apply.ts'
import type { Style } from '../../render/style.ts'
import type { ProgressDisplay } from '../output/progress-display.ts'

export type DoneEvent = Extract<ApplyEvent, { type: 'done' }>

export interface Showing {
  readonly display: ProgressDisplay
  readonly style: Style
  /** Called for each job when it ends, before the next one is looked at. */
  readonly onDone?: (done: DoneEvent) => Promise<void>
  /** Called for everything that happens. */
  readonly onEvent?: (event: ApplyEvent) => void
}

/** Shows jobs that are followed, live, until they end, the time is over, or somebody interrupts. */
export async function showJobs(
  events: AsyncIterable<ApplyEvent>,
  { display, style, onDone, onEvent }: Showing,
): Promise<readonly DoneEvent[]> {
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
