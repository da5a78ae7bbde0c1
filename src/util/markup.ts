import { escapeXml } from './escape-xml.ts'
import { printable } from './text.ts'

/** HTML that is safe to send: all its values were escaped. */
export class Markup {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
}

export type MarkupPart = string | number | Markup | undefined | readonly Markup[]

/**
 * Returns HTML of a template without its indents. Values are escaped for content and quoted attributes, unless they are markup,
 * and keep their white space.
 */
export function html(template: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(String.raw({ raw: withoutIndents(template) }, ...parts.map(textOf)))
}

const templates = new WeakMap<TemplateStringsArray, readonly string[]>()

/** Indents are for those who read the source. They would be a tenth of a page. */
function withoutIndents(template: TemplateStringsArray): readonly string[] {
  const known = templates.get(template)
  if (known !== undefined) return known
  const made = template.map((text) => text.replaceAll(/\s*\n\s*/g, '\n'))
  templates.set(template, made)
  return made
}

/** Returns text of several lines, such as Markdown, unchanged: its tabs and marks of direction belong to it. */
export function lines(text: string): Markup {
  return new Markup(escapeXml(text))
}

function textOf(part: MarkupPart): string {
  if (part === undefined) return ''
  if (part instanceof Markup) return part.html
  if (typeof part === 'object') return part.map((one) => one.html).join('')
  return escapeXml(printable(String(part)))
}
