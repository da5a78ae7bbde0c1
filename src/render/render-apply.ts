import type { ApplyEvent, ApplyOutcome, ApplyResult, DoneEvent } from '../apply/apply-event.ts'
import type { MissedPages } from '../apply/job-result.ts'
import type { Plan } from '../plan/plan.ts'
import type { JobResult } from '../state/state.ts'
import { given } from '../util/json.ts'
import { countWords, printable, plural } from '../util/text.ts'
import { missedLines, pageCounts, furtherCounts } from './page-counts-text.ts'
import { jsonReport, type Style } from './render.ts'
import { hasChanges, type Changes } from '../changes/changes.ts'
import { fittingLines, markdownCode, markdownText, MOST_CHARACTERS } from '../util/markdown-text.ts'
import { CANCEL_WORDS, shownStatus, stateWord, summaryAdvice } from '../protocol/job-texts.ts'
import { renderChangesMarkdown } from './render-changes.ts'

/** The submission of one crawl, and its job if the command waited for it. */
export interface AppliedCrawl extends Omit<ApplyResult, 'outcome'>, Partial<MissedPages> {
  /** Absent for a job that an earlier run submitted. */
  readonly outcome?: ApplyOutcome
  readonly result?: JobResult
  /** Why the job is not a success; empty for a success. */
  readonly problems?: readonly string[]
}

export type ApplyCounts = Readonly<Record<ApplyOutcome, number>>

/** Outcomes in words and colours, in the order in which they are counted. */
const outcomes = {
  submitted: { words: 'submitted', tint: 'green' },
  failed: { words: 'failed', tint: 'red' },
  'in-doubt': { words: 'in doubt', tint: 'red' },
  stale: { words: 'out of date', tint: 'red' },
  forgotten: { words: 'forgotten', tint: 'dim' },
  renamed: { words: 'renamed', tint: 'green' },
  skipped: { words: 'skipped', tint: 'dim' },
} as const

/** Pages of each kind that are named below a job; `status` names more. */
const MOST_MISSED = 5

export function countOutcomes(results: readonly AppliedCrawl[]): ApplyCounts {
  const counts = { submitted: 0, failed: 0, 'in-doubt': 0, stale: 0, forgotten: 0, renamed: 0, skipped: 0 }
  for (const { outcome } of results) if (outcome !== undefined) counts[outcome] += 1
  return counts
}

/** Returns one line for one crawl whose submission has ended. */
export function renderApplyLine({ name, outcome, job, error }: ApplyResult, style: Style): string {
  const { words, tint } = outcomes[outcome]
  const which = job === undefined ? '' : `, job ${printable(job)}`
  const why = error === undefined ? '' : `: ${printable(error)}`
  return `${style.bold(printable(name))}: ${style[tint](words)}${which}${why}\n`
}

/** Returns one line for one job that was cancelled for a new one. */
export function renderReplacedLine(
  { crawl, job, was }: Extract<ApplyEvent, { type: 'replaced' }>,
  style: Style,
): string {
  return `${style.bold(printable(crawl))}: replaced job ${printable(job)} ${CANCEL_WORDS[was]}\n`
}

/** Returns one line for one job that has ended or whose wait has ended, and one line for each problem. */
export function renderDoneLine(done: DoneEvent, style: Style): string {
  const { crawl, result, problems, isPaused } = done
  const state = isPaused === true ? 'paused' : stateWord(shownStatus(result))
  const word = problems.length === 0 ? style.green(state) : style.red(state)
  const missed = missedLines(crawl, done, { most: MOST_MISSED, shown: problems })
  const lines = [...problems.map((problem) => printable(problem)), ...missed].map((line) => `    ${line}\n`)
  return `${style.bold(printable(crawl))}: ${word}, ${pageCounts(done)}\n${lines.join('')}`
}

/** Counts outcomes in words: `2 submitted, 1 failed.`; only those that occur. */
export function renderApplySummary(results: readonly AppliedCrawl[]): string {
  const counts = countOutcomes(results)
  const names = Object.keys(outcomes) as ApplyOutcome[]
  const present = countWords(names.map((outcome) => [counts[outcome], outcomes[outcome].words]))
  return present.length === 0 ? 'Nothing to submit.\n' : `${present.join(', ')}.\n`
}

export function renderApplyJson(environment: string, applied: readonly AppliedCrawl[], feed?: unknown) {
  const results = applied.filter(({ outcome }) => outcome !== undefined)
  const followed = applied.filter(({ outcome }) => outcome === undefined)
  return jsonReport({ environment, results, followed, summary: countOutcomes(applied), feed })
}

export function renderDoneEventsJson(environment: string, done: readonly DoneEvent[], feed?: unknown) {
  return jsonReport({ environment, results: joinResults([], done), feed })
}

