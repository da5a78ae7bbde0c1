import { redactPointer, redactSecrets } from '../request/redact-secrets.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { parsePointer } from '../util/json-pointer.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { describeDifferences, diffRequests } from './diff-requests.ts'
import type { PlannedDifference } from './plan.ts'

/** Returns the changes since `before`, redacted, with a short summary. */
export function shownDifferences(
  before: JsonObject,
  crawl: ResolvedCrawl,
): { readonly differences: readonly PlannedDifference[]; readonly summary: string } {
  const { request, provenance } = crawl
  const old = redactSecrets(before).value
  const differences = diffRequests(old, { request: redactSecrets(request).value, provenance }).map(
    redactDifference,
  )
  return { differences, summary: describeDifferences(differences) }
}

function redactDifference(difference: PlannedDifference): PlannedDifference {
  const { pointer, before, after } = difference
  const path = parsePointer(pointer)
  const shown = (value: Json): Json => redactSecrets(value, path).value
  return {
    ...difference,
    pointer: redactPointer(pointer),
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(after === undefined ? {} : { after: shown(after) }),
  }
}
