import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type {
  Plan,
  PlanAction,
  PlannedChange,
  PlannedDifference,
  PlannedOrigin,
  PlanSummary,
} from '../plan/plan.ts'
import { type Json, valueAt } from '../util/json.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { countWords, plural, printable } from '../util/text.ts'
import { mostOfAll } from './format-value.ts'

/** Each action's symbol and word, for readers without colour, its colour, and the words after a number of crawls. */
export const actionWords = {
  submit: { symbol: '+', tint: 'green', word: 'submit', counted: 'to submit' },
  resubmit: { symbol: '~', tint: 'yellow', word: 'submit again', counted: 'to submit again (changed)' },
  repeat: { symbol: '*', tint: 'yellow', word: 'submit again', counted: 'to submit again (same request)' },
  'in-doubt': { symbol: '?', tint: 'red', word: 'in doubt', counted: 'in doubt' },
  blocked: { symbol: '!', tint: 'red', word: 'blocked', counted: 'blocked' },
  forget: { symbol: '-', tint: 'dim', word: 'forget', counted: 'to forget' },
  keep: { symbol: '=', tint: 'dim', word: 'unchanged', counted: 'unchanged' },
} as const satisfies Readonly<Record<PlanAction, unknown>>

/** Counts actions in words: `2 to submit, 1 to submit again (changed), 4 unchanged`; only those that occur. */
function planCounts({ inDoubt, ...summary }: PlanSummary): string {
  const counts = { ...summary, 'in-doubt': inDoubt }
  const actions = Object.keys(actionWords) as PlanAction[]
  const present = countWords([
    ...actions.map((action) => [counts[action], actionWords[action].counted] as const),
    [summary.renamed ?? 0, 'to rename'] as const,
  ])
  // Only --changed selects no crawl at all.
  return present.length === 0 ? 'no crawl changed' : present.join(', ')
}

/** Returns true when `apply` would submit something or write a record. */
export function hasWork({ summary }: Plan): boolean {
  const { submit, resubmit, repeat, forget, renamed = 0 } = summary
  return submit + resubmit + repeat + forget + renamed > 0
}

/** Returns the head line of a plan; `comparedWith` is the git revision of a comparison. */
export function planTitle({ environment }: Plan, comparedWith?: string): string {
  const where = `environment ${printable(environment)}`
  return comparedWith === undefined
    ? `Plan for ${where}`
    : `Compared with ${printable(comparedWith)}, ${where}`
}

export function changeReason({ action, reason }: PlannedChange, comparedWith?: string): string {
  const { word } = actionWords[action]
  return comparedWith === undefined && word !== reason ? `${word}: ${reason}` : reason
}

/** Returns the closing sentence of a plan, without colour. */
export function planSentence(plan: Plan, comparedWith?: string): string {
  if (comparedWith !== undefined) return comparisonSentence(plan)
  const { summary } = plan
  const { submit, resubmit, repeat } = summary
  const counts = planCounts(summary)
  if (submit + resubmit + repeat + summary.blocked === 0) return `Nothing to submit: ${counts}.`
  return `Plan: ${counts}. At most ${mostOfAll(summary)}.`
}

/** Returns the sentence for a comparison. Crawls above the budget also count as added or changed. */
function comparisonSentence({ changes, summary }: Plan): string {
  const blocked = changes.flatMap((change) => (change.action === 'blocked' ? change.blocks : []))
  const added = summary.submit + blocked.filter((action) => action === 'submit').length
  const changed = summary.resubmit + blocked.filter((action) => action === 'resubmit').length
  const above = blocked.length === 0 ? '' : ', above the budget'
  const pages =
    summary.worstCasePages === 0 ? '' : ` Added and changed: at most ${mostOfAll(summary)}${above}.`
  return `${added} added, ${changed} changed, ${summary.forget} removed, ${summary.keep} the same.${pages}`
}

/** Returns the commands to run after a plan, each below the line that introduces it. */
export function nextCommands(plan: Plan, options: Pick<PlanOptions, 'applyCommand' | 'program'>) {
  const settles = settleCommand(plan.environment, options.program)
  const applies = hasWork(plan) ? options.applyCommand : undefined
  return [
    ...(plan.summary.inDoubt > 0
      ? [{ title: 'Settle the submissions in doubt first:', command: settles }]
      : []),
    ...(applies === undefined ? [] : [{ title: 'Apply exactly this:', command: applies }]),
  ]
}

/** Returns the command that settles crawls in doubt, and records outcomes that could not be recorded before. */
export function settleCommand(environment: string, program = 'crawlform'): string {
  return `${program} state reconcile --env ${shellQuote(environment)}`
}

/** How much of a plan to show: one line a crawl, the important settings, or every setting. */
export type PlanDetail = 'summary' | 'normal' | 'full'

/** The choices for printing a plan, in any format. */
export interface PlanOptions {
  readonly detail: PlanDetail
  /** The command that submits exactly this plan, quoted for a shell; absent for a comparison. */
  readonly applyCommand?: string
  /** The program's name in proposed commands. */
  readonly program?: string
  /** The git revision that the plan compares with, for plans that cannot be applied. */
  readonly comparedWith?: string
  /** The address of the published board, for comments. */
  readonly board?: string
  /** Problems of the files that do not prevent the plan. */
  readonly warnings?: readonly Diagnostic[]
}

export interface SettingRow {
  readonly pointer: string
  readonly kind: 'same' | PlannedDifference['kind']
  readonly before?: Json
  readonly after?: Json
  readonly origin?: PlannedOrigin
}

