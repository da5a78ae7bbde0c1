import { markdownCode, markdownText } from '../util/markdown-text.ts'
import { outcomeWords, renderApplySummary, type AppliedCrawl } from './render-apply.ts'

/** GitHub cuts a job's summary at 1 MiB; far more crawls than that are nobody's reading. */
const MOST_ROWS = 1000

/** What `apply` did, for a job's summary page or a comment. */
export function renderApplyMarkdown(environment: string, results: readonly AppliedCrawl[]): string {
  const rows = results.slice(0, MOST_ROWS).map((result) => `| ${cells(result).join(' | ')} |`)
  const more = results.length - rows.length
  return [
    `### Crawls applied in ${markdownCode(environment)}`,
    '',
    `**${markdownText(renderApplySummary(results).trim())}**`,
    '',
    ...(rows.length === 0
      ? []
      : ['| Crawl | Submission | Job | Pages | Problems |', '|:--|:--|:--|--:|:--|', ...rows, '']),
    ...(more === 0 ? [] : [`and ${more} more`, '']),
  ].join('\n')
}

function cells({ name, outcome, job, error, result, problems = [] }: AppliedCrawl): string[] {
  const trouble = [...(error === undefined ? [] : [error]), ...problems]
  return [
    markdownCode(name),
    outcomeWords(outcome),
    job === undefined ? '' : markdownCode(job),
    result === undefined ? '' : String(result.completed),
    markdownText(trouble.join('; ')),
  ]
}
