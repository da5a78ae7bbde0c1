import { schemaErrors } from '../schema/validators.ts'
import { canonicalJson, given, isJsonObject, parseJson } from '../util/json.ts'
import { digestPlan, fingerprintRequest, isSubmitting, type Plan, type PlannedChange } from './plan.ts'
import { budgetOf, summarizeChanges } from './make-plan.ts'

/** A saved plan that must not be applied. Match on `code`. */
export class SavedPlanError extends Error {
  override readonly name = 'SavedPlanError'
  readonly code: 'unreadable' | 'newer-format' | 'altered' | 'another-record'
  constructor(code: SavedPlanError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Returns the text of a saved plan, the same as `plan --format json` prints. It holds no secret, only names and `***`. */
export function formatSavedPlan(plan: Plan): string {
  return `${JSON.stringify(plan, undefined, 2)}\n`
}

/** Parses a saved plan, and verifies every fingerprint and the digest. @throws {SavedPlanError} */
export function parseSavedPlan(text: string): Plan {
  const stored = parseJson(text)
  if (!isJsonObject(stored)) throw unreadable()
  const version = stored['formatVersion']
  if (typeof version === 'number' && version > 1) {
    throw new SavedPlanError(
      'newer-format',
      `The plan was saved by a newer crawlform (format ${version}, this one reads 1).`,
    )
  }
  // A wrong digest is reported below.
  const isPlan = schemaErrors('plan', stored).every(({ instancePath }) => instancePath === '/digest')
  if (!isPlan) throw unreadable()
  const { environment, lineage, changes, ...budgets } = stored as unknown as Plan
  const plan = { ...given({ environment, lineage }), ...budgetOf(budgets), changes }
  for (const change of changes) assertWhole(change)
  if (digestPlan(plan) !== stored['digest']) throw altered('its digest does not match its changes')
  return { formatVersion: 1, ...plan, digest: digestPlan(plan), summary: summarizeChanges(changes) }
}

/**
 * Returns the changes of `saved` that must no longer be applied, compared with a plan made now for the same environment.
 * Changes of other crawls do not matter.
 * @throws {SavedPlanError} `another-record` when it was made against another environment or another record
 */
export function stalePart(saved: Plan, current: Plan): { readonly name: string; readonly reason: string }[] {
  if (saved.environment !== current.environment) {
    throw new SavedPlanError(
      'another-record',
      `The plan was made for the environment "${saved.environment}", not for "${current.environment}".`,
    )
  }
  // A plan made before the first submission knows no lineage; its crawls are checked one by one.
  if (saved.lineage !== undefined && saved.lineage !== current.lineage) {
    throw new SavedPlanError(
      'another-record',
      'The plan was made against another record of submissions. Make a new plan.',
    )
  }
  const now = new Map(current.changes.map((change) => [change.name, change]))
  return saved.changes.flatMap((change) => {
    // One that was only renamed is not sent; if it has its new name already, nothing is left to do.
    const touched = isSubmitting(change) || change.action === 'forget'
    const reason = touched ? whyStale(change, now.get(change.name)) : undefined
    return reason === undefined ? [] : [{ name: change.name, reason }]
  })
}

function whyStale(saved: PlannedChange, now: PlannedChange | undefined): string | undefined {
  if (now === undefined) {
    return saved.action === 'forget'
      ? 'it is already forgotten'
      : 'it is no longer declared or no longer selected'
  }
  const sameBasis = saved.basis?.attempt === now.basis?.attempt && saved.basis?.phase === now.basis?.phase
  if (!sameBasis) return 'it was submitted or settled since the plan was made'
  if (saved.action === 'forget') return now.action === 'forget' ? undefined : 'it is declared again'
  if (now.action === 'forget') return 'it is no longer declared'
  if (now.action === 'blocked') return now.reason
  if (saved.fingerprint !== now.fingerprint) return 'its request has changed since the plan was made'
  return canonicalJson(saved.request) === canonicalJson(now.request)
    ? undefined
    : 'the saved plan shows a different request than the files declare'
}

/** Throws unless the change is intact. The plan may come from a stranger, so the reviewed request must be the one that is sent. */
function assertWhole(change: PlannedChange): void {
  // `whyStale` compares a request with redacted secrets with the files.
  if (change.action === 'forget' || change.masked !== undefined) return
  if (fingerprintRequest(change.request) !== change.fingerprint) {
    throw altered(`the request of "${change.name}" does not match its fingerprint`)
  }
}

function unreadable(): SavedPlanError {
  return new SavedPlanError(
    'unreadable',
    'The file is not a saved plan. Make one with "crawlform plan --out FILE".',
  )
}

function altered(because: string): SavedPlanError {
  return new SavedPlanError('altered', `The saved plan was altered: ${because}. Make a new plan.`)
}
