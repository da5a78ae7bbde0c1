import { diagnose } from '../../diagnostics/catalogue.ts'
import { type ChildPath, childPath } from '../../scope/child-path.ts'
import { includedTexts } from '../../scope/page-texts.ts'
import type { CrawlFacts, PatternUse } from '../crawl-facts.ts'
import type { PatternRule } from '../lint-rule.ts'
import { isImpossible } from '../work-budget.ts'
import { patternPlace, patternPointer } from '../report-pattern.ts'

/**
 * Reports an include that matches only pages the crawl never reaches, because it stays below its start. Patterns of
 * profiles and matrices are left alone: they are written for several starts.
 */
export const includeOutsideStart: PatternRule = (use, facts) => {
  const { settings, start, crawl } = facts
  if (use.list !== 'includePaths' || settings.crawlEntireDomain || start === undefined || start.path === '/')
    return undefined
  if (!facts.searchesOwnPaths || crawl.spec.matrix !== undefined) return undefined
  const children = childPath(start.path)
  if (mayBeWithin(use, facts, children)) return undefined
  const place = patternPlace(facts, use)
  if (place.file !== crawl.document.file) return undefined
  const args = { pattern: use.source, admitted: children.description }
  return diagnose('scope/include-outside-start', args, place, {
    pointer: patternPointer(use),
  })
}

/** Tries a few likely paths first, because a proof is expensive. */
function mayBeWithin(use: PatternUse, { settings, start }: CrawlFacts, children: ChildPath): boolean {
  const { prefixes, path = '' } = use.facts
  const within = children.exact ?? children.prefix
  // Anchored elsewhere, like most includes of other sections.
  if (!prefixes.some((prefix) => within.startsWith(prefix) || prefix.startsWith(within))) return false
  const directory = children.prefix.slice(0, -1)
  const near = [`${directory}${path}`, path, children.prefix, `${children.prefix}x`, start?.path ?? '']
  if (near.some((text) => children.admits(text) && use.facts.isFoundIn(text))) return true
  return !isImpossible({ all: [includedTexts(settings), use.source], none: [] })
}
