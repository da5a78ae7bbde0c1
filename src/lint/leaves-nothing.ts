import { childPath } from '../scope/child-path.ts'
import { includedTexts } from '../scope/page-texts.ts'
import type { CrawlFacts } from './crawl-facts.ts'
import { isImpossible } from './work-budget.ts'
import { refuseStart } from './refuse-start.ts'

const known = new WeakMap<CrawlFacts, boolean>()

/** Returns whether certainly no page passes all patterns of a crawl, its excludes among them. */
export function leavesNothing(facts: CrawlFacts): boolean {
  const before = known.get(facts)
  if (before !== undefined) return before
  const isEmpty = isCertainlyEmpty(facts)
  known.set(facts, isEmpty)
  return isEmpty
}

function isCertainlyEmpty(facts: CrawlFacts): boolean {
  // On other hosts the hosted service searches excludes in whole URLs, and includes perhaps not at all.
  if (!facts.searchesOwnPaths || facts.start === undefined || facts.excludes.length === 0) return false
  if (somePathIsLeft(facts)) return false
  const none = facts.excludes.map(({ source }) => source)
  const includes = facts.includes.length === 0 ? [[]] : facts.includes.map(({ source }) => [source])
  return includes.every((one) => isImpossible({ all: [includedTexts(facts.settings), ...one], none }))
}

/** Tries the start itself and likely paths before it proves anything. */
function somePathIsLeft(crawl: CrawlFacts): boolean {
  const { settings, start, includes, excludes } = crawl
  if (start === undefined || refuseStart(crawl) === undefined) return true
  const children = childPath(start.path)
  const directory = settings.crawlEntireDomain ? '' : children.prefix.slice(0, -1)
  const paths = includes.length === 0 ? ['/xx'] : includes.flatMap(({ facts }) => facts.path ?? [])
  return [...paths.map((path) => directory + path), ...paths].some(
    (path) =>
      (settings.crawlEntireDomain || children.admits(path)) &&
      (includes.length === 0 || includes.some(({ facts }) => facts.isFoundIn(path))) &&
      excludes.every(({ facts }) => !facts.isFoundIn(path)),
  )
}
