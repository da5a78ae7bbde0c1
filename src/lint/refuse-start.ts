import type { CrawlFacts, PatternUse } from './crawl-facts.ts'

/** The reason why a start URL is not in the results: an exclude matches it, or no include does. */
export interface StartRefusal {
  readonly exclude: PatternUse | undefined
  /** The path or URL that was searched. */
  readonly searched: string
}

/** Returns why the start URL is not in the results; undefined when it is. */
export function refuseStart({ settings, start, includes, excludes }: CrawlFacts): StartRefusal | undefined {
  if (start === undefined) return undefined
  const searched = settings.regexOnFullURL ? start.href : start.path
  const exclude = excludes.find(({ facts }) => facts.isFoundIn(searched))
  if (exclude !== undefined) return { exclude, searched }
  const isIncluded = includes.length === 0 || includes.some(({ facts }) => facts.isFoundIn(searched))
  return isIncluded ? undefined : { exclude, searched }
}
