import { markdownCode, markdownText } from '../util/markdown-text.ts'
import { plural } from '../util/plural.ts'
import { furtherCounts } from './missed-pages-text.ts'
import { outcomeWords, renderApplySummary, type AppliedCrawl } from './render-apply.ts'

/** GitHub refuses a comment of more than 65,536 characters and cuts a job's summary at 1 MiB. */
const MOST_CHARACTERS = 60_000
/** Kept free for the head and the closing line. */
const RESERVE = 1_000

/** Returns the results of `apply` for a job's summary page or a comment: a table row each, those that need attention first. */
export function renderApplyMarkdown(environment: string, results: readonly AppliedCrawl[]): string {
  const sorted = [...results.filter((result) => isTrouble(result)), ...results.filter((r) => !isTrouble(r))]
  const rows: string[] = []
  let length = 0
  for (const result of sorted) {
    const row = `| ${cells(result).join(' | ')} |`
    length += row.length + 1
    if (length > MOST_CHARACTERS - RESERVE) break
    rows.push(row)
  }
  const left = sorted.length - rows.length
  return [
    `### Crawls applied in ${markdownCode(environment)}`,
    '',
    `**${markdownText(renderApplySummary(results).trim())}**`,
    '',
    ...(rows.length === 0
      ? []
      : ['| Crawl | Submission | Job | Pages | Problems |', '|:--|:--|:--|--:|:--|', ...rows, '']),
    ...(left === 0 ? [] : [`and ${plural(left, 'more crawl')}`, '']),
  ].join('\n')
}

function isTrouble({ error, problems = [] }: AppliedCrawl): boolean {
  return error !== undefined || problems.length > 0
}

function cells({ name, outcome, job, error, result, problems = [] }: AppliedCrawl): string[] {
  const trouble = [...(error === undefined ? [] : [error]), ...problems]
  return [
    markdownCode(name),
    outcomeWords(outcome),
    job === undefined ? '' : markdownCode(job),
    result === undefined ? '' : [result.completed, ...furtherCounts(result)].join(', '),
    markdownText(trouble.join('; ')),
  ]
}
