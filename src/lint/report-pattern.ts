import type { Fix, Place } from '../diagnostics/diagnostic.ts'
import { replaceText } from '../document/replace-text.ts'
import type { SourceDocument } from '../document/source-document.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { CrawlFacts, PatternUse } from './crawl-facts.ts'

/** Returns where a pattern was written: its item of a list, in whichever file that is. */
export function patternPlace({ crawl }: CrawlFacts, { list, index }: PatternUse): Place {
  return crawl.locate(`/${list}/${index}`)
}

export function patternPointer({ list, index }: PatternUse): string {
  return `/request/${list}/${index}`
}

/**
 * Returns a fix that replaces the pattern by `text`, if the file holds the pattern literally; references would be lost.
 */
export function replacePattern(facts: CrawlFacts, use: PatternUse, text: string): { fix?: Fix } {
  const place = patternPlace(facts, use)
  const documents = documentsOf(facts.crawl, use.list)
  const fix = replaceText(documents, place, { text: use.source, instead: text })
  return fix === undefined ? {} : { fix }
}

/** Returns the files that a list of patterns may have come from. */
function documentsOf({ document, provenance }: ResolvedCrawl, list: string): readonly SourceDocument[] {
  const setting = provenance.get(`/${list}`)
  const origins = setting === undefined ? [] : [setting.origin, ...setting.beaten.map(({ origin }) => origin)]
  return [document, ...origins.flatMap((origin) => ('source' in origin ? [origin.source.document] : []))]
}
