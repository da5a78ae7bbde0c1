import { ClientError, type StartOptions, type StartOutcome } from '../client/crawl-client.ts'
import type { CrawlClient } from '../client/client.ts'
import { retryDelayMs } from '../client/read-answer.ts'
import { fingerprintRequest, type SubmittingChange } from '../plan/plan.ts'
import type { Recorder } from '../state/update-state.ts'
import { type JobRecord, StateError } from '../state/state.ts'
import { stopwatch, toIsoTime, type Clock } from '../util/clock.ts'
import { assert } from '../util/invariant.ts'
import type { JsonObject } from '../util/json.ts'
import type { ApplyEvent, ApplyResult } from './apply-event.ts'
import { cancelJob, replacedJob } from './cancel-job.ts'
import { fillSecrets, type FilledRequest, type SecretLookup } from './fill-secrets.ts'
import type { RateGate } from './rate-gate.ts'
import { claimCrawl, settleAttempt, settledRecord, settlementOf, StaleChangeError } from './record-changes.ts'
import type { Settlement } from './record-changes.ts'

export interface SubmitDeps {
  readonly client: CrawlClient
  readonly recorder: Recorder
  readonly gate: RateGate
  readonly clock: Clock
  readonly secrets: SecretLookup
  /** Returns the request of a crawl whose secrets the plan redacts; without it such a crawl is stale. */
  readonly requestOf?: (name: string) => JsonObject | undefined
  /** Commit of the crawl files, where they are in git. */
  readonly commit?: string | undefined
  /** A new UUID each time. */
  readonly newAttempt: () => string
  readonly random: () => number
  /** When aborted: begin nothing new, finish what was sent. */
  readonly signal: AbortSignal
  readonly replace?: boolean
  readonly emit: (event: ApplyEvent) => void
}

const MOST_TRIES = 20
const LONGEST_WAIT_MS = 15 * 60_000

/**
 * Submits one crawl: writes the intent, sends the request, writes the outcome. Each step is on disk before the next, so a crash
 * at any time leaves no record, or one that shows what may have happened. Calls `onAnswer` with whether a job started, after
 * the answer and before the outcome is written.
 * @throws {StateError} when the intent could not be written; nothing was sent then
 */
export async function submitCrawl(
  change: SubmittingChange,
  deps: SubmitDeps,
  onAnswer: (isStarted: boolean) => void,
): Promise<ApplyResult> {
  const { name } = change
  const request = requestOf(change, deps)
  if (request === undefined)
    return { name, outcome: 'stale', error: 'its request has changed since it was planned' }
  const filled = fillSecrets(request, change.secrets, deps.secrets, change.request)
  if (!filled.ok) {
    const names = filled.missing.map((secret) => `"${secret}"`).join(', ')
    return { name, outcome: 'failed', error: `not submitted: the environment has no value for ${names}` }
  }
  if (!(await deps.gate.pass(deps.signal)))
    return { name, outcome: 'skipped', error: 'interrupted before it was submitted' }
  const claimed = await claim(change, deps)
  if ('outcome' in claimed) return claimed
  const settlement = settlementOf(await start(change, claimed, filled, deps), filled.redactor.text)
  onAnswer(settlement.phase === 'submitted')
  return recordOutcome(claimed, settlement, deps)
}

/** Returns the request to send. If the plan redacts written-out secrets, that is the crawl's own request, if unchanged. */
function requestOf(
  { name, request, masked, fingerprint }: SubmittingChange,
  deps: SubmitDeps,
): JsonObject | undefined {
  if (masked === undefined) return request
  const declared = deps.requestOf?.(name)
  return declared !== undefined && fingerprintRequest(declared) === fingerprint ? declared : undefined
}

