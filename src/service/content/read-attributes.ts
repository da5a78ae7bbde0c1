import { selectAll } from 'css-select'
import { parseDocument } from 'htmlparser2'
import type { AttributeSelector } from '../../schema/request-v2.gen.ts'
import { walkHtml } from '../html/html-walk.ts'
import { KeptHtml } from '../html/kept-html.ts'

/** The values that one selector of the `attributes` format found. */
export interface FoundAttributes {
  readonly selector: string
  readonly attribute: string
  readonly values: readonly string[]
}

const MAX_VALUES = 10_000

/**
 * Returns the attributes' values in the whole page, its head included, as written there; elements without the attribute
 * are left out.
 */
export function readAttributes(html: string, selectors: readonly AttributeSelector[]): FoundAttributes[] {
  const root = parseDocument(balanced(html))
  return selectors.map(({ selector, attribute }) => {
    // Names of attributes are in lower case in an HTML tree.
    const name = attribute.toLowerCase()
    const elements = selectAll(selector, root.children)
    const values = elements.flatMap((element) => ('attribs' in element ? (element.attribs[name] ?? []) : []))
    return { selector, attribute, values: values.slice(0, MAX_VALUES) }
  })
}

/** Returns the page without stray tags and without nesting that a tree could not bear. */
function balanced(html: string): string {
  const kept = new KeptHtml(html, true)
  walkHtml(html, {
    open: () => 0,
    close: () => undefined,
    drop: (start, end) => {
      kept.drop(start, end)
    },
  })
  kept.keepTo(html.length)
  return kept.html()
}
