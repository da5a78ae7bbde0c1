import { diagnose, type DiagnosticExtras, type RuleArgs } from '../diagnostics/catalogue.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import { replaceText } from '../document/replace-text.ts'
import type { SourceDocument } from '../document/source-document.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { PatternUse } from './crawl-facts.ts'

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
  const { list, index, source } = use
  const place = patternPlace(use)
  const fix =
    instead === undefined
      ? undefined
      : replaceText(documentsOf(use.crawl.crawl, list), place, { text: source, instead })
  // The type of a rule's arguments is lost when two of them are added.
  const whole = { ...args, pattern: source, list } as unknown as RuleArgs[Id]
  return diagnose(id, whole as never, place, {
    pointer: `/request/${list}/${index}`,
    ...(related === undefined ? {} : { related }),
    ...(fix === undefined ? {} : { fix }),
  })
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
