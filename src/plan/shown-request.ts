import { maskPointer, maskSecrets } from '../request/mask-secrets.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { type JsonPointer, parsePointer } from '../util/json-pointer.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { describeDifferences, diffRequests } from './diff-requests.ts'
import type { PlannedDifference } from './plan.ts'

export interface ShownRequest {
  readonly request: ResolvedCrawl['request']
  readonly effective: ResolvedCrawl['effective']
  /** Where `***` stands for a secret; absent where there is none. */
  readonly masked?: readonly JsonPointer[]
}

/** Returns what is sent as a plan may show and keep it. Of its defaults most plans show none. */
export function shownRequest(crawl: ResolvedCrawl): ShownRequest {
  const { value, masked } = maskSecrets(crawl.request)
  let effective: ShownRequest['effective'] | undefined
  return {
    request: value,
    get effective() {
      return (effective ??= maskSecrets(crawl.effective).value)
    },
    ...(masked.length === 0 ? {} : { masked }),
  }
}

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
  const isHidden = differences.length === 0
  return {
    differences,
    summary: isHidden ? 'a secret that is not shown changed' : describeDifferences(differences),
  }
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
