import type { CrawlFacts, PatternUse } from './crawl-facts.ts'

/** What keeps a start URL out of the results: an exclude that matches, or includes that all do not. */
export interface StartRefusal {
  readonly exclude: PatternUse | undefined
  /** The path or URL that was searched. */
  readonly searched: string
}

/** Tells why the start URL is not in the results; undefined when it is. */
export function refuseStart({ settings, start, includes, excludes }: CrawlFacts): StartRefusal | undefined {
  if (start === undefined) return undefined
  const searched = settings.regexOnFullURL ? start.href : start.path
  const exclude = excludes.find(({ facts }) => facts.isFoundIn(searched))
  if (exclude !== undefined) return { exclude, searched }
  const isIncluded = includes.length === 0 || includes.some(({ facts }) => facts.isFoundIn(searched))
  return isIncluded ? undefined : { exclude, searched }
}
