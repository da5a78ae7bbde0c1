import { diagnose } from '../../diagnostics/catalogue.ts'
import { childPath } from '../../scope/child-path.ts'
import { includedTexts } from '../../scope/page-texts.ts'
import { compilePattern } from '../../scope/pattern/compile-pattern.ts'
import type { PatternRule } from '../lint-rule.ts'
import { isImpossible } from '../pattern-facts.ts'
import { isOwn, patternPlace, patternPointer } from '../report-pattern.ts'

/**
 * An include that matches only what the crawl never reaches, because it stays below its start. Shared patterns and
 * matrices are left alone: there a pattern is written for several starts.
 */
export const includeOutsideStart: PatternRule = (use, facts) => {
  const { settings, start, crawl } = facts
  if (use.list !== 'includePaths' || settings.crawlEntireDomain || start === undefined || start.path === '/')
    return undefined
  if (settings.regexOnFullURL || settings.allowSubdomains || crawl.spec.matrix !== undefined) return undefined
  const children = childPath(start.path)
  const pattern = compilePattern(use.source)
  const near = [children.prefix, start.path, `${children.prefix}x`]
  if (use.facts.path !== undefined) near.push(use.facts.path)
  if (near.some((path) => children.admits(path) && pattern.test(path))) return undefined
  if (!isImpossible({ all: [includedTexts(settings), use.source], none: [] })) return undefined
  if (!isOwn(facts, use)) return undefined
  const args = { pattern: use.source, admitted: children.description }
  return diagnose('scope/include-outside-start', args, patternPlace(facts, use), {
    pointer: patternPointer(use),
  })
}
