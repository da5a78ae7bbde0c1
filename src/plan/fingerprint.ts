import { canonicalJson, type JsonObject } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'
import type { Plan } from './plan.ts'

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
  const changes = plan.changes.map(({ action, name, fingerprint, basis }): JsonObject => {
    // An unchanged crawl is not touched, so how its record came about does not matter.
    const isBased = basis !== undefined && action !== 'keep'
    return { action, name, fingerprint, ...(isBased ? { basis: { ...basis } } : {}) }
  })
  const named = lineage === undefined ? {} : { lineage }
  return sha256(canonicalJson({ formatVersion: 1, environment, ...named, changes }))
}
