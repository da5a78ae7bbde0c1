import MarkdownIt from 'markdown-it'
import { canParseUrl } from '../../util/can-parse-url.ts'
import { escapeXml } from '../../util/escape-xml.ts'
import { Markup } from './page.ts'

/** Headings are below the page's own. */
const BELOW = 2
/** Tags without attributes that our Markdown uses where it has no words of its own. */
const PLAIN_TAG = /&lt;(br|\/?(?:sub|sup|kbd))&gt;/g

/**
 * Returns Markdown as HTML that loads and runs nothing. HTML in it becomes text, and pictures become their descriptions. Links lead
 * only to web pages and e-mail addresses.
 * @param url the page that relative links are resolved against
 */
export function renderedMarkdown(markdown: string, url: string): Markup {
  const reader = new MarkdownIt({ html: false, linkify: false })
  // Links are judged below, after they are resolved.
  reader.validateLink = () => true
  reader.renderer.rules['text'] = (tokens, index) =>
    escapeXml(tokens[index]?.content ?? '').replaceAll(PLAIN_TAG, '<$1>')
  reader.renderer.rules['image'] = (tokens, index, options, env) => {
    const { children } = tokens[index] ?? {}
    const described = reader.renderer.renderInlineAsText(children ?? [], options, env)
    return `<span class="picture">Image${described === '' ? '' : `: ${escapeXml(described)}`}</span>`
  }
  reader.renderer.rules['link_open'] = (tokens, index) => {
    const target = safeTarget(String(tokens[index]?.attrGet('href') ?? ''), url)
    return target === undefined ? '<a>' : `<a href="${escapeXml(target)}" rel="noreferrer noopener nofollow">`
  }
  const tokens = reader.parse(markdown, {})
  for (const token of tokens) {
    const level = /^h([1-6])$/.exec(token.tag)?.[1]
    if (level !== undefined) token.tag = `h${Math.min(6, Number(level) + BELOW)}`
  }
  return new Markup(reader.renderer.render(tokens, reader.options, {}))
}

function safeTarget(href: string, base: string): string | undefined {
  if (!canParseUrl(href, base)) return undefined
  const target = new URL(href, base)
  return ['http:', 'https:', 'mailto:'].includes(target.protocol) ? target.href : undefined
}
