import type * as engine from 'css-select'
import { memoizeByText } from '../util/memoize.ts'
import { requireLate } from '../util/require-late.ts'

/** Returns the engine that pages are also read with. */
export function loadSelectorEngine(): typeof engine {
  return requireLate('css-select') as typeof engine
}

/** Names of elements, classes and ids. Most selectors are these, and they need no engine to be right. */
const USUAL = /^(?:[a-z][a-z\d]*)?(?:[#.][a-z_][\w-]*)*$/i

/** Returns why a text is not a usable CSS selector, as part of a sentence; undefined when it is one. */
export function selectorProblem(selector: string): string | undefined {
  if (selector.length > 1000) return 'it is longer than 1000 characters'
  if (selector !== '' && USUAL.test(selector)) return undefined
  return refusalOf(selector)
}

/** Crawls of one project share most of their selectors. */
const refusalOf = memoizeByText(10_000, (selector: string): string | undefined => {
  const { compile } = loadSelectorEngine()
  try {
    compile(selector)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
})

/**
 * Returns the word in an entry of `excludeTags` such as `*word*`; undefined for a selector. The hosted service removes every
 * element whose name or an attribute (`name="value"`) contains the word, in any case.
 */
export function excludedWord(entry: string): string | undefined {
  return /^\*([\w -]+)\*$/.exec(entry.trim())?.[1]
}
