import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { childPath, includedTexts, searchedTexts } from '../scope/rules.ts'
import { type PageUrl, parseStartUrl } from '../scope/page-url.ts'
import type { ScopeSettings } from '../scope/scope.ts'
import { diagnose } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, DiagnosticExtras, Place, RuleArgs } from '../diagnostics/diagnostic.ts'
import { given } from '../util/json.ts'
import { replaceText, type SourceDocument } from '../document/source-document.ts'
import { automatonFor, TooManyStates } from '../scope/pattern/automaton.ts'
import { compilePattern } from '../scope/pattern/compile-pattern.ts'
import { exampleText, literalParts, literalPrefixes } from '../scope/pattern/pattern-texts.ts'
import { readGlob } from '../scope/pattern/glob-pattern.ts'
import { parsePattern, type PatternNode } from '../scope/pattern/parse-pattern.ts'
import { findText, type TextAnswer, type TextQuery } from '../scope/pattern/find-text.ts'

/** About a second of work. It counts steps, because every machine must report the same. */
const MOST_STEPS = 3_000_000

/** The work that the comparisons of one check of a project may take together. */
export class WorkBudget {
  /** How many comparisons were skipped or given up because the budget was used up. */
  skipped = 0
  #left = MOST_STEPS

  /** Takes `steps`. Returns false when the budget is used up. */
  spend(steps: number): boolean {
    this.#left -= steps
    return this.#left > 0
  }

