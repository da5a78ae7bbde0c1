import type { ApplyEvent } from '../apply/apply-event.ts'
import type { Plan } from '../plan/plan.ts'
import { countOutcomes, type AppliedCrawl, type ApplyCounts } from './render-apply.ts'

type Shown =
  | ApplyEvent
  | ({ readonly type: 'planned' } & Pick<Plan, 'environment' | 'digest' | 'summary'>)
  | { readonly type: 'ended'; readonly environment: string; readonly summary: ApplyCounts }

/** Returns the first line of `apply --format ndjson`, with the planned actions. */
export function renderPlannedEvent({ environment, digest, summary }: Plan): string {
  return line({ type: 'planned', environment, digest, summary })
}

/** Returns a line for something that happened. */
export function renderApplyEvent(event: ApplyEvent): string {
  return line(event)
}

/** Returns the last line, whose absence shows that the run was cut off. */
export function renderEndedEvent({ environment }: Plan, results: readonly AppliedCrawl[]): string {
  return line({ type: 'ended', environment, summary: countOutcomes(results) })
}

/** Returns one line; `schema/apply-event.schema.json` describes them all. */
function line(event: Shown): string {
  return `${JSON.stringify({ formatVersion: 1, ...event })}\n`
}
