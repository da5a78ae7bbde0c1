import { diagnose } from '../../diagnostics/catalogue.ts'
import type { PatternProblem } from '../../scope/pattern/check-pattern.ts'
import { proposeRewrite } from '../../scope/pattern/propose-rewrite.ts'
import type { PatternUse } from '../crawl-facts.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer } from '../report-pattern.ts'

const CONSTRUCTS = {
  'look-around': 'a look-around',
  'back-reference': 'a back-reference',
  possessive: 'an atomic group or possessive count',
} as const

/** Reports a pattern that only a backtracking engine can search for. */
export const notLinearTime: PatternRule = (use, facts) => {
  const { problem } = use.facts
  if (problem === undefined || problem.kind === 'too-long' || problem.kind === 'syntax') return undefined
  const args = {
    pattern: use.source,
    list: use.list,
    text: problem.text,
    construct: CONSTRUCTS[problem.kind],
    rewrite: rewriteSentence(use, problem),
  }
  return diagnose('scope/not-linear-time', args, patternPlace(facts, use), { pointer: patternPointer(use) })
}

function rewriteSentence({ source, list }: PatternUse, problem: PatternProblem): string | undefined {
  if (problem.kind === 'back-reference') return 'Write the alternatives out: "(a/a|b/b)" for "(a|b)/\\1".'
  const rewrite = proposeRewrite(source, problem)
  if (rewrite === undefined) return undefined
  const { pattern, counterpart } = rewrite
  if (counterpart === undefined) return `Write "${pattern}".`
  // Excludes win over includes, so an exclusion with an exception cannot become an exclusion and an inclusion.
  if (list === 'excludePaths') {
    return `Remove it, and say in includePaths what stays: "${counterpart}" and whatever else you want.`
  }
  const here = pattern === undefined ? 'Remove it' : `Write "${pattern}"`
  return `${here}, and add "${counterpart}" to excludePaths.`
}
