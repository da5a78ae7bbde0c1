import { type ChildPath, childPath, includedTexts, searchedTexts } from '../../scope/rules.ts'
import { type PatternUse, type PatternRule, patternPlace, reportPattern } from '../crawl-facts.ts'

/** Reports a pattern that cannot match any path or URL, if no other rule knows the reason. */
export const neverMatches: PatternRule = (use) => {
  const { regexOnFullURL } = use.crawl.settings
  const isDead = regexOnFullURL
    ? use.crawl.budget.isImpossible({ all: [searchedTexts(true), use.source], none: [] })
    : use.facts.isDead
  if (!isDead) return undefined
  const searched = regexOnFullURL ? 'possible URL' : 'possible path'
  const [, literal, flags = ''] = LITERAL.exec(use.source) ?? []
  const meant = literal === undefined ? undefined : `${flags.includes('i') ? '(?i)' : ''}${literal}`
  return reportPattern('scope/never-matches', use, { searched, meant }, { instead: meant })
}

/** A regular expression as JavaScript writes it: `/^\/blog\//i`. */
const LITERAL = /^\/(\^.*|.*\$|.*\\\/.*)\/([a-z]*)$/

/** Reports the second of two equal patterns of one list. */
export const duplicatePattern: PatternRule = (use) => {
  // Patterns may be equal in one cell of a matrix and differ in another.
  if (use.crawl.crawl.spec.matrix !== undefined) return undefined
  const first = listOf(use).find((other) => other.source === use.source)
  if (first === undefined || first === use) return undefined
  const related = [{ message: 'it is already here', place: patternPlace(first) }]
  return reportPattern('scope/duplicate-pattern', use, {}, { related })
}

function listOf({ list, crawl }: PatternUse): readonly PatternUse[] {
  return list === 'includePaths' ? crawl.includes : crawl.excludes
}

/**
 * Reports an include that matches only pages the crawl never reaches, because it stays below its start. Patterns of
 * profiles and matrices are left alone: they are written for several starts.
 */
export const includeOutsideStart: PatternRule = (use) => {
  const { settings, start, crawl, searchesOwnPaths } = use.crawl
  if (use.list !== 'includePaths' || settings.crawlEntireDomain || start === undefined || start.path === '/')
    return undefined
  if (!searchesOwnPaths || crawl.spec.matrix !== undefined) return undefined
  const children = childPath(start.path)
  if (mayBeWithin(use, start.path, children)) return undefined
  if (patternPlace(use).file !== crawl.document.file) return undefined
  return reportPattern('scope/include-outside-start', use, { admitted: children.description })
}

/** Tries a few likely paths first, because a proof is expensive. */
function mayBeWithin({ crawl, facts, source }: PatternUse, startPath: string, children: ChildPath): boolean {
  const { prefixes, path = '' } = facts
  const within = children.exact ?? children.prefix
  // Anchored elsewhere, like most includes of other sections.
  if (!prefixes.some((prefix) => within.startsWith(prefix) || prefix.startsWith(within))) return false
  const directory = children.prefix.slice(0, -1)
  const near = [`${directory}${path}`, path, children.prefix, `${children.prefix}x`, startPath]
  if (near.some((text) => children.admits(text) && facts.isFoundIn(text))) return true
  return !crawl.budget.isImpossible({ all: [includedTexts(crawl.settings), source], none: [] })
}

/**
 * Reports a pattern that another one makes useless. The other one matches the same paths and more, and is in the same list or
 * excludes them. If two match the same, the later one is reported.
 */
export const shadowedPattern: PatternRule = (use) => {
  const by = shadow(use)
  if (by === undefined) return undefined
  const related = [{ message: 'by this pattern', place: patternPlace(by) }]
  return reportPattern('scope/shadowed-pattern', use, { by: by.source, byList: by.list }, { related })
}

function shadow(use: PatternUse): PatternUse | undefined {
  const { crawl, searchesOwnPaths, includes, excludes, budget } = use.crawl
  // A pattern may be useless in one cell of a matrix and needed in another.
  if (crawl.spec.matrix !== undefined || !searchesOwnPaths) return undefined
  if (!budget.spend(0)) {
    budget.skipped += includes.length + excludes.length
    return undefined
  }
  if (use.list === 'includePaths') {
    const exclude = excludes.find((other) => other.facts.covers(use.facts))
    if (exclude !== undefined) return exclude
  }
  return listOf(use).find(
    (other) =>
      other !== use &&
      other.facts.meantGlob === undefined &&
      other.facts.covers(use.facts) &&
      (other.index < use.index || !use.facts.covers(other.facts)),
  )
}
