import type { ScopeSettings } from '../scope.ts'
import type { Candidate, ScopeRule } from '../scope-rule.ts'

/**
 * Tells how a page may be discovered: links up to `maxDiscoveryDepth` hops away, none at all with `sitemap: only`, and
 * no sitemap pages with `sitemap: skip`. With depth 0 the hosted service crawls the start page alone.
 */
export function depthRule({ maxDiscoveryDepth: most, sitemap }: ScopeSettings): ScopeRule {
  const linksFollowed = sitemap !== 'only'
  const sitemapRead = sitemap !== 'skip' && most !== 0
  const passes = ({ discovery }: Candidate): boolean =>
    discovery.via === 'sitemap'
      ? sitemapRead
      : linksFollowed && (most === undefined || discovery.depth <= most)
  return {
    reason: 'depth',
    passes,
    explain: ({ discovery: { depth, via } }) => {
      if (via === 'sitemap') return { detail: sitemapDetail(sitemap, most) }
      if (!linksFollowed) return { detail: 'sitemap is "only", so links in pages are not followed' }
      if (most === undefined)
        return { detail: 'maxDiscoveryDepth is not set, so any number of links may lead here' }
      return { detail: `the page is ${links(depth)} away from the start, maxDiscoveryDepth is ${most}` }
    },
    remedy: ({ discovery: { depth, via } }) => {
      if (via === 'sitemap')
        return sitemap === 'skip' ? 'set sitemap to include' : 'raise maxDiscoveryDepth to 1'
      if (!linksFollowed) return 'set sitemap to include'
      return `raise maxDiscoveryDepth to ${depth}`
    },
  }
}

function sitemapDetail(sitemap: ScopeSettings['sitemap'], most: number | undefined): string {
  if (sitemap === 'skip') return 'sitemap is "skip", so pages that only the sitemap names are not found'
  if (most === 0) return 'maxDiscoveryDepth is 0, so only the start URL is crawled'
  return 'pages of the sitemap have depth 0'
}

function links(count: number): string {
  return count === 1 ? '1 link' : `${count} links`
}
