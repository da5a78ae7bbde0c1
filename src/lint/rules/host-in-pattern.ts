import { diagnose } from '../../diagnostics/catalogue.ts'
import { quotePattern } from '../../scope/pattern/quote-pattern.ts'
import type { CrawlFacts } from '../crawl-facts.ts'
import type { PatternRule } from '../lint-rule.ts'
import { patternPlace, patternPointer, replacePattern } from '../report-pattern.ts'

const SCHEME = /^\^?\(?(?:\?:)?https?[^:]{0,8}:(?:\\?\/){2}/

/** Reports a pattern with a scheme or host where only the path is searched. */
export const hostInPattern: PatternRule = (use, facts) => {
  if (facts.settings.regexOnFullURL) return undefined
  if (!mayHoldHost(use.source, facts)) return undefined
  const behindScheme = use.source.replace(SCHEME, '')
  const host = startHost(behindScheme.replace(/^\^/, ''), facts)
  if (behindScheme === use.source && host === undefined) return undefined
  const meant =
    host === undefined ? undefined : pathPattern(behindScheme.replace(/^\^/, '').slice(host.length))
  const args = { pattern: use.source, list: use.list, meant }
  return diagnose('scope/host-in-pattern', args, patternPlace(facts, use), {
    pointer: patternPointer(use),
    ...(meant === undefined ? {} : replacePattern(facts, use, meant)),
  })
}

/** Returns whether `source` may hold the start's host; a quick search settles most patterns. */
function mayHoldHost(source: string, { start }: CrawlFacts): boolean {
  return (
    source.includes('http') || (start !== undefined && source.includes(start.host.split('.', 1)[0] ?? ''))
  )
}

/** Returns the start URL's host as `text` begins with it, dots escaped or not. */
function startHost(text: string, { start }: CrawlFacts): string | undefined {
  if (start === undefined) return undefined
  const spellings = [start.host, quotePattern(start.host)].flatMap((host) => [
    host,
    `www.${host}`,
    `www\\.${host}`,
  ])
  return spellings.find((host) => text.startsWith(host) && /^(?:\\?\/|\$|$)/.test(text.slice(host.length)))
}

function pathPattern(rest: string): string | undefined {
  return rest.length > 1 && rest.startsWith('/') ? `^${rest}` : undefined
}
