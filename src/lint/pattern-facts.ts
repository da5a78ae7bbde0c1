import { searchedTexts } from '../scope/page-texts.ts'
import { checkPattern, type PatternProblem } from '../scope/pattern/check-pattern.ts'
import { compilePattern } from '../scope/pattern/compile-pattern.ts'
import { exampleText } from '../scope/pattern/example-text.ts'
import { readGlob } from '../scope/pattern/glob-pattern.ts'
import { literalPrefix } from '../scope/pattern/literal-prefix.ts'
import { findText, type TextAnswer, type TextQuery } from '../scope/pattern/find-text.ts'
import { parsePattern } from '../scope/pattern/parse-pattern.ts'

/** What can be known about a pattern without its crawl. Most of it is asked of few patterns. */
export class PatternFacts {
  readonly source: string
  readonly problem: PatternProblem | undefined
  /** The regular expression that it probably meant, when it looks like a glob. */
  readonly meantGlob: string | undefined
  #path: TextAnswer | undefined
  #prefix: string | undefined

  constructor(source: string) {
    this.source = source
    this.problem = checkPattern(source)
    this.meantGlob = readGlob(source)
  }

  /** It is found in no path, certainly. */
  get isDead(): boolean {
    return this.#answer.kind === 'none'
  }

  /** A path in which it is found, where one is known. */
  get path(): string | undefined {
    return this.#answer.kind === 'found' ? this.#answer.text : undefined
  }

  /** What every path in which it is found begins with; empty where nothing is known. */
  get prefix(): string {
    if (this.#prefix === undefined) {
      const tree = parsePattern(this.source)
      this.#prefix = (tree && literalPrefix(tree)) ?? ''
    }
    return this.#prefix
  }

  get #answer(): TextAnswer {
    this.#path ??= this.problem === undefined ? somePath(this.source) : { kind: 'unknown' }
    return this.#path
  }
}

const facts = new Map<string, PatternFacts>()

/** Crawls of one project share most of their patterns, so each is looked at once. */
export function patternFacts(source: string): PatternFacts {
  const known = facts.get(source)
  if (known !== undefined) return known
  const made = new PatternFacts(source)
  if (facts.size >= 10_000) facts.clear()
  facts.set(source, made)
  return made
}

const ANY_PATH = new RegExp(searchedTexts(false))

function somePath(source: string): TextAnswer {
  const tree = parsePattern(source)
  if (tree === undefined) return { kind: 'unknown' }
  const example = exampleText(tree)
  if (example !== undefined) {
    const pattern = compilePattern(source)
    const near = example.startsWith('/') ? [example, `/xx${example}`] : [`/xx${example}`, `/${example}`]
    const path = near.find((text) => ANY_PATH.test(text) && pattern.test(text))
    if (path !== undefined) return { kind: 'found', text: path }
  }
  return findText({ all: [searchedTexts(false), source], none: [] })
}

/** Whether there is certainly no such text. */
export function isImpossible(query: TextQuery): boolean {
  return findText(query).kind === 'none'
}

const matchedBy = new Map<string, boolean>()

/** Whether every path in which `narrow` is found is certainly one in which `wide` is found. */
export function isCovered(narrow: PatternFacts, wide: PatternFacts): boolean {
  if (narrow.path === undefined || wide.problem !== undefined) return false
  // Nearly every pair ends here: one path that is matched by the one and not by the other.
  if (!compilePattern(wide.source).test(narrow.path)) return false
  const key = `${narrow.source}\n${wide.source}`
  const known = matchedBy.get(key)
  if (known !== undefined) return known
  const covered = isImpossible({ all: [searchedTexts(false), narrow.source], none: [wide.source] })
  if (matchedBy.size >= 10_000) matchedBy.clear()
  matchedBy.set(key, covered)
  return covered
}
