import type { StoredJob } from '../state/manifest-store.ts'
import { type Clock, fromTimeText, parseDuration, toIsoTime } from '../util/clock.ts'

/** The job to compare with: its id, a date, or an age such as `7d`. */
export type Since =
  | { readonly kind: 'job'; readonly job: string }
  | { readonly kind: 'time'; readonly ms: number }

/** Reads `--since`: an ISO 8601 date or time, a duration before now, or else a job. */
export function readSince(text: string, clock: Clock): Since {
  const age = parseDuration(text)
  if (age !== undefined) return { kind: 'time', ms: clock.now() - age }
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? fromTimeText(text) : undefined
  // Date.parse takes 30 February for a day of March.
  if (ms !== undefined && (text.length > 10 || toIsoTime(ms).startsWith(text))) return { kind: 'time', ms }
  return { kind: 'job', job: text }
}

/** Returns the jobs before the last one, newest first: all others if its clock was behind that of each of them. */
export function jobsBefore({ job, at }: Pick<StoredJob, 'job' | 'at'>, jobs: readonly StoredJob[]) {
  const others = jobs.filter((stored) => stored.job !== job)
  const earlier = others.filter((stored) => stored.at < at)
  return earlier.length === 0 ? others : earlier
}

/** Returns the last job at or before a time; if all are later, the first one. */
export function chooseBase(newestFirst: readonly StoredJob[], since: Since): StoredJob | undefined {
  if (since.kind === 'job') return newestFirst.find(({ job }) => job === since.job)
  return newestFirst.find(({ at }) => (fromTimeText(at) ?? 0) <= since.ms) ?? newestFirst.at(-1)
}
