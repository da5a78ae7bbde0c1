import { scopeSettingsWithDefaults } from '../request/page-settings.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { includedTexts } from '../scope/rules.ts'
import { type PageUrl, parseStartUrl } from '../scope/page-url.ts'
import type { ScopeSettings } from '../scope/scope.ts'
import type { PatternFacts, WorkBudget } from './pattern-facts.ts'
import { diagnose } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, DiagnosticExtras, Place, RuleArgs } from '../diagnostics/diagnostic.ts'
import { given } from '../util/json.ts'
import { replaceText } from '../document/replace-text.ts'
import type { SourceDocument } from '../document/source-document.ts'

type PatternList = 'includePaths' | 'excludePaths'

export interface PatternUse {
  readonly crawl: CrawlFacts
  readonly list: PatternList
  readonly index: number
  readonly source: string
  readonly facts: PatternFacts
}

/** The reason why a start URL is not in the results: an exclude matches it, or no include does. */
export interface StartRefusal {
  readonly exclude: PatternUse | undefined
  /** The path or URL that was searched. */
  readonly searched: string
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
    const settings = scopeSettingsWithDefaults(crawl.chosen)
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

  /** Returns why the start URL is not in the results; undefined when it is. */
  refuseStart(): StartRefusal | undefined {
    const { settings, start, includes, excludes } = this
    if (start === undefined) return undefined
    const searched = settings.regexOnFullURL ? start.href : start.path
    const exclude = excludes.find(({ facts }) => facts.isFoundIn(searched))
    if (exclude !== undefined) return { exclude, searched }
    const isIncluded = includes.length === 0 || includes.some(({ facts }) => facts.isFoundIn(searched))
    return isIncluded ? undefined : { exclude, searched }
  }

  #isCertainlyEmpty(): boolean {
    const { start, includes, excludes } = this
    // On other hosts the hosted service searches excludes in whole URLs, and includes perhaps not at all.
    if (!this.searchesOwnPaths || start === undefined || excludes.length === 0) return false
    if (this.refuseStart() === undefined) return false
    const none = excludes.map(({ source }) => source)
    const wanted = includes.length === 0 ? [[]] : includes.map(({ source }) => [source])
    return wanted.every((one) =>
      this.budget.isImpossible({ all: [includedTexts(this.settings), ...one], none }),
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

/**
 * Returns a diagnostic of rule `id` at a pattern. `instead` is offered as a fix if the file holds the pattern literally;
 * references would be lost.
 */
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

/** Returns the files that a list of patterns may have come from. */
function documentsOf({ document, provenance }: ResolvedCrawl, list: string): readonly SourceDocument[] {
  const setting = provenance.get(`/${list}`)
  const origins = setting === undefined ? [] : [setting.origin, ...setting.beaten.map(({ origin }) => origin)]
  return [document, ...origins.flatMap((origin) => ('source' in origin ? [origin.source.document] : []))]
}
