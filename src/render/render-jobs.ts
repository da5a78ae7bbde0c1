import type { MissedPages } from '../apply/job-result.ts'
import type { HistoryEntry, JobRecord, JobResult, RecordedState } from '../state/state.ts'
import { heldBackText, pausedText, shownStatus, sitemapLine, stateWord } from '../protocol/job-texts.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { oneLine, padColumns, printable } from '../util/text.ts'
import { missedLines, pageCounts } from './page-counts-text.ts'
import { jsonReport, type Style, type Tint } from './render.ts'

/** The last submission of one crawl. */
export interface JobView extends Partial<MissedPages> {
  readonly name: string
  /** Absent for a crawl that is declared but was never submitted. */
  readonly record?: JobRecord
  /** The service's current answer, if it was asked. */
  readonly result?: JobResult
  /** The job is unfinished, and no process runs it. */
  readonly isPaused?: boolean
  /** The service's reason why the job waits. */
  readonly waitsBecause?: string | undefined
  /** Why the service could not be asked. */
  readonly problem?: string
}

/** The widest columns: name, state, pages and time. */
const CELLS = [40, 40, 40, 40]
/** The most pages of each kind to list below a crawl. */
const MOST_MISSED = 20
/** The most sitemaps to list for a crawl. */
const MOST_TRIED = 5

/** Returns one line a crawl: its job's state, pages, when it was submitted, the job. */
export function renderJobsText(jobs: readonly JobView[], style: Style): string {
  if (jobs.length === 0) return 'No crawl is recorded.\n'
  const rows = jobs.map((job) => [
    printable(job.name),
    stateWord(stateOf(job)),
    pagesOf(resultOf(job), job.failedPages),
    job.record?.at ?? '',
    jobId(job),
  ])
  const padded = padColumns(rows, CELLS)
  return jobs
    .map((job, index) => {
      const [name, state = '', ...others] = padded[index] ?? []
      const line = [name, tint(stateOf(job), style)(state), ...others].join('  ').trimEnd()
      return [line, ...aboutLines(job).map((about) => `    ${about}`)].map((text) => `${text}\n`).join('')
    })
    .join('')
}

export function renderJobsJson(environment: string, jobs: readonly JobView[]): string {
  const crawls = jobs.map((job) => ({
    name: job.name,
    state: stateOf(job),
    job: jobId(job) || undefined,
    submittedAt: job.record?.at,
    fingerprint: job.record?.fingerprint,
    result: resultOf(job),
    error: problemOf(job),
    waitsBecause: job.waitsBecause,
    failedPages: job.failedPages,
    redirectedPages: job.redirectedPages,
    robotsBlocked: job.robotsBlocked,
    unlisted: job.unlisted,
    heldBack: resultOf(job)?.heldBack,
  }))
  return jsonReport({ environment, crawls })
}

/** A job's state: its status, or else the outcome of the submission. */
export type JobState =
  | JobResult['status']
  | 'held back'
  | 'unknown'
  | 'paused'
  | 'never submitted'
  | 'submission failed'
  | 'in doubt'
  | 'forgotten'

/** Returns the state of a crawl's last job, for `status` and the board. */
export function stateOf(job: JobView): JobState {
  const { record, isPaused } = job
  if (isUnknown(job)) return 'unknown'
  if (isPaused === true) return 'paused'
  if (record === undefined) return 'never submitted'
  switch (record.phase) {
    case 'submitted':
      return shownResult(job) ?? 'unknown'
    case 'failed':
      return 'submission failed'
    case 'submitting':
    case 'in-doubt':
      return 'in doubt'
    case 'forgotten':
      return 'forgotten'
  }
}

/** Returns whether the job was unfinished when it was recorded, and the service has not answered since. */
function isUnknown({ record, result }: JobView): boolean {
  const known = record?.phase === 'submitted' ? (record.result?.status ?? 'scraping') : undefined
  return result === undefined && known === 'scraping'
}

function shownResult(job: JobView): JobState | undefined {
  const result = resultOf(job)
  return result && shownStatus(result)
}

/** Returns what is known of a job's end: as the service answered, or else as recorded. */
export function resultOf({ record, result }: JobView): JobResult | undefined {
  return result ?? (record?.phase === 'submitted' ? record.result : undefined)
}

/** Returns the page counts of a crawl's last job; empty if nothing is known of it. */
export function pagesOf(result: JobResult | undefined, failedPages: JobView['failedPages'] = []): string {
  return result === undefined ? '' : pageCounts({ result, failedPages })
}

