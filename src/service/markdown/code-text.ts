import { languageOf } from './code-language.ts'
import { textBetween, UNSEEN, type MarkdownPage } from './markdown-page.ts'
import { SKIP, walkKept, type KeptVisitor, type Visit } from './walk-kept.ts'

/** Classes that Rouge, Pygments, Hexo, Chroma, highlight.js, Prism and Shiki give to line numbers. */
const NUMBERS =
  /(?:^|\s)(?:lineno|linenos|linenodiv|gutter|rouge-gutter|hljs-ln-numbers|line-numbers-rows|line-number|linenumber|ln|lnt|lntd)(?:\s|$)/
/** Classes of lines that only styles separate. */
const LINE = /(?:^|\s)(?:line|code-line|token-line)(?:\s|$)/
const NUMBER_OR_TAG = /(?:[\d\s]|<[^>]*>|&nbsp;|&#10;)*/y
/** Longer text is no column of numbers. */
const MAX_NUMBERS = 200_000
/** Elements of code lines, after the element with the line's number. */
const BEHIND_NUMBER: ReadonlySet<string> = new Set(['div', 'td', 'code'])
const LINE_FEED = '\n'

/** Code as a block shows it. */
export interface CodeText {
  readonly text: string
  /** Empty when nothing names it. */
  readonly language: string
}

/**
 * Reads the text of a code block without its line numbers.
 * @param language as the elements around the block name it
 */
export function readCode(page: MarkdownPage, block: number, language: string | undefined): CodeText {
  const named = languageOf((name) => page.tree.attribute(block, name))
  const reader = new CodeReader(page, block, named ?? language)
  walkKept(page, block, reader)
  return reader.code()
}

/** Tells whether an element holds only the numbers of lines, by its class and its text. */
export function isLineNumbers({ tree }: MarkdownPage, node: number): boolean {
  if (!NUMBERS.test(tree.attribute(node, 'class') ?? '')) return false
  const source = tree.source(node)
  NUMBER_OR_TAG.lastIndex = 0
  return source.length < MAX_NUMBERS && NUMBER_OR_TAG.exec(source)?.[0].length === source.length
}

class CodeReader implements KeptVisitor {
  readonly #page: MarkdownPage
  readonly #pieces: string[] = []
  #language: string | undefined
  #lastNumber = 0
  #hasContent = false
  /** Where the content of the innermost `pre` begins: HTML drops a line feed there. */
  #start: number

  constructor(page: MarkdownPage, block: number, language: string | undefined) {
    this.#page = page
    this.#start = page.tree.startTagEnd(block)
    this.#language = language
  }

  open(node: number): Visit {
    const { tree } = this.#page
    const { name, role } = tree.kind(node)
    // A button that copies the code is not part of it.
    if (UNSEEN.has(name) || role === 'button' || isLineNumbers(this.#page, node)) return SKIP
    if (this.#isNextNumber(node)) {
      this.#lastNumber++
      return SKIP
    }
    if (role === 'pre') this.#start = tree.startTagEnd(node)
    if (role === 'break') this.#pieces.push(LINE_FEED)
    if (role === 'code') this.#language ??= languageOf((attribute) => tree.attribute(node, attribute))
    if (this.#hasContent && LINE.test(tree.attribute(node, 'class') ?? '')) this.#startLine(node)
    return role === 'block' ? () => this.#endLine() : undefined
  }

  text(from: number, to: number): void {
    const all = textBetween(this.#page.tree, from, to).replaceAll(/\r\n?/g, LINE_FEED)
    const text = from === this.#start && all.startsWith(LINE_FEED) ? all.slice(1) : all
    this.#pieces.push(text)
    this.#hasContent ||= text.trim() !== ''
  }

  code(): CodeText {
    return { text: this.#pieces.join(''), language: this.#language ?? '' }
  }

  /** Tells whether an element holds the number of the next line, by its place and by counting. */
  #isNextNumber(node: number): boolean {
    const { tree } = this.#page
    if (tree.source(node) !== String(this.#lastNumber + 1)) return false
    const next = tree.nextSibling(node)
    return next !== undefined && BEHIND_NUMBER.has(tree.name(next))
  }

  #startLine(node: number): void {
    const { tree } = this.#page
    if (tree.html[tree.start(node) - 1] !== LINE_FEED) this.#endLine()
  }

  #endLine(): void {
    if (this.#pieces.at(-1)?.endsWith(LINE_FEED) === false) this.#pieces.push(LINE_FEED)
  }
}
