/**
 * Input: resolved crawls, the record of earlier submissions, the time.
 * Output: what would be submitted, and why; the same bytes for the same input.
 * Must not know files, networks, the values of secrets or how a plan is shown.
 */
import { redactSecrets } from '../request/redact-secrets.ts'
import type { SettingNote } from '../request/service-facts.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { JobRecord, RecordedState } from '../state/state.ts'
import { suggest } from '../util/suggest.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { compareText, plural } from '../util/text.ts'
import { formatDuration } from '../util/clock.ts'
import { given, jsonAt, type JsonObject, parsePointer } from '../util/json.ts'
import { pausedText, shownStatus } from '../protocol/job-texts.ts'
import { decideAction, UNCHANGED, wantsFreshPages } from './decide-action.ts'
import { shownDifferences, plannedOrigin, plannedOrigins, plannedSettings } from './diff-requests.ts'
import { type DeclaredChange, digestPlan, fingerprintRequest, isSubmitting } from './plan.ts'
import type { Plan, PlanAction, PlannedChange, PlannedPrice, PlanSummary, SubmittingChange } from './plan.ts'
import { lastJob, recordedJob } from './last-job.ts'

/** The progress of unfinished jobs that no process runs, by id. */
export type PausedJobs = ReadonlyMap<string, { readonly completed: number; readonly total: number }>

export interface PlanInput {
  readonly environment: string
  /** The selected crawls of this environment, each with its own name. */
  readonly crawls: readonly ResolvedCrawl[]
  /** Undefined when nothing was recorded yet. Records of renamed crawls have their new names. */
  readonly recorded: RecordedState | undefined
  /** The names under which renamed crawls are still recorded, by their new ones. */
  readonly renamed?: ReadonlyMap<string, string>
  readonly nowMs: number
  /** Pages that all submissions together may ask for. */
  readonly budgetPages?: number | undefined
  /** Credits that all submissions together may cost. */
  readonly budgetCredits?: number | undefined
  /** Submit the selected crawls again although nothing changed. */
  readonly rerun?: boolean
  /** Declared crawls that are not selected: their records are kept. */
  readonly unselected?: readonly string[]
  readonly paused?: PausedJobs | undefined
  /** The service can be asked for fresh pages. */
  readonly revalidates?: boolean
  /** Settings of a crawl that the service is known to refuse or lack. */
  readonly lacking?: (crawl: ResolvedCrawl) => readonly SettingNote[]
}

export function makePlan(input: PlanInput): Plan {
  const { environment, recorded } = input
  const budget = budgetOf(input)
  const records = new Map((recorded?.records ?? []).map((record) => [record.crawl, record]))
  const declared = input.crawls.map((crawl) => planCrawl(crawl, records.get(crawl.name), input))
  const changes = [...declared, ...forgetUndeclared(records, input)].toSorted((a, b) =>
    compareText(a.name, b.name),
  )
  return finishPlan({
    environment,
    ...(recorded === undefined ? {} : { lineage: recorded.lineage }),
    ...budget,
    changes: blockAboveBudget(proposeRenames(changes), budget, 'the plan'),
  })
}

function finishPlan(plan: Omit<Plan, 'formatVersion' | 'digest' | 'summary'>): Plan {
  const { changes, ...rest } = plan
  return { formatVersion: 1, ...rest, digest: digestPlan(plan), changes, summary: summarizeChanges(changes) }
}

/** The members of a decision that every action has. */
type Decided = Pick<DeclaredChange, 'reason' | 'basis' | 'last'>

/**
 * Returns the change of one declared crawl: `details`, and the facts that a plan shows. Costly facts are computed when they are
 * asked for, because a summary shows none of them.
 */
function declaredChange<Details extends Decided>(
  crawl: ResolvedCrawl,
  fingerprint: string,
  details: Details,
  lacks: readonly SettingNote[] = [],
): Details & DeclaredChange {
  const { name, document, secrets, scope, refreshMs, expect } = crawl
  const { value: request, redacted } = redactSecrets(crawl.request)
  const price = plannedPrice(crawl)
  const notes = [...lacks, ...crawl.notes]
  return {
    ...details,
    name,
    file: document.file,
    fingerprint,
    request,
    get line() {
      return document.locate('').line
    },
    get effective() {
      return redactSecrets(crawl.effective).value
    },
    ...(redacted.length === 0 ? {} : { masked: redacted }),
    get origins() {
      return plannedOrigins(crawl.provenance)
    },
    ...(crawl.beside.provenance.size === 0 ? {} : { beside: plannedSettings(crawl.beside.provenance) }),
    secrets,
    worstCasePages: scope.limit,
    ...(price === undefined ? {} : { price }),
    notes: notes.map(({ pointer, text }) => ({ pointer, text })),
    ...(refreshMs === undefined ? {} : { refreshMs }),
    ...(expect === undefined ? {} : { expect }),
  }
}