function jobId({ record }: JobView): string {
  return record?.phase === 'submitted' ? printable(record.job) : ''
}

/** Returns why a job is in its state, in lines: where it stands, why its pages are not published, and what went wrong. */
export function reasonLines(job: JobView): readonly string[] {
  const problem = problemOf(job)
  const result = resultOf(job)
  const paused = job.isPaused === true && result !== undefined ? [pausedText(job.name, result)] : []
  const unknown = isUnknown(job) && problem === undefined ? [unknownText(job.name)] : []
  const waits = job.waitsBecause === undefined ? [] : [`waits: ${oneLine(job.waitsBecause)}`]
  const held = result?.heldBack === undefined ? [] : [heldBackText(result.heldBack)]
  const isNew = problem !== undefined && !held.some((line) => line.includes(problem))
  return [...paused, ...waits, ...unknown, ...held, ...(isNew ? [problem] : [])].map((line) =>
    printable(line),
  )
}

/** Returns what else there is to know of a job's pages, in lines: its limit, sitemaps, warnings, and advice. */
export function noteLines(job: JobView): readonly string[] {
  const result = resultOf(job)
  if (result === undefined) return []
  const sitemaps = (result.sitemaps ?? []).filter(({ error }) => error !== undefined).map(sitemapLine)
  const shown = [...reasonLines(job), ...sitemaps]
  // Failed and blocked pages are counted, and the board has lists of its own of failed ones and sitemaps.
  return missedLines(job.name, { result, unlisted: job.unlisted }, { most: 0, shown })
}

function aboutLines(job: JobView): readonly string[] {
  const shown = reasonLines(job)
  const result = resultOf(job)
  if (result === undefined) return shown
  const sitemaps = (result.sitemaps ?? []).slice(0, MOST_TRIED).map(sitemapLine)
  const lines = [...shown, ...sitemaps]
  return [...lines, ...missedLines(job.name, { ...job, result }, { most: MOST_MISSED, shown: lines })]
}

function unknownText(crawl: string): string {
  return `unfinished when last recorded; "crawlform status ${shellQuote(crawl)}" asks the service`
}

function problemOf(job: JobView): string | undefined {
  if (job.problem !== undefined) return job.problem
  const { record } = job
  if (record?.phase === 'failed' || record?.phase === 'in-doubt') return record.error
  return resultOf(job)?.error
}

function tint(state: JobState, style: Style): Tint {
  if (state === 'completed') return style.green
  if (state === 'scraping' || state === 'paused' || state === 'unknown') return style.cyan
  if (state === 'never submitted' || state === 'forgotten') return style.dim
  return style.red
}

/** Returns stored states, newest first, each with its changes. */
export function renderHistoryText(entries: readonly HistoryEntry[], style: Style): string {
  if (entries.length === 0) return 'Nothing is recorded.\n'
  return entries
    .map(({ at, by, state }, index) => {
      const who = by === undefined ? '' : ` by ${printable(by)}`
      const head = style.bold(`${at}  serial ${state.serial}${who}`)
      return `${head}\n${changesSince(entries[index + 1]?.state, state)
        .map((line) => `  ${line}\n`)
        .join('')}`
    })
    .join('')
}

export function renderHistoryJson(environment: string, entries: readonly HistoryEntry[]): string {
  const history = entries.map(({ at, by, state }, index) => ({
    at,
    by,
    serial: state.serial,
    changes: changesSince(entries[index + 1]?.state, state),
  }))
  return jsonReport({ environment, history })
}

function changesSince(before: RecordedState | undefined, after: RecordedState): string[] {
  const old = new Map((before?.records ?? []).map((record) => [record.crawl, record]))
  const lines = after.records.flatMap((record) => {
    const previous = old.get(record.crawl)
    old.delete(record.crawl)
    const same = previous !== undefined && JSON.stringify(previous) === JSON.stringify(record)
    return same ? [] : [`${printable(record.crawl)}: ${wording(record)}`]
  })
  // The oldest stored state has no predecessor to compare with.
  return before === undefined
    ? lines
    : [...lines, ...[...old.keys()].map((name) => `${printable(name)}: record removed`)]
}

function wording(record: JobRecord): string {
  switch (record.phase) {
    case 'submitting':
      return 'submission begun'
    case 'submitted':
      return `submitted, job ${printable(record.job)}${record.result === undefined ? '' : `, ${shownStatus(record.result)}`}`
    case 'failed':
      return `not submitted: ${printable(record.error)}`
    case 'in-doubt':
      return `in doubt: ${printable(record.error)}`
    case 'forgotten':
      return 'forgotten'
  }
}
