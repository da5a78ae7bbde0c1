import { type ActiveCrawl, ClientError } from '../client/crawl-client.ts'
import { fingerprintRequest } from '../plan/plan.ts'
import { absoluteUrl } from '../scope/page-url.ts'
import { changeRecord, type JobRecord, jobIdsOf } from '../state/state.ts'
import { createRecorder, type Recorder } from '../state/update-state.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { canonicalJson, given, type JsonObject, secretNames } from '../util/json.ts'
import { fromTimeText } from '../util/clock.ts'
import { REDACTED, redactedParts } from '../util/redactor.ts'
import type { ApplyDeps } from './apply.ts'
import { fillSecrets } from './fill-secrets.ts'
import { settleAttempt, type Settlement, settlementOf } from './record-changes.ts'
import { startOptions } from './submit-crawl.ts'

/**
 * The reaction of a service to a second request with a known idempotency key. `replayed`: it repeats its first answer (the
 * embedded one). `refused`: it answers 409 (the hosted one). `unknown`: it might start a second job.
 */
export type KeyPolicy = 'replayed' | 'refused' | 'unknown'

export interface ReconcileDeps extends Pick<
  ApplyDeps,
  'backend' | 'client' | 'clock' | 'secrets' | 'requestOf' | 'random'
> {
  readonly keyPolicy: KeyPolicy
}

export interface ReconcileResult {
  readonly name: string
  readonly verdict: 'started' | 'not-started' | 'undecided'
  readonly job?: string
  /** How the outcome was found, or the missing information. */
  readonly because: string
  /** Running jobs that may be this one, if there are several. */
  readonly candidates?: readonly string[]
}

/**
 * Settles attempts whose outcome is unknown: sends them again where the service starts nothing twice for one key, or
 * finds the job among the running ones. Undecided attempts stay as they are. `names` undefined means all.
 * @throws {StateError}
 */
export async function* reconcileAttempts(
  names: ReadonlySet<string> | undefined,
  deps: ReconcileDeps,
): AsyncGenerator<ReconcileResult> {
  const recorder = createRecorder(deps.backend, deps)
  const { state } = await deps.backend.read()
  const records = state?.records ?? []
  const known = new Set(records.flatMap(jobIdsOf))
  try {
    for (const record of records) {
      if (isUnsettled(record) && names?.has(record.crawl) !== false)
        yield await settle(record, { ...deps, known, recorder })
    }
  } finally {
    await recorder.close()
  }
}

interface SettleDeps extends ReconcileDeps {
  /** Jobs that belong to a record. */
  readonly known: Set<string>
  readonly recorder: Recorder
}

async function settle(record: JobRecord, deps: SettleDeps): Promise<ReconcileResult> {
  const { known, recorder } = deps
  for (;;) {
    const finding = await findOut(record, known, deps)
    const { settlement, isOnlyOne = false } = finding
    const result = resultOf(record, finding)
    if (settlement === undefined) return result
    const { job = '' } = result
    let isTaken = false
    await recorder.update(record.crawl, (now, isKnown) => {
      // Another run may have recorded its owner since.
      isTaken = isOnlyOne && isKnown(job)
      return isTaken ? now : settleAttempt(now, record, settlement)
    })
    known.add(job)
    if (!isTaken) return result
  }
}

const VERDICTS = { submitted: 'started', failed: 'not-started', 'in-doubt': 'undecided' } as const

function resultOf({ crawl: name }: JobRecord, { because, settlement, candidates }: Finding): ReconcileResult {
  const job = settlement?.phase === 'submitted' ? settlement.job : undefined
  return given({ name, verdict: VERDICTS[settlement?.phase ?? 'in-doubt'], job, because, candidates })
}

/** A person's decision about an attempt that cannot be settled automatically. */
export type Assumption =
  | { readonly outcome: 'started'; readonly job?: string; readonly url?: string; readonly why: string }
  | { readonly outcome: 'not-started'; readonly why: string }

/** Returns the records with the attempt of `crawl` settled by hand; the same list when there is nothing to settle. */
export function assumeOutcome(
  records: readonly JobRecord[],
  crawl: string,
  assumption: Assumption,
): readonly JobRecord[] {
  const { why } = assumption
  const settlement: Settlement =
    assumption.outcome === 'started'
      ? // Asked for this id, the service says that it knows no such job, which is true.
        { phase: 'submitted', job: assumption.job ?? 'unknown', url: assumption.url ?? '', assumed: why }
      : { phase: 'failed', error: `assumed not to have been started: ${why}`, assumed: why }
  return changeRecord(records, crawl, (record) =>
    record !== undefined && isUnsettled(record) ? settleAttempt(record, record, settlement) : record,
  )
}

export function isUnsettled(record: JobRecord): boolean {
  return record.phase === 'submitting' || record.phase === 'in-doubt'
}