/** Returns the price; undefined if the service charges nothing. */
export function plannedPrice({ price }: ResolvedCrawl): PlannedPrice | undefined {
  const { credits, parts, unboundedPdf } = price
  if (credits === 0 && unboundedPdf === undefined) return undefined
  const planned = parts.map((part) => ({ ...part, origin: plannedOrigin(part.origin) }))
  return given({ credits, parts: planned, unboundedPdf })
}

const MAX_AGE = '/scrapeOptions/maxAge'

/** Returns a warning that a service which cannot be asked for fresh pages may return cached ones again. */
function cacheNotes({ effective, notes }: ResolvedCrawl): readonly SettingNote[] {
  const maxAge = jsonAt(effective, MAX_AGE)
  if (typeof maxAge !== 'number' || maxAge === 0 || notes.some(({ pointer }) => pointer === MAX_AGE))
    return []
  const text = `pages younger than ${formatDuration(maxAge)} may come from the service's cache; set maxAge: 0 for fresh ones`
  return [{ pointer: MAX_AGE, text }]
}

function planCrawl(crawl: ResolvedCrawl, record: JobRecord | undefined, input: PlanInput): PlannedChange {
  const fingerprint = fingerprintRequest(crawl.request)
  const { nowMs, rerun = false, lacking = () => [] } = input
  const last = recordedJob(record)
  const job = last?.job.job ?? ''
  const at = input.paused?.get(job)
  const wanted = {
    fingerprint,
    refreshMs: crawl.refreshMs,
    rerun,
    nowMs,
    paused: at && pausedText(crawl.name, at),
    expect: crawl.expect,
    before: last?.before,
    diff: (before: JsonObject) => shownDifferences(before, crawl),
  }
  const decision = decideAction(record, wanted)
  const isAgain = decision.action === 'repeat' || decision.action === 'resubmit'
  const isFresh = isAgain && wantsFreshPages(record, wanted)
  const lacks = lacking(crawl)
  const was = input.renamed?.get(crawl.name)
  const notes = [
    ...(record === undefined ? unknownNameNotes(crawl, input) : []),
    ...lacks,
    ...(isFresh && input.revalidates !== true ? cacheNotes(crawl) : []),
  ]
  const details = {
    ...renamed(decision, was),
    ...known(record),
    ...(isFresh ? { fresh: true as const } : {}),
  }
  const change: PlannedChange = declaredChange(crawl, fingerprint, details, notes)
  return isSubmitting(change) ? blockLacking(change, lacks) : change
}

/** Returns a decision that also says that the record gets a new name. */
function renamed<Action extends { readonly action: PlanAction; readonly reason: string }>(
  decision: Action,
  was: string | undefined,
): Action & { readonly was?: string } {
  if (was === undefined) return decision
  const isQuiet = decision.action === 'keep' && decision.reason === UNCHANGED
  const reason = isQuiet ? renamedText(was) : `${renamedText(was)}; ${decision.reason}`
  return { ...decision, reason, was }
}

function renamedText(was: string): string {
  return `renamed from ${was}`
}

/** Returns a note about a crawl whose name before is in no record, where it begins anew. */
function unknownNameNotes({ was, document }: ResolvedCrawl, { recorded, environment }: PlanInput) {
  if (was === undefined) return []
  const { file, line } = document.locate('/was')
  const names = (recorded?.records ?? []).flatMap(({ crawl, phase }) =>
    phase === 'forgotten' ? [] : [crawl],
  )
  const [meant] = suggest(was, names)
  const remedy = meant === undefined ? 'correct the name, or remove the line' : `did you mean "${meant}"?`
  const text = `"was: ${was}" moves nothing (${file}:${line}), because no crawl "${was}" is recorded in environment ${environment}: ${remedy}`
  return [{ pointer: '', text }]
}

