import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Plan, PlannedChange } from '../plan/plan.ts'
import {
  fittingLines,
  markdownBlock,
  markdownCode,
  markdownLink,
  markdownText,
  MOST_CHARACTERS,
} from '../util/markdown-text.ts'
import { plural, printable } from '../util/text.ts'
import {
  actionWords,
  changeReason,
  isQuiet,
  type PlanOptions,
  lastRunText,
  nextCommands,
  planSentence,
  planTitle,
} from './plan-view.ts'
import { planBodyLines } from './render-plan-text.ts'
import { diagnosticsTable } from './render-diagnostics-reports.ts'
import { plainStyle } from './render.ts'

/** Kept free for the closing lines; more if the command that applies the plan is longer. */
const RESERVE = 1_500
/** Warnings leave room for the details, because the file checks show them too. */
const MOST_OF_WARNINGS = 10_000
/** More warnings than these are folded. */
const MOST_OPEN = 5

/**
 * Returns a plan as a pull request's comment: one table row a crawl, warnings, details folded, below 60,000 characters.
 * Rows are kept before warnings, and these before details. The same plan is the same text, wherever it is made.
 */
export function renderPlanMarkdown(plan: Plan, options: PlanOptions): string {
  const changes = plan.changes.filter((change) => options.detail === 'full' || !isQuiet(change))
  const most = MOST_CHARACTERS - Math.max(RESERVE, closing(plan, options, 1).join('\n\n').length + 100)
  const head = [
    `### ${markdownText(planTitle(plan, options.comparedWith))}`,
    '',
    `**${markdownText(planSentence(plan, options.comparedWith))}**`,
    '',
    ...fittingTable(changes, options.comparedWith, most - RESERVE),
  ].join('\n')
  const warnings = warningsPart(options.warnings ?? [], most - head.length)
  const details = options.detail === 'summary' ? [] : changes.flatMap((change) => fold(change, options))
  const { lines, left } = fittingLines(details, most - head.length - warnings.length, 2)
  const parts = [head, warnings, ...lines, ...closing(plan, options, left)]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Returns the fullest of three table forms that leaves every crawl its line. */
function fittingTable(changes: readonly PlannedChange[], comparedWith: string | undefined, most: number) {
  if (changes.length === 0) return []
  for (const table of [wideTable(changes, comparedWith), narrowTable(changes)]) {
    if (table.join('\n').length <= most) return table
  }
  return nameList(changes, most)
}

/** Returns the warnings: a few stay open, many are folded, and those that do not fit are counted. */
function warningsPart(warnings: readonly Diagnostic[], room: number): string {
  if (warnings.length === 0) return ''
  const title = `${plural(warnings.length, 'warning')} about the files`
  const { lines, left } = diagnosticsTable(warnings, Math.min(MOST_OF_WARNINGS, room - RESERVE / 2))
  if (lines.length === 0) return `**${title}**, too many to show here.`
  return [
    `<details${warnings.length > MOST_OPEN ? '' : ' open'}><summary><b>${title}</b></summary>`,
    '',
    ...lines,
    ...(left === 0 ? [] : ['', `and ${left} more`]),
    '',
    '</details>',
  ].join('\n')
}

function wideTable(changes: readonly PlannedChange[], comparedWith: string | undefined): string[] {
  const hasRun = changes.some(({ last }) => last !== undefined)
  return [
    `| | Crawl | Starts at | What and why | Pages at most |${hasRun ? ' Last run |' : ''}`,
    `|:-:|:--|:--|:--|--:|${hasRun ? ':--|' : ''}`,
    ...changes.map((change) => {
      const url = change.action === 'forget' ? '' : markdownCode(change.request.url)
      const last = hasRun ? ` ${markdownText(lastRunText(change))} |` : ''
      return `| ${symbol(change)} | ${markdownCode(change.name)} | ${url} | ${markdownText(changeReason(change, comparedWith))} | ${pages(change)} |${last}`
    }),
  ]
}

function narrowTable(changes: readonly PlannedChange[]): string[] {
  return [
    '| | Crawl | Why | Pages |',
    '|:-:|:--|:--|--:|',
    ...changes.map(
      (change) =>
        `|${symbol(change)}|${markdownCode(change.name)}|${markdownText(change.reason)}|${pages(change)}|`,
    ),
  ]
}

/** Returns only symbols and names, in the shortest form; crawls that still do not fit are counted. */
function nameList(changes: readonly PlannedChange[], most: number): string[] {
  const names = changes.map(({ action, name }) => `${actionWords[action].symbol} ${printable(name)}`)
  const { lines, left } = fittingLines(names, most)
  return [...markdownBlock('diff', lines), ...(left === 0 ? [] : ['', `and ${plural(left, 'more crawl')}`])]
}

function symbol(change: PlannedChange): string {
  return markdownCode(actionWords[change.action].symbol)
}

function pages(change: PlannedChange): string {
  if (change.action === 'forget') return ''
  const credits = change.price?.credits ?? 0
  return credits === 0
    ? String(change.worstCasePages)
    : `${change.worstCasePages} (${plural(credits, 'credit')})`
}

/** Returns the settings of a change, folded. */
function fold(change: PlannedChange, { detail, comparedWith }: PlanOptions): string | readonly [] {
  const body = planBodyLines(change, detail, plainStyle)
  if (body.length === 0) return []
  const mark = actionWords[change.action].symbol
  return [
    `<details><summary>${mark} <b>${markdownText(change.name)}</b> ${markdownText(changeReason(change, comparedWith))}</summary>`,
    '',
    ...markdownBlock('diff', body.map(diffLine)),
    '',
    '</details>',
  ].join('\n')
}

/** Marks are in the first column, where GitHub's highlighting of diffs expects them; `!` is its sign for a change. */
function diffLine(line: string): string {
  return line.replace(
    /^( +)([+~-]) /,
    (_, indent: string, mark: string) => `${mark === '~' ? '!' : mark}${indent} `,
  )
}

function closing(plan: Plan, options: PlanOptions, left: number): string[] {
  return [
    ...(left > 0 ? [`The details of ${plural(left, 'crawl')} are too long to show here.`] : []),
    ...(options.comparedWith === undefined ? [`Digest ${markdownCode(plan.digest)}`] : []),
    ...nextCommands(plan, options).map(({ title, command }) =>
      [title, '', ...markdownBlock('sh', [command])].join('\n'),
    ),
    ...(options.board === undefined ? [] : [`${markdownLink('The board', options.board)} shows all crawls.`]),
  ]
}
