import { loadSelectorEngine } from './selector-engine.ts'

/** Names of elements, classes and ids, which most selectors are: certainly right, and told without the engine. */
const USUAL = /^(?:[a-z][a-z\d]*)?(?:[#.][a-z_][\w-]*)*$/i

/**
 * Returns why a text is no CSS selector that can be used, as part of a sentence; undefined when it is one. The engine that
 * pages are read with is loaded for what is not plainly right.
 */
export function selectorProblem(selector: string): string | undefined {
  if (selector.length > 1000) return 'it is longer than 1000 characters'
  if (selector !== '' && USUAL.test(selector)) return undefined
  const { compile } = loadSelectorEngine()
  try {
    compile(selector)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
}

/**
 * Returns the word of an entry of `excludeTags` in the hosted service's own form `*word*`, which takes every element whose
 * name or one of whose attributes (`name="value"`) holds it, in any case; undefined for a selector.
 */
export function excludedWord(entry: string): string | undefined {
  return /^\*([\w -]+)\*$/.exec(entry.trim())?.[1]
}