/** Blocks a crawl that the service cannot do; the reason names the first missing feature. */
function blockLacking(change: SubmittingChange, lacks: readonly SettingNote[]): PlannedChange {
  const [first] = lacks
  if (first === undefined) return change
  const others = lacks.length === 1 ? '' : ` (and ${plural(lacks.length - 1, 'more setting')})`
  const why = `${parsePointer(first.pointer).join('.')} is ${first.text}${others}`
  return { ...blocked(change, why), lacks: lacks.map(({ pointer, text }) => ({ pointer, text })) }
}

function forgetUndeclared(records: ReadonlyMap<string, JobRecord>, input: PlanInput): PlannedChange[] {
  const declared = new Set([...input.crawls.map((crawl) => crawl.name), ...(input.unselected ?? [])])
  return [...records.values()]
    .filter((record) => record.phase !== 'forgotten' && !declared.has(record.crawl))
    .map((record) => {
      const unsettled = record.phase === 'submitting' || record.phase === 'in-doubt'
      const job = lastJob(record)
      const isOpen = job !== undefined && (job.result?.status ?? 'scraping') === 'scraping'
      const cancel = `; "crawlform cancel ${shellQuote(record.crawl)}" ends its job if it still runs`
      return {
        action: 'forget',
        name: record.crawl,
        fingerprint: record.fingerprint,
        reason: unsettled
          ? `no longer declared, but the outcome of the attempt of ${record.at} is unknown`
          : `no longer declared${isOpen ? cancel : ''}`,
        ...known(record),
        ...(unsettled ? { unsettled: record.attempt } : {}),
      }
    })
}

type Budget = Pick<Plan, 'budgetPages' | 'budgetCredits'>

export function budgetOf({
  budgetPages,
  budgetCredits,
}: { [Key in keyof Budget]?: number | undefined }): Budget {
  return given({ budgetPages, budgetCredits })
}

/** Subjects and verbs for messages about the budget. */
const askers = {
  'the plan': { asks: 'asks for', costs: 'costs', it: 'it' },
  'the added and changed crawls': { asks: 'ask for', costs: 'cost', it: 'they' },
} as const

type Asker = keyof typeof askers

/** Describes submissions that exceed the budget; undefined within the budget. */
function whyAbove(
  who: Asker,
  { budgetPages = Number.POSITIVE_INFINITY, budgetCredits = Number.POSITIVE_INFINITY }: Budget,
  { worstCasePages, worstCaseCredits }: Plan['summary'],
): string | undefined {
  const { asks, costs, it } = askers[who]
  const reasons = [
    ...(worstCasePages > budgetPages
      ? [`${asks} up to ${plural(worstCasePages, 'page')}, the budget is ${budgetPages}`]
      : []),
    ...(worstCaseCredits > budgetCredits
      ? [`${costs} up to ${plural(worstCaseCredits, 'credit')}, the budget is ${budgetCredits}`]
      : []),
  ]
  return reasons.length === 0 ? undefined : `${who} ${reasons.join(`; ${it} `)}`
}

/** Blocks all submissions of a plan above its budget: a partial plan would depend on the order of names. */
function blockAboveBudget(
  changes: readonly PlannedChange[],
  budget: Budget,
  who: Asker,
): readonly PlannedChange[] {
  const above = whyAbove(who, budget, summarizeChanges(changes))
  if (above === undefined) return changes
  return changes.map((change) => {
    if (!isSubmitting(change)) return change
    return blocked(change, above)
  })
}

function blocked(change: SubmittingChange, why: string): Extract<PlannedChange, { action: 'blocked' }> {
  const unsent = { replaces: undefined, fresh: undefined }
  const { action, reason, replaces: _replaces, fresh: _fresh, ...rest } = { ...unsent, ...change }
  const differences = 'differences' in rest ? rest.differences : []
  return { ...rest, action: 'blocked', blocks: action, reason: `${reason}; ${why}`, differences }
}

type Known = Pick<PlannedChange, 'basis' | 'last'>

/** Returns the parts of a change that every recorded crawl has. */
function known(record: JobRecord | undefined): Known {
  if (record === undefined) return {}
  const job = lastJob(record)
  const { completed: pages, summary } = job?.result ?? {}
  const status = job?.result && shownStatus(job.result)
  const [failed, changes] = [job?.result?.failed || undefined, summary?.changes]
  return {
    basis: { attempt: record.attempt, phase: record.phase },
    ...(job === undefined ? {} : { last: given({ at: job.at, status, pages, failed, changes }) }),
  }
}

