import { maskPointer, maskSecrets } from '../request/mask-secrets.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { parsePointer } from '../util/json-pointer.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { describeDifferences, diffRequests } from './diff-requests.ts'
import type { PlannedDifference } from './plan.ts'

/** Returns what changed since `before`, as far as it may be shown, and in a few words. */
export function shownDifferences(
  before: JsonObject,
  crawl: ResolvedCrawl,
): { readonly differences: readonly PlannedDifference[]; readonly summary: string } {
  const { request, provenance } = crawl
  const old = maskSecrets(before).value
  const differences = diffRequests(old, { request: maskSecrets(request).value, provenance }).map(
    maskDifference,
  )
  return { differences, summary: describeDifferences(differences) }
}

function maskDifference(difference: PlannedDifference): PlannedDifference {
  const { pointer, before, after } = difference
  const path = parsePointer(pointer)
  const shown = (value: Json): Json => maskSecrets(value, path).value
  return {
    ...difference,
    pointer: maskPointer(pointer),
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(after === undefined ? {} : { after: shown(after) }),
  }
}
