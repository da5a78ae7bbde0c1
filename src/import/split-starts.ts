import { childPath } from '../scope/child-path.ts'
import { quotePattern } from '../scope/pattern/quote-pattern.ts'
import { canParseUrl } from '../util/can-parse-url.ts'

/** One of several places where a source starts, as a crawl of its own. */
export interface StartPart<Start> {
  readonly start: Start
  /** The widest of its host: what belongs to no other part belongs to it. */
  readonly isMain: boolean
  /** Patterns for what the other crawls of its host fetch, which this one leaves out. */
  readonly others: readonly string[]
}

/**
 * Returns one part for each start: a crawl that starts at one of them reaches the others only if pages link to them. Each
 * part leaves out what lies below the starts of others, so that no page is fetched twice.
 */
export function splitStarts<Start extends { readonly url: string }>(
  starts: readonly Start[],
): readonly StartPart<Start>[] {
  const paths = starts.map(({ url }) => (canParseUrl(url) ? childPath(new URL(url).pathname) : undefined))
  const origins = starts.map(({ url }) => (canParseUrl(url) ? new URL(url).origin : url))
  return starts.map((start, index) => {
    const own = paths[index]
    const rivals = starts.flatMap((_, other) => {
      const path = paths[other]
      return other !== index && path !== undefined && origins[other] === origins[index]
        ? [{ other, path }]
        : []
    })
    const length = own?.prefix.length ?? 0
    const isMain = rivals.every(
      ({ other, path }) => length < path.prefix.length || (length === path.prefix.length && index < other),
    )
    const inner = rivals.filter(({ path }) =>
      isMain
        ? path.prefix.length > 1 && path.prefix !== own?.prefix
        : path.prefix.length > length && path.prefix.startsWith(own?.prefix ?? '/'),
    )
    const patterns = inner.map(({ path }) =>
      path.exact === undefined ? `^${quotePattern(path.prefix)}` : `^${quotePattern(path.exact)}(/|$)`,
    )
    return { start, isMain, others: [...new Set(patterns)] }
  })
}
