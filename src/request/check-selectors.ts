import { isJsonObject, type Json } from '../util/json.ts'
import type { CheckedRequest } from './checked-request.ts'
import { excludedWord, selectorProblem } from './css-selector.ts'
import { refusal, type RequestProblem } from './request-problem.ts'

/** Finds invalid CSS selectors. Selectors of actions are left to the browser. */
export function checkSelectors({ page, isOpen }: CheckedRequest): RequestProblem[] {
  const found: RequestProblem[] = []
  const check = (selector: Json | undefined, pointer: string): void => {
    if (typeof selector !== 'string' || isOpen(selector)) return
    const why = selectorProblem(selector)
    if (why !== undefined) found.push(refusal('limits/bad-selector', pointer, { selector, why }))
  }
  for (const [index, selector] of listOf(page['includeTags']).entries())
    check(selector, `/scrapeOptions/includeTags/${index}`)
  for (const [index, selector] of listOf(page['excludeTags']).entries())
    if (typeof selector !== 'string' || excludedWord(selector) === undefined)
      check(selector, `/scrapeOptions/excludeTags/${index}`)
  for (const [format, value] of listOf(page['formats']).entries())
    for (const [index, item] of listOf(isJsonObject(value) ? value['selectors'] : undefined).entries())
      if (isJsonObject(item))
        check(item['selector'], `/scrapeOptions/formats/${format}/selectors/${index}/selector`)
  return found
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
