/**
 * Input: resolved crawls and recorded submissions.
 * Output: what to submit and why, as plain data for `apply`, `render` and files. `schema/plan.schema.json` describes it.
 * Must not know how a plan is shown: colours, layout or options of commands.
 */
import type { Change, Keep, Plan } from '../schema/plan.gen.ts'
import { canonicalJson, given, type JsonObject } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'

export type {
  Change as PlannedChange,
  Difference as PlannedDifference,
  Note as PlannedNote,
  Origin as PlannedOrigin,
  Plan,
  Price as PlannedPrice,
} from '../schema/plan.gen.ts'

/** The members of every change of a declared crawl. */
export type DeclaredChange = Omit<Keep, 'action' | 'job' | 'differences'>

export type PlanAction = Change['action']

export type SubmittingChange = Extract<Change, { action: 'submit' | 'resubmit' | 'repeat' }>

export type PlanSummary = Plan['summary']

export function isSubmitting(change: Change): change is SubmittingChange {
  return change.action === 'submit' || change.action === 'resubmit' || change.action === 'repeat'
}

/** Returns the changes for which `apply` has something to do. */
export function changesToMake(changes: readonly Change[]): readonly Change[] {
  return changes.filter((change) => change.action !== 'keep' || change.was !== undefined)
}

/** Returns the SHA-256 of the request's canonical JSON (RFC 8785): equal exactly when the same body would be sent. */
export function fingerprintRequest(request: JsonObject): string {
  return sha256(canonicalJson(request))
}

/**
 * Returns the SHA-256 over what a plan would do: environment, lineage, and each change's action, crawl, fingerprint and basis.
 * It contains no messages and no times, so that the same files and record give the same digest on any day.
 */
export function digestPlan(plan: Pick<Plan, 'environment' | 'lineage' | 'changes'>): string {
  const { environment, lineage } = plan
  const changes = plan.changes.map((change): JsonObject => {
    const { action, name, fingerprint, basis } = change
    // An unchanged crawl is not touched, so how its record came about does not matter.
    const isBased = basis !== undefined && action !== 'keep'
    const was = 'was' in change ? change.was : undefined
    return { action, name, fingerprint, ...(isBased ? { basis: { ...basis } } : {}), ...given({ was }) }
  })
  const named = lineage === undefined ? {} : { lineage }
  return sha256(canonicalJson({ formatVersion: 1, environment, ...named, changes }))
}

/** Returns the crawls that a plan records under new names; one in doubt must be settled first. */
export function plannedRenamings({
  changes,
}: Plan): readonly { readonly from: string; readonly to: string }[] {
  return changes.flatMap((change) =>
    change.action === 'forget' || change.action === 'in-doubt' || change.was === undefined
      ? []
      : [{ from: change.was, to: change.name }],
  )
}
