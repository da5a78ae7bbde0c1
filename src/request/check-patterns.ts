import { checkPattern, PATTERN_CAPS, type PatternProblem } from '../scope/pattern/check-pattern.ts'
import { globMeaning } from '../scope/pattern/glob-pattern.ts'
import { proposeRewrite } from '../scope/pattern/propose-rewrite.ts'
import { unicodePart } from '../scope/pattern/pattern-tokens.ts'
import type { Json } from '../util/json.ts'
import { type CheckedRequest, refusal, remark, type RequestProblem } from './request-problem.ts'

const LISTS = ['includePaths', 'excludePaths'] as const
type List = (typeof LISTS)[number]

/** Finds patterns that a service refuses, or that services read differently. */
export function checkPatterns({ request, isOpen }: CheckedRequest): RequestProblem[] {
  const found: RequestProblem[] = []
  for (const list of LISTS) {
    // More are refused as a whole.
    for (const [index, source] of textsOf(request[list]).slice(0, PATTERN_CAPS.patterns).entries()) {
      if (isOpen(source)) continue
      const pattern = { source, list, onFullUrl: request['regexOnFullURL'] === true }
      const problem = check(pattern, index) ?? remarkOnUnicode(pattern, index)
      if (problem !== undefined) found.push(problem)
    }
  }
  return [...found, ...checkAmount(textsOf(request['includePaths']), textsOf(request['excludePaths']))]
}

interface Pattern {
  readonly source: string
  readonly list: List
  readonly onFullUrl: boolean
}

function check(pattern: Pattern, index: number): RequestProblem | undefined {
  const { source, list, onFullUrl } = pattern
  const pointer = `/${list}/${index}`
  if (source.trim() === '') return remark('scope/blank-pattern', pointer, { list })
  const problem = checkPattern(source)
  if (problem === undefined) return undefined
  const named = { pattern: source, list }
  const meant = globMeaning(source, onFullUrl)
  switch (problem.kind) {
    // The schema refuses it.
    case 'too-long':
      return undefined
    case 'syntax': {
      const { detail, text } = problem
      const where = text === source ? detail : `${detail} in "${text}"`
      return refusal('scope/invalid-pattern', pointer, { ...named, detail: where, meant }, { instead: meant })
    }
    case 'not-portable': {
      const { text, rewrite } = problem
      const instead = meant ?? rewrite
      return refusal('scope/not-portable', pointer, { ...named, text, rewrite, meant }, { instead })
    }
    case 'repeated-count': {
      const { text } = problem
      const instead = meant ?? proposeRewrite(source)?.pattern
      return refusal('scope/repeated-count', pointer, { ...named, text, instead, meant }, { instead })
    }
    case 'look-around':
    case 'back-reference':
    case 'atomic': {
      const args = {
        ...named,
        text: problem.text,
        construct: CONSTRUCTS[problem.kind],
        rewrite: rewriteSentence(pattern, problem),
      }
      return refusal('scope/not-linear-time', pointer, args)
    }
  }
}

function remarkOnUnicode({ source, list }: Pattern, index: number): RequestProblem | undefined {
  const text = unicodePart(source)
  return text === undefined
    ? undefined
    : remark('scope/unicode-class', `/${list}/${index}`, { pattern: source, list, text })
}

const CONSTRUCTS = {
  'look-around': 'a look-around',
  'back-reference': 'a back-reference',
  atomic: 'an atomic group',
} as const

function rewriteSentence({ source, list }: Pattern, problem: PatternProblem): string | undefined {
  if (problem.kind === 'back-reference') return 'List the alternatives: "(a/a|b/b)" for "(a|b)/\\1".'
  const rewrite = proposeRewrite(source)
  if (rewrite === undefined) return undefined
  const { pattern, counterpart } = rewrite
  if (counterpart === undefined) return `Write "${pattern}".`
  // Excludes win over includes, so an exclusion with an exception cannot be split into two lists.
  if (list === 'excludePaths') {
    return `Remove it, and list in includePaths the paths to keep: "${counterpart}" and whatever else you want.`
  }
  const here = pattern === undefined ? 'Remove it' : `Write "${pattern}"`
  return `${here}, and add "${counterpart}" to excludePaths.`
}

/** Reports more patterns, or longer ones, than the hosted service accepts. */
function checkAmount(includes: readonly string[], excludes: readonly string[]): RequestProblem[] {
  const count = includes.length + excludes.length
  const length = [...includes, ...excludes].join('').length
  if (count <= PATTERN_CAPS.patterns && length <= PATTERN_CAPS.totalLength) return []
  const list: List = excludes.length > includes.length ? 'excludePaths' : 'includePaths'
  const args =
    count > PATTERN_CAPS.patterns
      ? { count, most: PATTERN_CAPS.patterns, unit: 'patterns' }
      : { count: length, most: PATTERN_CAPS.totalLength, unit: 'characters of patterns' }
  return [refusal('scope/too-many-patterns', `/${list}`, args, { part: 'key' })]
}

/** Returns the list's texts at their indexes; the schema has refused other items. */
function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map((item: Json) => (typeof item === 'string' ? item : '.')) : []
}
