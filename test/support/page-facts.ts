import { selectAll } from 'css-select'
import { getAttributeValue, removeElement, textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'

/** What a reader must find again in another rendering of a page. */
export interface PageFacts {
  readonly words: readonly string[]
  readonly links: readonly string[]
  readonly headings: readonly string[]
  /** Code blocks, line by line, without the space at line ends. */
  readonly code: readonly string[]
}

/** Facts of HTML with absolute links; what `skip` selects is not asked for. */
export function factsOfHtml(html: string, skip: string): PageFacts {
  const root = parseDocument(html)
  for (const element of selectAll(skip, root.children)) removeElement(element)
  const texts = (selector: string): string[] =>
    selectAll(selector, root.children).map((element) => textContent(element))
  const links = selectAll('a[href]', root.children)
    .filter((element) => textContent(element).trim() !== '' && !isInside(element, /^pre$/))
    .flatMap((element) => {
      const href = 'attribs' in element ? (getAttributeValue(element, 'href') ?? '') : ''
      // A heading's link into its own page leads to itself.
      return href.includes('#') && isInside(element, /^h[1-6]$/) ? [] : [href]
    })
  return {
    words: wordsOf(spacedText(root)),
    links: links.filter((link) => /^https?:/.test(link)),
    headings: texts('h1,h2,h3,h4,h5,h6')
      .map(squeeze)
      .filter((text) => text !== ''),
    code: texts('pre:not(:has(pre))')
      .map((text) => trimLines(text))
      .filter((text) => text !== ''),
  }
}

const LINK_END = /\]\((?:<([^>]*)>|([^()\s]*(?:\([^()]*\)[^()\s]*)*))(?: "(?:[^"\\]|\\.)*")?\)/g

/** Facts of GitHub-flavoured Markdown as this project writes it. */
export function factsOfMarkdown(markdown: string): PageFacts {
  const code: string[] = []
  const prose = markdown.replaceAll(
    /^([ >]*)(`{3,})[^\n`]*\n([\s\S]*?)^[ >]*\2$/gm,
    (_, indent: string, _fence, body: string) => {
      const lines = body
        .split('\n')
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.replace(/^[ >]*/, '')))
      code.push(trimLines(lines.join('\n')))
      return '\n'
    },
  )
  const plain = prose
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replaceAll(LINK_END, ']')
    .replaceAll(/<\/?su[bp]>/g, '')
  return {
    words: wordsOf(`${plain} ${code.join(' ')}`),
    links: [
      ...[...prose.matchAll(LINK_END)].map((match) => match[1] ?? match[2] ?? ''),
      ...[...prose.matchAll(/<(https?:[^>]*)>(?!\))/g)].map((match) => match[1] ?? ''),
    ],
    headings: [...prose.matchAll(/^[ >]*(?:[-*] )*#{1,6} (.+)$/gm)].map((match) => squeeze(match[1] ?? '')),
    code,
  }
}

/** How much of each kind is found again, from 0 to 1; 1 where there was none. */
export function keptShare(page: PageFacts, rendering: PageFacts): Record<keyof PageFacts, number> {
  return {
    words: share(page.words, rendering.words),
    links: share(page.links, rendering.links),
    headings: share(page.headings.map(lettersOf), rendering.headings.map(lettersOf)),
    code: share(page.code, rendering.code),
  }
}

/** Text with a space around every element but those inside a line. */
function spacedText(node: unknown): string {
  if (typeof node !== 'object' || node === null) return ''
  if ('data' in node && typeof node.data === 'string') return node.data
  if (!('children' in node) || !Array.isArray(node.children)) return ' '
  const text = node.children.map(spacedText).join('')
  return 'name' in node && INLINE.has(String(node.name)) ? text : ` ${text} `
}

const INLINE = new Set('a abbr b code em i kbd samp small span strong sub sup tt u var wbr'.split(' '))

function share(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>()
  for (const item of found) left.set(item, (left.get(item) ?? 0) + 1)
  let hits = 0
  for (const item of wanted) {
    const count = left.get(item) ?? 0
    if (count === 0) continue
    left.set(item, count - 1)
    hits++
  }
  return wanted.length === 0 ? 1 : hits / wanted.length
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}

function lettersOf(text: string): string {
  return wordsOf(text.replaceAll(LINK_END, ']')).join(' ')
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function trimLines(text: string): string {
  return text.replaceAll(/[^\S\n]+$/gm, '').replace(/^\n+|\n+$/g, '')
}

function isInside(element: { parent: unknown }, name: RegExp): boolean {
  for (
    let parent = element.parent;
    parent !== null && typeof parent === 'object';
    parent = (parent as { parent: unknown }).parent
  ) {
    if ('name' in parent && name.test(String(parent.name))) return true
  }
  return false
}