  /** Looks for a text within the budget. The answer is unknown when the budget does not suffice. */
  findText(query: TextQuery): TextAnswer {
    const answer = findText(query, Math.max(this.#left, 0))
    if (!this.spend(answer.steps)) this.skipped++
    return answer
  }

  /** Returns true when there is certainly no such text. */
  isImpossible(query: TextQuery): boolean {
    return this.findText(query).kind === 'none'
  }
}

/** Every path, as services serialise it. */
const ANY_PATH = new RegExp(searchedTexts(false))
/** Pairs that are remembered for one pattern. Crawls of one project pair the same patterns again and again. */
const MOST_PAIRS = 1000

/** Facts about a pattern that do not depend on its crawl. They are lazy, because few patterns need most of them. */
export class PatternFacts {
  readonly source: string
  /** The regular expression that was probably meant, when the pattern looks like a glob. */
  readonly meantGlob?: string | undefined
  #path: TextAnswer | undefined
  #paths: readonly string[] | undefined
  /** Every path that it matches begins with one of these; `['']` if nothing is known. */
  readonly prefixes: readonly string[]
  /** Texts that every path that it matches contains. */
  readonly parts: readonly string[]
  readonly #tree: PatternNode | undefined
  readonly #budget: WorkBudget
  readonly #covers = new Map<PatternFacts, boolean>()

  constructor(source: string, budget: WorkBudget) {
    this.source = source
    this.#budget = budget
    this.meantGlob = readGlob(source)
    const tree = parsePattern(source)
    this.#tree = tree
    this.prefixes = tree === undefined ? [''] : literalPrefixes(tree)
    this.parts = tree === undefined ? [] : literalParts(tree)
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

  /** Returns whether it certainly matches every path that `narrow` matches. */
  covers(narrow: PatternFacts): boolean {
    const { path } = narrow
    // Nearly every pair ends here: a path of one begins unlike every path of the other.
    if (path !== undefined && !this.prefixes.some((prefix) => path.startsWith(prefix))) return false
    const known = this.#covers.get(narrow)
    if (known !== undefined) return known
    if (!this.#budget.spend(1)) return false
    const covers = this.#findCover(narrow)
    if (this.#covers.size < MOST_PAIRS) this.#covers.set(narrow, covers)
    return covers
  }

  #findCover(narrow: PatternFacts): boolean {
    if (narrow.paths.length === 0) return false
    if (narrow === this) return true
    // Most of the others end here, with a path that only `narrow` matches.
    if (!narrow.paths.every((path) => this.isFoundIn(path))) return false
    return this.#budget.isImpossible({ all: [searchedTexts(false), narrow.source], none: [this.source] })
  }

  get #answer(): TextAnswer {
    return (this.#path ??= this.#somePath())
  }

  #somePath(): TextAnswer {
    if (this.#tree === undefined) return { kind: 'unknown' }
    const path = this.#examplePath('first')
    return path === undefined
      ? this.#budget.findText({ all: [searchedTexts(false), this.source], none: [] })
      : { kind: 'found', text: path }
  }

  #examplePath(which: 'first' | 'last'): string | undefined {
    const example = this.#tree && exampleText(this.#tree, which)
    if (example === undefined) return undefined
    const near = example.startsWith('/') ? [example, `/xx${example}`] : [`/xx${example}`, `/${example}`]
    return near.find((text) => ANY_PATH.test(text) && this.isFoundIn(text))
  }
}

type PatternList = 'includePaths' | 'excludePaths'

export interface PatternUse {
  readonly crawl: CrawlFacts
  readonly list: PatternList
  readonly index: number
  readonly source: string
  readonly facts: PatternFacts
}

/** The facts about a crawl that rules check. */
export class CrawlFacts {
  readonly crawl: ResolvedCrawl
  readonly budget: WorkBudget
  readonly patternFacts: (source: string) => PatternFacts
  readonly settings: ScopeSettings
  readonly start: PageUrl | undefined
  /** Whether patterns are searched in paths of the start's host alone. What holds for a path need not hold for a whole URL. */
  readonly searchesOwnPaths: boolean
  /** The patterns that are not blank, in the order of the two lists. */
  readonly includes: readonly PatternUse[]
  readonly excludes: readonly PatternUse[]
  #leavesNothing: boolean | undefined

  constructor(crawl: ResolvedCrawl, patternFacts: (source: string) => PatternFacts, budget: WorkBudget) {
    const settings = crawl.scope
    this.crawl = crawl
    this.budget = budget
    this.patternFacts = patternFacts
    this.settings = settings
    this.start = parseStartUrl(settings.url)
    this.searchesOwnPaths = !(
      settings.allowExternalLinks ||
      settings.allowSubdomains ||
      settings.regexOnFullURL
    )
    const uses = (list: PatternList): readonly PatternUse[] =>
      settings[list].flatMap((source, index) =>
        source.trim() === '' ? [] : [{ crawl: this, list, index, source, facts: patternFacts(source) }],
      )
    this.includes = uses('includePaths')
    this.excludes = uses('excludePaths')
  }

  /** Whether certainly no page passes all patterns of the crawl, its excludes among them. */
  get leavesNothing(): boolean {
    return (this.#leavesNothing ??= this.#isCertainlyEmpty())
  }

  /** Returns the exclude that keeps the start URL out of the results, or none if no include matches it; undefined if it is in. */
  refuseStart() {
    const { settings, start } = this
    return start && this.#refuse(settings.regexOnFullURL ? start.href : start.path)
  }

  #refuse(searched: string) {
    const { includes, excludes } = this
    const exclude = excludes.find(({ facts }) => facts.isFoundIn(searched))
    if (exclude !== undefined) return { exclude, searched }
    const isIncluded = includes.length === 0 || includes.some(({ facts }) => facts.isFoundIn(searched))
    return isIncluded ? undefined : { exclude, searched }
  }

  #isCertainlyEmpty(): boolean {
    const { start, includes, excludes } = this
    // On other hosts the hosted service searches excludes in whole URLs, and includes perhaps not at all.
    if (!this.searchesOwnPaths || start === undefined || excludes.length === 0) return false
    if (this.refuseStart() === undefined || this.#admitsLikelyPath(start)) return false
    const none = excludes.map(({ source }) => source)
    const wanted = includes.length === 0 ? [[]] : includes.map(({ source }) => [source])
    return wanted.every((one) =>
      this.budget.isImpossible({ all: [includedTexts(this.settings), ...one], none }),
    )
  }

  /** Tries a path of each include, because a proof is expensive. */
  #admitsLikelyPath({ path: startPath }: PageUrl): boolean {
    const children = childPath(this.settings.crawlEntireDomain ? '/' : startPath)
    const known = this.includes.flatMap(({ facts }) => facts.path ?? [])
    const likely = known.flatMap((path) => [path, children.prefix.slice(0, -1) + path])
    return [...likely, `${children.prefix}x`].some(
      (path) => children.admits(path) && this.#refuse(path) === undefined,
    )
  }
}

/** Checks one crawl as a whole. `reported` holds the patterns that were already reported. */
export type CrawlRule = (facts: CrawlFacts, reported: ReadonlySet<PatternUse>) => Diagnostic | undefined

/** Checks one pattern. Only the first rule of the list that reports a pattern does so. */
export type PatternRule = (use: PatternUse) => Diagnostic | undefined

/** The rules about a pattern, whose messages name the pattern. */
type PatternRuleId = {
  [Id in keyof RuleArgs]: RuleArgs[Id] extends { pattern: unknown } ? Id : never
}[keyof RuleArgs]

/** Returns a diagnostic of rule `id` at a pattern. `instead` becomes a fix if the file holds the pattern literally. */
export function reportPattern<Id extends PatternRuleId>(
  id: Id,
  use: PatternUse,
  args: Omit<RuleArgs[Id], 'pattern' | 'list'>,
  { instead, related }: { instead?: string | undefined } & Pick<DiagnosticExtras, 'related'> = {},
): Diagnostic {
  const { list, source } = use
  const place = patternPlace(use)
  const fix =
    instead === undefined
      ? undefined
      : replaceText(documentsOf(use.crawl.crawl, list), place, { text: source, instead })
  // TypeScript loses the type of the arguments when they are spread.
  const whole = { ...args, pattern: source, list } as unknown as RuleArgs[Id]
  return diagnose(id, whole as never, place, given({ related, fix }))
}

/** Returns where a pattern was written: its item of a list, in whichever file that is. */
export function patternPlace({ crawl, list, index }: PatternUse): Place {
  return crawl.crawl.locate(`/${list}/${index}`)
}

function documentsOf({ document, provenance }: ResolvedCrawl, list: string): readonly SourceDocument[] {
  const setting = provenance.get(`/${list}`)
  const origins = setting === undefined ? [] : [setting.origin, ...setting.beaten.map(({ origin }) => origin)]
  return [document, ...origins.flatMap((origin) => ('source' in origin ? [origin.source.document] : []))]
}