async function claim(change: SubmittingChange, deps: SubmitDeps): Promise<JobRecord | ApplyResult> {
  const intent = {
    attempt: deps.newAttempt(),
    ...(deps.client.sendsKeys ? {} : { unkeyed: true as const }),
    at: toIsoTime(deps.clock.now()),
    commit: deps.commit,
  }
  let record: JobRecord | undefined
  try {
    await deps.recorder.update(change.name, (known) => {
      record = claimCrawl(known, change, intent)
      return record
    })
  } catch (error) {
    if (error instanceof StaleChangeError)
      return { name: change.name, outcome: 'stale', error: error.message }
    throw error
  }
  assert(record?.attempt === intent.attempt, 'a claim that was stored belongs to its attempt')
  deps.emit({ type: 'submitting', crawl: change.name, attempt: intent.attempt })
  return record
}

async function start(
  change: SubmittingChange,
  claim: JobRecord,
  filled: FilledRequest & { ok: true },
  deps: SubmitDeps,
): Promise<StartOutcome> {
  const { client, clock, gate, random, signal } = deps
  const obstacle = deps.replace === true ? await cancelReplaced(change, deps) : undefined
  if (obstacle !== undefined) return obstacle
  const elapsed = stopwatch(clock)
  let isDenied = false
  for (let failures = 1; ; failures++) {
    // Not aborted by the signal: a request that has begun is followed to its answer.
    const answer = await client.startCrawl(filled.body, startOptions(claim))
    if (answer.kind !== 'refused') return answer
    isDenied ||= answer.status === 503 && client.sendsKeys
    const outcome = isDenied ? doubted(answer) : answer
    if (!answer.retryable) return outcome
    const inMs = retryDelayMs({ failures, askedMs: answer.retryAfterMs, random })
    const isLast = failures === MOST_TRIES || elapsed() + inMs > LONGEST_WAIT_MS
    if (isLast || signal.aborted) return outcome
    deps.emit({ type: 'retrying', crawl: change.name, inMs, because: filled.redactor.text(answer.message) })
    gate.close(inMs)
    if (!(await gate.pass(signal))) return outcome
    // After so long a wait (a closed laptop, a busy service), another run may have settled this attempt.
    if (elapsed() > LONGEST_WAIT_MS) return outcome
  }
}

/** Returns the options of an attempt, the same for its first request and for repetitions. */
export function startOptions({ attempt, crawl, fresh }: JobRecord): StartOptions {
  return { attempt, name: crawl, isFresh: fresh === true }
}

/**
 * Returns the outcome of an attempt that was answered 503. A proxy may send 503 after the service has started the job. With an
 * idempotency key, sending the request again settles it. Without one, 503 means what HTTP says (RFC 9110, 15.6.4).
 */
function doubted({ message }: Extract<StartOutcome, { kind: 'refused' }>): StartOutcome {
  return { kind: 'in-doubt', message: `${message} (HTTP 503 does not rule out that a job was started)` }
}

/** Cancels the old job. Returns why it could not be cancelled; undefined when it has ended. */
async function cancelReplaced(
  change: SubmittingChange,
  { client, emit }: SubmitDeps,
): Promise<StartOutcome | undefined> {
  const old = replacedJob(change)
  if (old === undefined) return undefined
  try {
    const was = await cancelJob(client, old.job)
    // Reported at once: the old job is gone even if the new one is refused.
    emit({ type: 'replaced', crawl: change.name, job: old.job, was })
    return undefined
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return {
      kind: 'refused',
      message: `job ${old.job} could not be cancelled: ${error.message}`,
      retryable: false,
    }
  }
}

async function recordOutcome(
  claim: JobRecord,
  settlement: Settlement,
  deps: SubmitDeps,
): Promise<ApplyResult> {
  const { phase, ...known } = settlement
  const result: ApplyResult = { name: claim.crawl, outcome: phase, ...known }
  try {
    await deps.recorder.update(claim.crawl, (record) => settleAttempt(record, claim, settlement))
    return result
  } catch (error) {
    if (!(error instanceof StateError)) throw error
    deps.emit({ type: 'unrecorded', record: settledRecord(claim, settlement), error: error.message })
    return {
      ...result,
      outcome: 'in-doubt',
      error: `its outcome (${phase}) could not be recorded: ${error.message}`,
    }
  }
}