/** Returns each submission with the end of its job, if the command waited for it, and then the ends of earlier jobs. */
export function joinResults(
  results: readonly ApplyResult[],
  done: readonly DoneEvent[],
): readonly AppliedCrawl[] {
  const ends = new Map(done.map(({ type: _type, crawl, ...end }) => [crawl, { name: crawl, ...end }]))
  const submitted = results.map((result) => ({ ...result, ...ends.get(result.name) }))
  for (const { name } of results) ends.delete(name)
  return [...submitted, ...ends.values()]
}

type Shown =
  | ApplyEvent
  | ({ readonly type: 'planned' } & Pick<Plan, 'environment' | 'digest' | 'summary'>)
  | (Pick<Plan, 'environment'> & {
      readonly type: 'ended'
      readonly summary: ApplyCounts
      readonly feed?: unknown
    })

/** Returns the first line of `apply --format ndjson`, with the planned actions. */
export function renderPlannedEvent({ environment, digest, summary }: Plan): string {
  return renderApplyEvent({ type: 'planned', environment, digest, summary })
}

/** Returns the last line, whose absence shows that the run was cut off. */
export function renderEndedEvent({ environment }: Plan, results: readonly AppliedCrawl[], feed?: unknown) {
  return renderApplyEvent({ type: 'ended', environment, summary: countOutcomes(results), feed })
}

/** Returns one line; `schema/apply-event.schema.json` describes them all. */
export function renderApplyEvent(event: Shown): string {
  return `${JSON.stringify({ formatVersion: 1, ...event })}\n`
}

/** Kept free for the head, the advice and the closing line. */
const RESERVE = 4_000
/** Characters for changed pages, if there are any. */
const MOST_CHANGES = 20_000
const MOST_ADVICE = 10

/**
 * Returns the results of `apply` for a job's summary page or a comment: a table row for each crawl, those that need attention
 * first, and the pages that changed.
 */
export function renderApplyMarkdown(
  environment: string,
  applied: readonly AppliedCrawl[],
  changes: readonly Changes[] = [],
): string {
  const changed = changes.filter((one) => hasChanges(one)).map((one) => ({ name: one.crawl, changes: one }))
  const most = MOST_CHARACTERS - RESERVE - (changed.length === 0 ? 0 : MOST_CHANGES)
  const sorted = [...applied.filter((one) => hasProblem(one)), ...applied.filter((one) => !hasProblem(one))]
  const { lines: rows, left } = fittingLines(
    sorted.map((result) => `| ${cells(result).join(' | ')} |`),
    most,
  )
  return [
    `### Crawls applied in ${markdownCode(environment)}`,
    '',
    `**${markdownText(applySentence(applied))}**`,
    '',
    ...(rows.length === 0
      ? []
      : ['| Crawl | Submission | Job | Pages | Notes |', '|:--|:--|:--|--:|:--|', ...rows, '']),
    ...(left === 0 ? [] : [`and ${plural(left, 'more crawl')}`, '']),
    ...adviceList(applied),
    ...(changed.length === 0 ? [] : [renderChangesMarkdown(changed, MOST_CHANGES)]),
  ].join('\n')
}

/** Returns the counts of submissions, and of crawls whose jobs have problems. */
export function applySentence(applied: readonly AppliedCrawl[]): string {
  const troubled = applied.filter(({ problems = [] }) => problems.length > 0).length
  const summary = renderApplySummary(applied).trim()
  return troubled === 0 ? summary : `${summary} ${plural(troubled, 'crawl')} with problems.`
}

/** Returns advice about duplicates as a list, of as many crawls as fit. */
function adviceList(results: readonly AppliedCrawl[]): string[] {
  const items = results.flatMap(({ name, result }) =>
    summaryAdvice(result?.summary).map((advice) => `- ${markdownCode(name)}: ${advice}`),
  )
  if (items.length === 0) return []
  const more = items.length - MOST_ADVICE
  return [...items.slice(0, MOST_ADVICE), ...(more > 0 ? [`- and ${more} more`] : []), '']
}

function hasProblem({ error, problems = [] }: AppliedCrawl): boolean {
  return error !== undefined || problems.length > 0
}

function cells({
  name,
  outcome,
  job,
  error,
  result,
  problems = [],
  unlisted,
  failedPages,
}: AppliedCrawl): string[] {
  const told = [...(error === undefined ? [] : [error]), ...problems]
  const missed = result && missedLines(name, { result, unlisted }, { most: 0, shown: told })
  // Advice has a list of its own.
  const notes = [...told, ...(missed ?? []).filter((line) => !line.startsWith('note: '))]
  return [
    markdownCode(name),
    outcome === undefined ? 'earlier' : outcomes[outcome].words,
    job === undefined ? '' : markdownCode(job),
    result === undefined
      ? ''
      : [result.completed, ...furtherCounts({ result, ...given({ failedPages }) })].join(', '),
    markdownText(notes.join('; ')),
  ]
}