/** The facts about an attempt. Without a settlement it stays undecided. */
interface Finding extends Pick<ReconcileResult, 'because' | 'candidates'> {
  readonly settlement?: Settlement
  /** It belongs to this attempt, because it belongs to no other. */
  readonly isOnlyOne?: boolean
}

async function findOut(record: JobRecord, known: ReadonlySet<string>, deps: ReconcileDeps): Promise<Finding> {
  const lookAmongActive = (why: string) => findActive(record, known, deps, why)
  if (record.unkeyed === true) return lookAmongActive('it was sent without a key')
  if (deps.keyPolicy === 'unknown') return lookAmongActive('the service may not know idempotency keys')
  const request = requestOf(record, deps)
  if (request === undefined)
    return lookAmongActive('it contained secrets, which are not recorded, and has changed since')
  const filled = fillSecrets(request, secretNames(record.request), deps.secrets, record.request)
  if (!filled.ok) return { because: `the environment has no value for ${filled.missing.join(', ')}` }
  const outcome = await deps.client.startCrawl(filled.body, startOptions(record))
  const { text: redact } = filled.redactor
  const settlement = settlementOf(outcome, redact)
  if (outcome.kind === 'started') return { because: 'sent again with the same key', settlement }
  if (outcome.status === 409) return lookAmongActive('the service has seen its key')
  const message = redact(outcome.message)
  // A service checks the key before the request, so it cannot have started a request earlier that it calls invalid now.
  const isInvalid = outcome.kind === 'refused' && outcome.status === 400 && deps.keyPolicy === 'replayed'
  return isInvalid
    ? { because: message, settlement }
    : { because: `sent again with the same key: ${message}` }
}

async function findActive(
  record: JobRecord,
  known: ReadonlySet<string>,
  { client }: ReconcileDeps,
  why: string,
): Promise<Finding> {
  try {
    const found = matchActiveCrawls(record, await client.active(), known)
    const [only, ...others] = found
    if (only === undefined)
      return { because: `${why}, and no running job matches: it may have ended or never started` }
    if (others.length > 0) {
      const candidates = found.map((crawl) => crawl.id)
      return { because: `${why}, and ${found.length} running jobs match`, candidates }
    }
    const settlement: Settlement = { phase: 'submitted', job: only.id, url: client.statusUrl(only.id) }
    return { because: 'the only running job that matches', settlement, isOnlyOne: true }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return { because: `${why}, and ${error.message}` }
  }
}

/** Returns the request that was sent. Written-out secrets are not recorded, so they come from the crawl as it is declared now. */
function requestOf({ crawl, request, fingerprint }: JobRecord, deps: ReconcileDeps): JsonObject | undefined {
  if (!JSON.stringify(request).includes(REDACTED)) return request
  const candidates = [request, deps.requestOf?.(crawl)]
  return candidates.find((one) => one !== undefined && fingerprintRequest(one) === fingerprint)
}

/** The service's clock may be slow, and requests to a busy service are retried for up to a quarter of an hour. */
const EARLIEST_MS = -2 * 60_000
const LATEST_MS = 20 * 60_000

/** Returns running jobs that an attempt may have started: same start URL and settings, about the same time, no known attempt. */
export function matchActiveCrawls(
  record: JobRecord,
  active: readonly ActiveCrawl[],
  knownJobs: ReadonlySet<string>,
): ActiveCrawl[] {
  const beganMs = fromTimeText(record.at) ?? 0
  return active.filter((crawl) => {
    const createdMs = fromTimeText(crawl.created_at)
    const afterMs = createdMs === undefined ? undefined : createdMs - beganMs
    return (
      !knownJobs.has(crawl.id) &&
      isSameUrl(crawl.url, record.request['url']) &&
      (afterMs === undefined || (afterMs >= EARLIEST_MS && afterMs <= LATEST_MS)) &&
      !contradicts(crawl, record)
    )
  })
}

/** Settings that every version of the service reports exactly as sent. */
const COMPARED = [
  'limit',
  'includePaths',
  'excludePaths',
  'maxDiscoveryDepth',
  'sitemap',
  'crawlEntireDomain',
]

function contradicts(crawl: ActiveCrawl, record: JobRecord): boolean {
  return COMPARED.some((setting) => {
    const sent = record.request[setting]
    const reported = crawl.options[setting]
    return sent !== undefined && reported !== undefined && canonicalJson(sent) !== canonicalJson(reported)
  })
}

function isSameUrl(reported: string, sent: unknown): boolean {
  if (typeof sent !== 'string') return false
  if (sent.includes(REDACTED)) return redactedParts(reported, sent) !== undefined
  return reported === sent || (parseUrl(reported)?.href ?? '') === parseUrl(absoluteUrl(sent))?.href
}
