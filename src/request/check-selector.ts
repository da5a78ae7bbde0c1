import { compile } from 'css-select'

/** Tells why a text is no CSS selector that can be used, as part of a sentence; undefined when it is one. */
export function selectorProblem(selector: string): string | undefined {
  if (selector.length > 1000) return 'it is longer than 1000 characters'
  try {
    compile(selector)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
}

/**
 * Returns the word of an entry of `excludeTags` in the hosted service's own form `*word*`, which takes every element
 * whose name or one of whose attributes (`name="value"`) holds it, in any case; undefined for a selector.
 */
export function excludedWord(entry: string): string | undefined {
  return /^\*([\w -]+)\*$/.exec(entry.trim())?.[1]
}