/**
 * Returns the settings of a change to show. A new crawl shows all crawl settings and the scrape options that are set; a known
 * one shows the differences. `full` shows every setting. `hidden` counts those that `rows` leaves out.
 */
export function planRows(change: PlannedChange, detail: PlanDetail) {
  if (change.action === 'forget') return { rows: [], hidden: 0 }
  const differences = new Map(
    ('differences' in change ? change.differences : []).map((difference) => [difference.pointer, difference]),
  )
  const { origins, effective } = change
  const rows: SettingRow[] = []
  let hidden = 0
  for (const pointer of settingOrder(origins, differences)) {
    const difference = differences.get(pointer)
    const origin = origins[pointer]
    if (difference !== undefined) rows.push(origin === undefined ? difference : { origin, ...difference })
    else if (origin === undefined) continue
    else if (detail === 'full' || (change.action === 'submit' && isShownByDefault(pointer, origin))) {
      const after = valueAt(effective, pointer) as Json | undefined
      rows.push({ pointer, kind: 'same', origin, ...(after === undefined ? {} : { after }) })
    } else hidden += 1
  }
  const beside = Object.entries(change.beside ?? {})
  if (detail === 'full' || change.action === 'submit')
    rows.push(...beside.map(([pointer, { value, origin }]) => settingBeside(pointer, value, origin)))
  return { rows, hidden }
}

function settingBeside(pointer: string, value: unknown, origin: PlannedOrigin): SettingRow {
  return { pointer, kind: 'same', after: value as Json, origin }
}

/** Returns whether to show a setting without `--full`: every crawl setting, `maxAge`, and page settings that someone set. */
function isShownByDefault(pointer: string, origin: PlannedOrigin): boolean {
  const isOfPages = pointer.startsWith('/scrapeOptions') && pointer !== '/scrapeOptions/maxAge'
  return !isOfPages || origin.kind !== 'default'
}

/** Orders settings: the start URL, what someone set, then defaults; within each, the plan's order. */
function settingOrder(
  origins: Readonly<Record<string, PlannedOrigin>>,
  differences: ReadonlyMap<string, PlannedDifference>,
): readonly string[] {
  const pointers = [...new Set([...Object.keys(origins), ...differences.keys()])]
  const rank = (pointer: string): number => {
    if (pointer === '/url') return 0
    return differences.has(pointer) || origins[pointer]?.kind !== 'default' ? 1 : 2
  }
  return pointers.toSorted((a, b) => rank(a) - rank(b))
}

/** With more changes than this a plan shows one line a crawl by default. */
const MOST_WITH_SETTINGS = 50
/** With more changes than this it lists only those that need attention. */
const MOST_LISTED = 1000
/** Every crawl may be one of these. */
const MOST_STOPPED = 100
/** Submissions that may fetch the most pages. */
const LARGEST = 10

/**
 * Returns the changes of `plan` to show and how much of each. A very large plan shows only the changes that are hard to find:
 * blocked crawls, doubtful ones, and the largest. `summary` and `full` are requested by the user. The note describes the hidden
 * changes and how to see them.
 */
export function shownChanges(plan: Plan, detail: PlanDetail) {
  const changes = plan.changes.filter((change) => detail === 'full' || !isQuiet(change))
  if (detail !== 'normal' || changes.length <= MOST_WITH_SETTINGS) return { changes, detail, note: undefined }
  if (changes.length <= MOST_LISTED) {
    return { changes, detail: 'summary', note: 'One line per crawl; --full shows all settings.' } as const
  }
  const stopped = changes.filter(isStopped).slice(0, MOST_STOPPED)
  const largest = changes
    .filter((change) => !isStopped(change))
    .toSorted((a, b) => pagesOf(b) - pagesOf(a))
    .slice(0, LARGEST)
  const listed = new Set([...stopped, ...largest])
  const left = plural(changes.length - listed.size, 'more crawl')
  return {
    changes: changes.filter((change) => listed.has(change)),
    detail: 'summary',
    note: `${left} not listed, none of them larger; --summary lists all, --full shows their settings.`,
  } as const
}

/** Returns whether a change needs no line: the crawl is unchanged, and its last job needs no attention. */
export function isQuiet({ action, reason }: PlannedChange): boolean {
  return action === 'keep' && reason === actionWords.keep.word
}

function isStopped({ action }: PlannedChange): boolean {
  return action === 'blocked' || action === 'in-doubt'
}

function pagesOf(change: PlannedChange): number {
  return change.action === 'forget' ? 0 : change.worstCasePages
}

/** Returns when a crawl last ran, its pages and what changed: `2026-11-25T14:42Z: 412 pages, 3 added`; empty if it never ran. */
export function lastRunText({ last }: PlannedChange): string {
  if (last === undefined) return ''
  const { at, status, pages = 0, failed = 0, changes } = last
  // Nobody needs the seconds.
  const time = at.replace(/(T\d\d:\d\d):[\d.]+Z$/, '$1Z')
  if (status === undefined || status === 'scraping') return `${time}: end not recorded`
  const end = status === 'completed' ? '' : `${status}, `
  const kinds = ['added', 'removed', 'changed', 'moved'] as const
  const words = countWords([
    [failed, 'failed'],
    ...kinds.map((kind) => [changes?.[kind] ?? 0, kind] as const),
  ])
  const isSame = changes !== undefined && words.length === 0
  return `${time}: ${end}${[plural(pages, 'page'), ...words, ...(isSame ? ['no changes'] : [])].join(', ')}`
}
