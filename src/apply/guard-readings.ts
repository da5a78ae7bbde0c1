import { allowedPages } from '../plan/last-job.ts'
import type { ChangeCounts, JobResult } from '../state/state.ts'
import type { Json, JsonObject } from '../util/json.ts'

/** How near a job came to a limit of its crawl's `expect`. */
interface GuardReading {
  readonly guard: string
  readonly now?: string
  /** How much of the limit is used: 1 at the limit, and more beyond it. */
  readonly share?: number
}

interface Measured {
  readonly result: JobResult | undefined
  /** The result of the crawl's job before. */
  readonly before: JobResult | undefined
  /** Pages that were published before. */
  readonly published?: number | undefined
  readonly changes?: ChangeCounts | undefined
}

/**
 * Returns the guards of a crawl with what the last job measured, by the rules of `jobProblems` and `pageProblems`. Shares are
 * percent of the job before, of all pages for `maxFailed`, and of the published pages for `maxRemoved` and `maxChanged`.
 */
export function guardReadings(
  expect: JsonObject = {},
  { result, before, published, changes }: Measured,
): readonly GuardReading[] {
  const { completed, failed = 0 } = result?.status === 'completed' ? result : {}
  const earlier = before?.status === 'completed' ? before.completed : undefined
  const read = (name: string, now: number | undefined, whole: number | undefined): GuardReading[] => {
    const limit = expect[name]
    if (limit === undefined) return []
    const guard = `${name} ${textOf(limit)}`
    return now === undefined ? [{ guard }] : [{ guard, ...shareOf(limit, now, whole) }]
  }
  const least = expect['minPages']
  const drop = completed === undefined || earlier === undefined ? undefined : Math.max(0, earlier - completed)
  return [
    ...(typeof least === 'number' && completed !== undefined
      ? [
          {
            guard: `minPages ${least}`,
            now: String(completed),
            share: completed === 0 ? 2 : least / completed,
          },
        ]
      : read('minPages', undefined, undefined)),
    ...read('maxDrop', drop, earlier),
    ...read(
      'maxFailed',
      completed === undefined ? undefined : failed,
      completed === undefined ? undefined : completed + failed,
    ),
    ...read('maxRemoved', changes?.removed, published),
    ...read('maxChanged', changes?.changed, published),
    ...read('complete', undefined, undefined),
    ...read('mustContain', undefined, undefined),
  ]
}

/** Returns a count and its share of a limit, which is a number of pages or percent of `whole`. */
function shareOf(limit: Json, now: number, whole = 0): Omit<GuardReading, 'guard'> {
  const most = allowedPages(limit, whole)?.most ?? 0
  const share = most === 0 ? (now === 0 ? 0 : 2) : now / most
  if (typeof limit === 'number') return { now: String(now), share }
  const percent = whole === 0 ? 0 : (now * 100) / whole
  return { now: `${Math.round(percent * 10) / 10}% (${now} of ${whole})`, share }
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
