import { readGlob } from '../scope/pattern/glob-pattern.ts'
import type { CrawlFacts, PatternUse } from './crawl-facts.ts'

/** The pattern that a glob look-alike meant, for the text in which this crawl searches. */
export function meantByGlob({ source }: PatternUse, { settings }: CrawlFacts): string | undefined {
  const meant = readGlob(source)
  return settings.regexOnFullURL ? meant?.replace(/^\^\//, '^https?://[^/]+/') : meant
}