/** Adds a note to each new crawl with the request of one forgotten crawl: it may be that one, under a new name. */
function proposeRenames(changes: readonly PlannedChange[]): readonly PlannedChange[] {
  const forgotten = changes.filter((change) => change.action === 'forget' && change.unsettled === undefined)
  return changes.map((change) => {
    if (change.action !== 'submit' || change.basis !== undefined) return change
    const [old, ...others] = forgotten.filter(({ fingerprint }) => fingerprint === change.fingerprint)
    if (old === undefined || others.length > 0) return change
    const text = `same request as "${old.name}", which is gone: renamed? Then write "was: ${old.name}" into ${change.file}, and its job, pages and feed are kept`
    return { ...change, notes: [{ pointer: '/url', text }, ...change.notes] }
  })
}

/** Counts by action, and the most pages and credits of everything that would be submitted if the budget allowed it. */
export function summarizeChanges(changes: readonly PlannedChange[]): PlanSummary {
  const renamed = changes.filter((change) => 'was' in change && change.was !== undefined).length
  const summary = {
    ...(renamed === 0 ? {} : { renamed }),
    submit: 0,
    resubmit: 0,
    repeat: 0,
    inDoubt: 0,
    blocked: 0,
    forget: 0,
    keep: 0,
    worstCasePages: 0,
    worstCaseCredits: 0,
  }
  for (const change of changes) {
    summary[change.action === 'in-doubt' ? 'inDoubt' : change.action]++
    const isAsked = isSubmitting(change) || (change.action === 'blocked' && change.lacks === undefined)
    if (!isAsked) continue
    summary.worstCasePages += change.worstCasePages
    summary.worstCaseCredits += change.price?.credits ?? 0
  }
  return summary
}

/**
 * Compares the requests of two versions of the crawl files, without a record of submissions. `submit` is an added crawl,
 * `resubmit` a changed one, `forget` a removed one. Added and changed crawls are `blocked` above the budget, or if the service
 * cannot do them. The plan has no lineage, so `apply` matches it with no record.
 */
export function compareRequests({
  environment,
  before,
  after,
  lacking,
  ...budgets
}: Pick<PlanInput, 'environment' | 'budgetPages' | 'budgetCredits' | 'lacking'> & {
  readonly before: readonly ResolvedCrawl[]
  readonly after: readonly ResolvedCrawl[]
}): Plan {
  const budget = budgetOf(budgets)
  const old = new Map(before.map((crawl) => [crawl.name, crawl]))
  const formerName = ({ name, was = name }: ResolvedCrawl): string => (old.has(name) ? name : was)
  const now = new Set(after.map(formerName))
  const removed = before.filter((crawl) => !now.has(crawl.name))
  const changes: PlannedChange[] = [
    ...after.map((crawl) => compareCrawl(old.get(formerName(crawl)), crawl, lacking?.(crawl))),
    ...removed.map((crawl): PlannedChange => {
      const fingerprint = fingerprintRequest(crawl.request)
      return { action: 'forget', name: crawl.name, reason: 'removed', fingerprint }
    }),
  ]
  const sorted = changes.toSorted((a, b) => compareText(a.name, b.name))
  return finishPlan({
    environment,
    ...budget,
    changes: blockAboveBudget(sorted, budget, 'the added and changed crawls'),
  })
}

function compareCrawl(
  before: ResolvedCrawl | undefined,
  after: ResolvedCrawl,
  lacks: readonly SettingNote[] = [],
): PlannedChange {
  const fingerprint = fingerprintRequest(after.request)
  const declare = <D extends Decided>(details: D) => declaredChange(after, fingerprint, details, lacks)
  if (before === undefined) return blockLacking(declare({ action: 'submit', reason: 'added' }), lacks)
  const was = before.name === after.name ? undefined : before.name
  if (fingerprintRequest(before.request) === fingerprint) {
    return declare(renamed({ action: 'keep', reason: UNCHANGED }, was))
  }
  const { differences, summary: reason } = shownDifferences(before.request, after)
  return blockLacking(declare(renamed({ action: 'resubmit', reason, differences }, was)), lacks)
}
