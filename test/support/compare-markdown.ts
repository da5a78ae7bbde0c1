import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { htmlToMarkdown, initSync } from 'mdream/wasm'
import MarkdownIt from 'markdown-it'
import { NodeHtmlMarkdown } from 'node-html-markdown'
import TurndownService from 'turndown'
import { gfm } from 'turndown-plugin-gfm'
import { blockCases } from './markdown-blocks.ts'
import { inlineCases, type MarkdownCase } from './markdown-cases.ts'
import { toMarkdown } from './to-markdown.ts'

export const cases: Readonly<Record<string, readonly MarkdownCase[]>> = { ...inlineCases, ...blockCases }

export type ToMarkdown = (html: string) => string

/** Returns ours and those of others, each with tables and deleted text, by their names. */
export function createConverters(): Readonly<Record<string, ToMarkdown>> {
  const require = createRequire(import.meta.url)
  initSync({ module: readFileSync(require.resolve('mdream/wasm/mdream_edge_bg.wasm')) })
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).use(gfm)
  const nodeHtmlMarkdown = new NodeHtmlMarkdown()
  return {
    crawlform: toMarkdown,
    turndown: (html) => turndown.turndown(html),
    'node-html-markdown': (html) => nodeHtmlMarkdown.translate(html),
    mdream: (html) => htmlToMarkdown(html, {}),
  }
}

const renderer = new MarkdownIt({ html: true })

/** Returns what a reader sees of Markdown: the renderer's HTML without what makes no difference to a reader. */
export function shownOf(markdown: string): string {
  return normal(renderer.render(markdown))
}

/** Tells whether a reader of the Markdown sees what the case says. */
export function isRight(markdown: string, [, ...shown]: MarkdownCase): boolean {
  const seen = shownOf(markdown)
  return shown.some((one) => normal(one) === seen)
}

/** Returns how many cases of each group each converter gets right. */
export function scoresOf(
  converters: Readonly<Record<string, ToMarkdown>>,
): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const score = (list: readonly MarkdownCase[]): Record<string, number> =>
    Object.fromEntries(
      Object.entries(converters).map(([name, convert]) => [
        name,
        list.filter((one) => isRight(convert(one[0]), one)).length,
      ]),
    )
  return Object.fromEntries(Object.entries(cases).map(([group, list]) => [group, score(list)]))
}

const BLOCK = '/?(?:blockquote|h[1-6]|hr|li|ol|p|pre|table|td|th|tr|ul)'

function normal(html: string): string {
  const fences: string[] = []
  return (
    html
      .replaceAll(/<pre>[^]*?<\/pre>/g, (fence) => `<pre${fences.push(fence) - 1}>`)
      .replaceAll(/<\/?t(?:head|body)>/g, '')
      .replaceAll(/ (?:title|style)="[^"]*"/g, '')
      .replaceAll(/<img alt="([^"]*)" src="([^"]*)"/g, '<img src="$2" alt="$1"')
      .replaceAll(/<(br|hr|img[^>]*?) ?\/>/g, '<$1>')
      .replaceAll('&quot;', '"')
      .replaceAll(/[\s\u00A0]+/g, ' ')
      .replaceAll(/(?: ?<br> ?)+(?=<\/)/g, '')
      .replaceAll(/ ?<br> ?/g, '<br>')
      .replaceAll(/<br>(?=<\/?(?:ul|ol|table))/g, '')
      .replaceAll(new RegExp(` ?<(${BLOCK}|pre\\d+)([^>]*)> ?`, 'g'), '<$1$2>')
      // An item is the same with its text in a paragraph or not.
      .replaceAll('<p>', '')
      .replaceAll('</p>', '¶')
      .replaceAll(new RegExp(`¶(?=<${BLOCK}|<pre\\d|$)`, 'g'), '')
      .replaceAll(/<pre(\d+)>/g, (_, number: string) => fences[Number(number)] ?? '')
      .trim()
  )
}
