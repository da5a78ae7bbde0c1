import { fenced, inlineText } from './line.ts'
import { type MarkdownPage, UNSEEN, type WriteElement, textBetween, withoutTags } from './markdown-page.ts'
import { image } from './media-element.ts'
import { type PageTree, SKIP, type TreeVisitor, visitTree } from '../page-tree/page-tree.ts'
import { wordSet } from '../../util/word-set.ts'

/** Writes `pre`. Markdown has no markup in code, so only its text counts. */
export const preformatted: WriteElement = (page, node) => {
  if (!isLineNumbers(page, node)) writeCode(page, [node])
  return SKIP
}

/** Writes an element with lines of code in elements, or only text, as code. Returns whether it did: slides have fragments too. */
export function writeCodeLines(page: MarkdownPage, node: number): boolean {
  const { tree } = page
  if (!page.says(node, 'code')) return false
  const className = page.classOf(node)
  const children = tree.children(node).filter((child) => tree.kind(child).role !== 'markup')
  const isNamed = className.includes('mermaid') || tree.hasAttribute(node, 'data-lang')
  const isText = className.startsWith('w3-') || (children.length === 0 && isNamed)
  const isLines = children[0] !== undefined && page.says(children[0], 'codeLine')
  if (isText || isLines) writeCode(page, isText ? [node] : children)
  return isText || isLines
}

/** Writes the text of elements as one block of code. Those after the first begin lines. */
export function writeCode(page: MarkdownPage, nodes: readonly number[]): void {
  const { lines } = page
  const blocks = nodes.map((node) => readCode(page, node))
  const text = blocks.map((block) => block.text).join(LINE_FEED)
  const language = blocks[0]?.language ?? ''
  if (text.trim() === '') return
  if (!lines.isInline) lines.block(fenced(text, language))
  else if (lines.isInCell && !lines.isInLink) {
    const shown = text
      .trimEnd()
      .split('\n')
      .map((line) => inlineText(line, lines))
    lines.markdown(`<pre><code>${shown.join('<br>')}</code></pre>`)
  } else lines.code(text)
}

/** Writes `code`, `kbd`, `samp` and `var` inside a line. Links and pictures divide it. TypeDoc shows its tags apart. */
export const code: WriteElement = (page, node) => {
  const { tree, lines } = page
  if (!lines.isInline && hasLines(tree, node)) return preformatted(page, node)
  let text = ''
  const flush = (): void => {
    lines.code(text)
    text = ''
  }
  const visitor: TreeVisitor = {
    text: (from, to) => void (text += textBetween(tree, from, to)),
    open: (inner) => {
      const { role, name, isBlock } = tree.kind(inner)
      if (UNSEEN.has(name)) return SKIP
      if (role === 'pre' && text.trim() === '' && !lines.isInLink) {
        text = ''
        return preformatted(page, inner)
      }
      if (role === 'image') {
        flush()
        return image(page, inner)
      }
      const href = role === 'anchor' ? tree.attribute(inner, 'href') : undefined
      if (href !== undefined && !lines.isInLink) {
        flush()
        const title = tree.attribute(inner, 'title')
        lines.openLink({ url: page.links.addressOf(inner) ?? href, title })
        return () => {
          flush()
          lines.closeLink()
        }
      }
      if (role !== 'break' && !isBlock) return undefined
      text += ' '
      return () => void (text += ' ')
    },
  }
  visitTree(tree, visitor, node)
  flush()
  if (page.classOf(node) === 'tsd-tag') lines.space()
  return SKIP
}

/** Tells whether code has lines of its own: its style or class keeps them, or it has breaks and is all of its parent. */
function hasLines(tree: PageTree, node: number): boolean {
  if (/white-space:\s*pre/.test(tree.attribute(node, 'style') ?? ''))
    return tree.source(node).trim().includes(LINE_FEED)
  if (tree.classNames(node).includes('block')) return true
  const parent = tree.parent(node)
  // Only one child is the first and the last, so the text around it is read once.
  if (tree.firstChild(parent) !== node || tree.nextSibling(node) !== undefined) return false
  const before = tree.html.slice(tree.startTagEnd(parent), tree.start(node))
  const after = tree.html.slice(tree.end(node), tree.endTagStart(parent))
  return /<(?:br|ul|div)\b/i.test(tree.source(node)) && before.trim() === '' && after.trim() === ''
}

