import type { ScopeSettings } from '../scope.ts'
import type { Candidate, ScopeRule } from '../scope-rule.ts'

/**
 * Tells how a page may be discovered: links up to `maxDiscoveryDepth` hops away, none at all with `sitemap: only`, and
 * no sitemap pages with `sitemap: skip`. Pages of the sitemap have depth 0 (Crawl Start Interface v2), so any
 * `maxDiscoveryDepth` admits them.
 */
export function depthRule({ maxDiscoveryDepth: most, sitemap }: ScopeSettings): ScopeRule {
  const linksFollowed = sitemap !== 'only'
  const passes = ({ discovery }: Candidate): boolean =>
    discovery.via === 'sitemap'
      ? sitemap !== 'skip'
      : linksFollowed && (most === undefined || discovery.depth <= most)
  return {
    reason: 'depth',
    passes,
    explain: ({ discovery: { depth, via } }) => {
      if (via === 'sitemap') return { detail: sitemapDetail(sitemap) }
      if (!linksFollowed) return { detail: 'sitemap is "only", so links in pages are not followed' }
      if (most === undefined)
        return { detail: 'maxDiscoveryDepth is not set, so any number of links may lead here' }
      return { detail: `the page is ${links(depth)} away from the start, maxDiscoveryDepth is ${most}` }
    },
    remedy: ({ discovery: { depth, via } }) => {
      if (via === 'sitemap' || !linksFollowed) return 'set sitemap to include'
      return `raise maxDiscoveryDepth to ${depth}`
    },
  }
}

function sitemapDetail(sitemap: ScopeSettings['sitemap']): string {
  return sitemap === 'skip'
    ? 'sitemap is "skip", so pages that are only in the sitemap are not found'
    : 'pages of the sitemap have depth 0'
}

function links(count: number): string {
  return count === 1 ? '1 link' : `${count} links`
}
