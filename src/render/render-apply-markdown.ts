import type { DoneEvent } from '../apply/apply-event.ts'
import { hasChanges, type Changes } from '../changes/changes.ts'
import { markdownCode, markdownText } from '../util/markdown-text.ts'
import { plural } from '../util/text.ts'
import { stoppedText, summaryAdvice } from '../util/job-texts.ts'
import { fittingLines, MOST_CHARACTERS } from './fitting-lines.ts'
import { furtherCounts } from './page-counts-text.ts'
import { renderChangesMarkdown } from './render-changes.ts'
import { outcomeWords, renderApplySummary, type AppliedCrawl } from './render-apply.ts'

/** Kept free for the head, the advice and the closing line. */
const RESERVE = 4_000
/** Characters for changed pages, if there are any. */
const MOST_CHANGES = 20_000
const MOST_ADVICE = 10

/**
 * Returns the results of `apply` for a job's summary page or a comment: a table row for each crawl, those that need attention
 * first, and the pages that changed. `followed` are the jobs that an earlier run submitted.
 */
export function renderApplyMarkdown(
  environment: string,
  applied: readonly AppliedCrawl[],
  followed: readonly DoneEvent[] = [],
  changes: readonly Changes[] = [],
): string {
  const changed = changes.filter((one) => hasChanges(one)).map((one) => ({ name: one.crawl, changes: one }))
  const most = MOST_CHARACTERS - RESERVE - (changed.length === 0 ? 0 : MOST_CHANGES)
  const results: readonly Row[] = [
    ...applied,
    ...followed.map(({ crawl, ...rest }) => ({ ...rest, name: crawl })),
  ]
  const sorted = [...results.filter((result) => isTrouble(result)), ...results.filter((r) => !isTrouble(r))]
  const { lines: rows, left } = fittingLines(
    sorted.map((result) => `| ${cells(result).join(' | ')} |`),
    most,
  )
  return [
    `### Crawls applied in ${markdownCode(environment)}`,
    '',
    `**${markdownText(applySentence(applied, followed))}**`,
    '',
    ...(rows.length === 0
      ? []
      : ['| Crawl | Submission | Job | Pages | Notes |', '|:--|:--|:--|--:|:--|', ...rows, '']),
    ...(left === 0 ? [] : [`and ${plural(left, 'more crawl')}`, '']),
    ...adviceList(results),
    ...(changed.length === 0 ? [] : [renderChangesMarkdown(changed, MOST_CHANGES)]),
  ].join('\n')
}

/** Returns the counts of submissions, and of crawls whose jobs have problems. */
export function applySentence(applied: readonly AppliedCrawl[], followed: readonly DoneEvent[] = []): string {
  const troubled = [...applied, ...followed].filter(({ problems = [] }) => problems.length > 0).length
  const summary = renderApplySummary(applied).trim()
  return troubled === 0 ? summary : `${summary} ${plural(troubled, 'crawl')} with problems.`
}

type Row = Omit<AppliedCrawl, 'outcome'> & Partial<Pick<AppliedCrawl, 'outcome'>>

/** Returns advice about duplicates as a list, of as many crawls as fit. */
function adviceList(results: readonly Row[]): string[] {
  const items = results.flatMap(({ name, result }) =>
    summaryAdvice(result?.summary).map((advice) => `- ${markdownCode(name)}: ${advice}`),
  )
  const more = items.length - MOST_ADVICE
  const shown = items.slice(0, MOST_ADVICE)
  if (shown.length === 0) return []
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : []), '']
}

function isTrouble({ error, problems = [] }: Row): boolean {
  return error !== undefined || problems.length > 0
}

function cells({ name, outcome, job, error, result, problems = [] }: Row): string[] {
  const stopped = result === undefined ? undefined : stoppedText(result)
  const isNew = stopped !== undefined && !problems.some((problem) => problem.includes(stopped))
  const notes = [...(error === undefined ? [] : [error]), ...problems, ...(isNew ? [stopped] : [])]
  return [
    markdownCode(name),
    outcome === undefined ? 'earlier' : outcomeWords[outcome],
    job === undefined ? '' : markdownCode(job),
    result === undefined ? '' : [result.completed, ...furtherCounts(result)].join(', '),
    markdownText(notes.join('; ')),
  ]
}
