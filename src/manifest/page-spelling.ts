import type { PageDocument } from '../protocol/crawl-status.ts'
import type { Scope } from '../scope/scope.ts'
import { parsePageUrl } from '../scope/page-url.ts'
import { findRow, type Rows } from '../util/json-rows.ts'
import type { ManifestPage } from './manifest.ts'

/**
 * Returns a function that gives each page one URL, whichever of its spellings answered first: the one that its `rel=canonical` names
 * if that is in scope, else that of the earlier job, else the delivered one. Spellings have the same `dedupeKey`.
 */
export function pageSpelling(
  scope: Scope,
  earlier: Rows<ManifestPage>,
): (page: PageDocument) => PageDocument {
  const known = findRow(earlier, ({ url }) => scope.dedupeKey(url) ?? url)
  return (page) => {
    const { url, canonical } = page.metadata
    const key = scope.dedupeKey(url)
    if (key === undefined) return page
    const named = typeof canonical === 'string' ? parsePageUrl(canonical) : undefined
    // Many sites still name the address that they had before they used HTTPS.
    const isNamed = named !== undefined && (named.scheme === 'https' || url.startsWith('http:'))
    const isSame = isNamed && scope.dedupeKey(named.href) === key
    const isInScope = isSame && scope.decide(named.href, { depth: 0, via: 'link', from: url }).inScope
    const spelled = isInScope ? named.href : (known(key)?.url ?? url)
    return spelled === url ? page : { ...page, metadata: { ...page.metadata, url: spelled } }
  }
}
