import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

export interface PageMeasures {
  /** Pieces of text that are shown. */
  readonly texts: number
  /** Texts whose contrast with their background is below 4.5 (WCAG 2.2, 1.4.3). */
  readonly faint: readonly string[]
  /** Elements that reach beyond the page's right edge. */
  readonly beyond: readonly string[]
}

const script = readFileSync(new URL('measure-page.in-page.js', import.meta.url), 'utf8')

/** Measures what a browser has made of a page: colours as computed, places as laid out. */
export function measurePage(page: Page): Promise<PageMeasures> {
  return page.evaluate<PageMeasures>(script)
}