const PREFIXED =
  /(?:^|\s)(?:language-|lang-|(?<=\bsrc )src-|(?:mw-)?highlight-(?:source-|lang-)?|hl-|(?:brush|lang):\s*)([A-Za-z][\w+#.-]*)/
const NO_LANGUAGE = wordSet('default none text plain plaintext nohighlight block wrapper container wrap-code')
/** Languages that documentation tools write as a bare class: rustdoc, pandoc, highlight.js, SyntaxHighlighter. */
const BARE = wordSet(
  'rust python py javascript js typescript ts java kotlin c cpp csharp go ruby php swift scala bash sh shell console json ' +
    'yaml toml xml html css scss sql diff ini dockerfile makefile haskell ocaml perl lua r julia elixir erlang clojure mermaid',
)

/** Returns the language that the class of a code block, or of the element around it, names; undefined without a name. */
function codeLanguage(className: string): string | undefined {
  const prefixed = PREFIXED.exec(className)?.[1]?.toLowerCase()
  if (prefixed !== undefined && NO_LANGUAGE.has(prefixed)) return undefined
  if (prefixed !== undefined) return /^(?:i?python3?|py3)$/.test(prefixed) ? 'python' : prefixed
  return className.split(/\s+/).find((word) => BARE.has(word))
}

const LANGUAGE_ATTRIBUTES = 'data-lang data-language data-enlighter-language language syntax lang'.split(' ')

function languageOf(tree: PageTree, node: number): string | undefined {
  const attribute = (name: string): string | undefined => tree.attribute(node, name)
  const named = LANGUAGE_ATTRIBUTES.map(attribute).find((value) => value !== undefined)
  if (named !== undefined && /^[A-Za-z][\w+#.-]{0,30}$/.test(named)) return named.toLowerCase()
  return codeLanguage(`${attribute('class') ?? ''} ${attribute('data-syntaxhighlighter-params') ?? ''}`)
}

/** Returns the language that a wrapper names for the block inside; bare words mean other things there. */
export function wrapperLanguage(className: string): string | undefined {
  const hexo = /^highlight (?!highlight-|language-|hl-)([a-z][\w+#-]*)$/.exec(className)?.[1]
  if (hexo !== undefined) return NO_LANGUAGE.has(hexo) ? undefined : hexo
  return /highlight-|language-|hl-/.test(className)
    ? codeLanguage(className.replaceAll(/(?:^|\s)(?!(?:mw-)?highlight-|language-|hl-)\S+/g, ' '))
    : undefined
}

const LABEL_LINE = /^([A-Za-z][\w+#.-]{0,19})\n$/
const NOT_COPIED = /user-select:\s*none/
const NUMBER_OR_TAG = /(?:[\d\s]|<[^>]*>|&nbsp;|&#10;)*/y
/** Longer text is no column of numbers. */
const MAX_NUMBERS = 200_000
/** Elements of code lines, after the element with the line's number. */
const BEHIND_NUMBER = wordSet('div td code')
const LINE_FEED = '\n'

/** Tells whether an element holds only the numbers of lines, by its class or style and its text. */
export function isLineNumbers(page: MarkdownPage, node: number): boolean {
  const { tree } = page
  if (!page.says(node, 'lineNumbers') && !NOT_COPIED.test(tree.attribute(node, 'style') ?? '')) return false
  return holdsNumbers(tree, node)
}

export function holdsNumbers(tree: PageTree, node: number): boolean {
  const source = tree.source(node)
  NUMBER_OR_TAG.lastIndex = 0
  return source.length < MAX_NUMBERS && NUMBER_OR_TAG.exec(source)?.[0].length === source.length
}

/** Reads the text of a code block without its line numbers, and its language, which is empty when nothing names it. */
function readCode(page: MarkdownPage, block: number) {
  const { tree } = page
  const pieces: string[] = []
  let language = languageOf(tree, block)
  let lastNumber = 0
  let codes = 0
  let hasContent = false
  /** Where the content of the innermost `pre` begins: HTML drops a line feed there. */
  let start = tree.startTagEnd(block)
  const endLine = (): void => {
    if (pieces.at(-1)?.endsWith(LINE_FEED) === false) pieces.push(LINE_FEED)
  }
  const visitor: TreeVisitor = {
    open: (node) => {
      const { name, role } = tree.kind(node)
      // A button that copies the code, and types that Twoslash shows above it, are not part of it.
      if (UNSEEN.has(name) || role === 'button' || isLineNumbers(page, node)) return SKIP
      if (page.classOf(node).includes('twoslash-popup-container')) return SKIP
      if (isNumber(tree, node, lastNumber + 1)) {
        lastNumber++
        return SKIP
      }
      if (role === 'block' && !hasContent && isHeadOfCode(tree, node)) return SKIP
      // WeChat writes each line as an element of code.
      const isNext = role === 'code' && tree.html.endsWith('</code>', tree.start(node))
      if (isNext && tree.firstChild(node) !== undefined && tree.name(tree.parent(node)) === 'pre') endLine()
      if (role === 'pre') start = tree.startTagEnd(node)
      if (role === 'break') pieces.push(LINE_FEED)
      if (role === 'code') language ??= languageOf(tree, node)
      // Chats write the name of the language as a line above the code.
      const before = role === 'code' && codes++ === 0 && pieces.length < 4 ? pieces.join('') : ''
      const label = LABEL_LINE.exec(before)?.[1]
      if (label !== undefined) pieces.length = 0
      language ??= label?.toLowerCase()
      const isLine = hasContent && page.says(node, 'codeLine')
      if (isLine && tree.html[tree.start(node) - 1] !== LINE_FEED) endLine()
      if (role !== 'block') return undefined
      endLine()
      return endLine
    },
    text: (from, to) => {
      const all = textBetween(tree, from, to)
      const text = from === start ? all.replace(/^(?:\r\n?|\n)/, '') : all
      pieces.push(text)
      hasContent ||= text.trim() !== ''
    },
  }
  visitTree(tree, visitor, block)
  const text = pieces.join('').replaceAll(/\r\n?/g, LINE_FEED).replaceAll('\u00A0', ' ')
  return { text, language: language ?? page.language ?? '' }
}

const LONGEST_HEAD = 1000

/** Tells whether an element in code holds only a word, such as the language, and a button. */
function isHeadOfCode(tree: PageTree, node: number): boolean {
  const source = tree.source(node)
  if (source.length > LONGEST_HEAD || !source.includes('<button')) return false
  const before = withoutTags(source.slice(0, source.indexOf('<button')))
  const after = withoutTags(source.slice(source.lastIndexOf('</button>')))
  return /^[\w+#.-]{0,20}$/.test(before.trim()) && after.trim() === ''
}

/** Tells whether an element holds the number of a line, by its text and its place. */
function isNumber(tree: PageTree, node: number, number: number): boolean {
  if (tree.source(node) !== String(number)) return false
  const next = tree.nextSibling(node)
  return next !== undefined && BEHIND_NUMBER.has(tree.name(next))
}
