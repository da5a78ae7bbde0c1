import type { CrawlFacts, PatternUse } from './crawl-facts.ts'

/** Returns the pattern that a glob look-alike meant, for the text in which this crawl searches. */
export function meantByGlob({ facts }: PatternUse, { settings }: CrawlFacts): string | undefined {
  const meant = facts.meantGlob
  return settings.regexOnFullURL ? meant?.replace(/^\^\//, '^https?://[^/]+/') : meant
}
