import { searchedTexts } from '../scope/page-texts.ts'
import { automatonFor } from '../scope/pattern/automaton-for.ts'
import { TooManyStates } from '../scope/pattern/automaton.ts'
import { compilePattern } from '../scope/pattern/compile-pattern.ts'
import { exampleText } from '../scope/pattern/example-text.ts'
import { readGlob } from '../scope/pattern/glob-pattern.ts'
import { literalParts, literalPrefixes } from '../scope/pattern/literal-texts.ts'
import { parsePattern } from '../scope/pattern/parse-pattern.ts'
import type { PatternNode } from '../scope/pattern/pattern-tree.ts'
import { findWithinBudget, isImpossible, spend } from './work-budget.ts'

let anyPath: RegExp | undefined

type PathAnswer = { readonly kind: 'found'; readonly text: string } | { readonly kind: 'none' | 'unknown' }

/** Facts about a pattern that do not depend on its crawl. They are lazy, because few patterns need most of them. */
export class PatternFacts {
  readonly source: string
  /** The regular expression that was probably meant, when the pattern looks like a glob. */
  readonly meantGlob?: string | undefined
  #path: PathAnswer | undefined
  #paths: readonly string[] | undefined
  #prefixes: readonly string[] | undefined
  #parts: readonly string[] | undefined
  readonly #tree: PatternNode | undefined

  constructor(source: string) {
    this.source = source
    this.meantGlob = readGlob(source)
    this.#tree = parsePattern(source)
  }

  /** True when it certainly matches no path. */
  get isDead(): boolean {
    return this.#answer.kind === 'none'
  }

  /** A path that it matches, if one is known. */
  get path(): string | undefined {
    return this.#answer.kind === 'found' ? this.#answer.text : undefined
  }

  /** Paths that it matches, as different from each other as is easy to find. */
  get paths(): readonly string[] {
    if (this.#paths === undefined) {
      const { path } = this
      const deeper = path === undefined ? [] : [`/xx${path}`].filter((text) => this.isFoundIn(text))
      this.#paths = [path, this.#examplePath('last'), ...deeper].filter((text) => text !== undefined)
    }
    return this.#paths
  }

  /** Every path that it matches begins with one of these; `['']` if nothing is known. */
  get prefixes(): readonly string[] {
    return (this.#prefixes ??= this.#tree === undefined ? [''] : literalPrefixes(this.#tree))
  }

  /** Texts that every path that it matches contains. */
  get parts(): readonly string[] {
    return (this.#parts ??= this.#tree === undefined ? [] : literalParts(this.#tree))
  }

  /**
   * Returns whether it matches a path or URL. A native regular expression is compiled twice before it is fast, which does not
   * pay for the few texts of lint.
   * @throws {ScopeError} for a pattern with a problem
   */
  isFoundIn(text: string): boolean {
    if (this.parts.some((part) => !text.includes(part))) return false
    try {
      return (automatonFor(this.source) ?? compilePattern(this.source)).test(text)
    } catch (error) {
      if (error instanceof TooManyStates) return compilePattern(this.source).test(text)
      throw error
    }
  }

  get #answer(): PathAnswer {
    if (this.#path !== undefined) return this.#path
    const answer = this.#somePath()
    // The next run has work left again.
    if (spend(0)) this.#path = answer
    return answer
  }

  #somePath(): PathAnswer {
    if (this.#tree === undefined) return { kind: 'unknown' }
    const path = this.#examplePath('first')
    return path === undefined
      ? findWithinBudget({ all: [searchedTexts(false), this.source], none: [] })
      : { kind: 'found', text: path }
  }

  #examplePath(which: 'first' | 'last'): string | undefined {
    const example = this.#tree && exampleText(this.#tree, which)
    if (example === undefined) return undefined
    const near = example.startsWith('/') ? [example, `/xx${example}`] : [`/xx${example}`, `/${example}`]
    const isPath = (anyPath ??= new RegExp(searchedTexts(false)))
    return near.find((text) => isPath.test(text) && this.isFoundIn(text))
  }
}

const facts = new Map<string, PatternFacts>()

/** Crawls of one project share most of their patterns, so each pattern is examined once. */
export function patternFacts(source: string): PatternFacts {
  const known = facts.get(source)
  if (known !== undefined) return known
  const made = new PatternFacts(source)
  if (facts.size >= 10_000) facts.clear()
  facts.set(source, made)
  return made
}

/** By wide pattern, then narrow pattern: crawls of one project pair the same patterns again and again. */
const coverage = new Map<PatternFacts, Map<PatternFacts, boolean>>()
const MOST_PAIRS = 100_000
let pairs = 0

/** Returns whether `wide` certainly matches every path that `narrow` matches. */
export function isCovered(narrow: PatternFacts, wide: PatternFacts): boolean {
  // Nearly every pair ends here, cheaper than by a lookup: a path of one begins unlike every path of the other.
  const { path } = narrow
  if (path !== undefined && !beginsWithOne(path, wide.prefixes)) return false
  const known = coverage.get(wide)?.get(narrow)
  if (known !== undefined) return known
  if (pairs++ >= MOST_PAIRS) {
    coverage.clear()
    pairs = 1
  }
  if (!spend(1)) return false
  const covered = judgeCover(narrow, wide)
  // A pair that was not proven because the work budget ran out is examined again by the next run.
  if (!spend(0)) return covered
  const covers = coverage.get(wide) ?? new Map<PatternFacts, boolean>()
  coverage.set(wide, covers.set(narrow, covered))
  return covered
}

function beginsWithOne(path: string, prefixes: readonly string[]): boolean {
  for (const prefix of prefixes) {
    // Compares the character after the leading slash, because that is far cheaper than a call.
    if (prefix.length > 1 && path.charCodeAt(1) !== prefix.charCodeAt(1)) continue
    if (path.startsWith(prefix)) return true
  }
  return false
}

function judgeCover(narrow: PatternFacts, wide: PatternFacts): boolean {
  const { paths } = narrow
  if (paths.length === 0) return false
  if (narrow === wide) return true
  // Nearly every pair ends here, with a path that only `narrow` matches.
  for (const path of paths) if (!wide.isFoundIn(path)) return false
  return isImpossible({ all: [searchedTexts(false), narrow.source], none: [wide.source] })
}
