import type { Fix, Place } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { CrawlFacts, PatternUse } from './crawl-facts.ts'

/** Returns where a pattern was written: its item of a list, in whichever file that is. */
export function patternPlace({ crawl }: CrawlFacts, { list, index }: PatternUse): Place {
  return crawl.locate(`/${list}/${index}`)
}

export function patternPointer({ list, index }: PatternUse): string {
  return `/request/${list}/${index}`
}

/**
 * Returns a fix that replaces the pattern by `text`, if the file holds the pattern literally; references would be lost.
 */
export function replacePattern(facts: CrawlFacts, use: PatternUse, text: string): { fix?: Fix } {
  const place = patternPlace(facts, use)
  const written = writtenAt(documentsOf(facts.crawl, use.list), place)
  if (written === undefined || !quotations(use.source).includes(written)) return {}
  const [plain, quoted] = quotations(text)
  const edit = { place, text: (written === use.source && isPlainYaml(text) ? plain : quoted) ?? text }
  return { fix: { description: `Replace it by "${text}"`, edits: [edit] } }
}

/** Returns the files that a list of patterns may have come from. */
function documentsOf({ document, provenance }: ResolvedCrawl, list: string): readonly SourceDocument[] {
  const setting = provenance.get(`/${list}`)
  const origins = setting === undefined ? [] : [setting.origin, ...setting.beaten.map(({ origin }) => origin)]
  return [document, ...origins.flatMap((origin) => ('source' in origin ? [origin.source.document] : []))]
}

/** Returns the text at `place`; undefined when it is not on one line of one of `documents`. */
function writtenAt(documents: readonly SourceDocument[], place: Place): string | undefined {
  const document = documents.find(({ file }) => file === place.file)
  if (document === undefined || place.line !== place.endLine) return undefined
  return document.text.split(/\r\n|\n|\r/)[place.line - 1]?.slice(place.column - 1, place.endColumn - 1)
}

/** Tells how YAML may write `text`: plain, in double quotes where no backslash has to be doubled, in single quotes. */
function quotations(text: string): readonly string[] {
  const single = `'${text.replaceAll("'", "''")}'`
  const double = JSON.stringify(text)
  return text.includes('\\') ? [text, single, double] : [text, double, single]
}

/** Tells whether YAML reads `text` as this string without quotes, also inside `[...]`. */
function isPlainYaml(text: string): boolean {
  return /^[\^/\w][\w^/.$*+()|\\?-]*$/.test(text) && !/^[\d.+-]+$/.test(text) && !text.includes(': ')
}
