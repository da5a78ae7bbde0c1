import type { ElementKind } from '../html/element-kinds.ts'
import { walkHtml, type WalkSink } from '../html/html-walk.ts'
import type { StartTag } from '../html/start-tag.ts'
import type { Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { SignReader } from './sign-reader.ts'
import { hasText, TextCounter } from './text-facts.ts'
import { groupOfName, groupsOfClass, groupsOfText, HIDDEN } from './vocabulary.ts'

/** How the outline is to be made. */
export interface OutlineRequest {
  /** Whether what stands in `noscript` is part of the page. */
  readonly showsNoscript: boolean
  /** Whether an element is to be left out whatever it is. */
  isExcluded(kind: ElementKind, tag: StartTag): boolean
}

/** Names of elements inside of which a line goes on. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark nobr picture q s samp small source span ' +
    'strike strong sub sup time tt u var wbr label'
  ).split(' '),
)
/** Elements whose text is none of the page's, or no text for readers. */
const UNSEEN = new Set('script style head title svg math template select textarea iframe object'.split(' '))
/** Elements that hold no content, on any kind of page: menus, and what stands below every page of a site. */
const SET_ASIDE = new Set('nav footer'.split(' '))
const SET_ASIDE_ROLES = new Set('navigation contentinfo search'.split(' '))
/** Longer texts are not searched for what they say: they speak for themselves. */
const MAX_SAYING = 100

/** Whether an element is never content, by its name or its role. */
export function isSetAside(kind: ElementKind, tag: StartTag): boolean {
  if (SET_ASIDE.has(kind.name)) return true
  const role = tag.get('role')
  return role !== undefined && SET_ASIDE_ROLES.has(role.toLowerCase())
}

/** Whether an element's text is none of the content's. */
export function isUnseen(kind: ElementKind): boolean {
  return UNSEEN.has(kind.name)
}

/** Makes the outline of a page. Linear in its length. */
export function readOutline(html: string, request: OutlineRequest): Outline {
  const reader = new OutlineReader(html, request)
  walkHtml(html, reader)
  return reader.outline()
}

class Block extends TextCounter implements OutlineBlock {
  readonly element: OutlineElement
  readonly innermost: OutlineElement
  readonly level: number
  readonly runs: number[] = []
  linkedWords = 0
  sayings = 0

  constructor(element: OutlineElement, innermost: OutlineElement, level: number) {
    super()
    this.element = element
    this.innermost = innermost
    this.level = level
  }
}

const SEEN = 0
const SKIPPED = 1

class OutlineReader implements WalkSink {
  readonly #html: string
  readonly #request: OutlineRequest
  readonly #elements: OutlineElement[] = []
  readonly #blocks: OutlineBlock[] = []
  readonly #signs: SignReader
  #around: OutlineElement[] = []
  #block: Block | undefined
  #at = 0
  /** How many elements are open that are not looked into. */
  #skipped = 0
  #noscripts = 0
  #links = 0
  #level = 0
  #hiddenWords = 0

  constructor(html: string, request: OutlineRequest) {
    this.#html = html
    this.#request = request
    this.#signs = new SignReader(html)
  }

  open(kind: ElementKind, tag: StartTag): number {
    this.#addText(tag.start)
    this.#at = tag.end
    if (this.#skipped > 0) {
      this.#skipped++
      return SKIPPED
    }
    this.#signs.open(kind, tag)
    const isNoscript = kind.name === 'noscript'
    if (isNoscript && !this.#request.showsNoscript) this.#noscripts++
    const isLeft = isUnseen(kind) || (isNoscript && !this.#request.showsNoscript) || isSetAside(kind, tag)
    if (isLeft || this.#request.isExcluded(kind, tag)) return this.#skip(kind)
    if (!INLINE.has(kind.name)) this.#endBlock()
    this.#push(kind, tag)
    return SEEN
  }

  close(kind: ElementKind, token: number, start: number, end: number): void {
    this.#addText(start)
    if (end > this.#at) this.#at = end
    if (token === SKIPPED) return this.#endSkipped(kind)
    if (!INLINE.has(kind.name)) this.#endBlock()
    const element = this.#around.pop()
    if (element === undefined) return
    const holdsBlock = this.#block !== undefined && (this.#block.runs.at(-1) ?? 0) > element.start
    element.endBlock = this.#blocks.length + (holdsBlock ? 1 : 0)
    element.end = end
    if (kind.role === 'anchor') this.#links--
    if (kind.role === 'heading')
      this.#level = levelOf(this.#around.findLast(({ kind: { role } }) => role === 'heading'))
  }

  drop(start: number, end: number): void {
    this.#addText(start)
    if (end > this.#at) this.#at = end
  }

  outline(): Outline {
    this.#addText(this.#html.length)
    this.#endBlock()
    countAlike(this.#elements)
    return {
      elements: this.#elements,
      blocks: this.#blocks,
      signs: this.#signs.signs(),
      hiddenWords: this.#hiddenWords,
    }
  }

  #skip(kind: ElementKind): number {
    if (!INLINE.has(kind.name)) this.#endBlock()
    this.#skipped++
    return SKIPPED
  }

  #endSkipped(kind: ElementKind): void {
    this.#skipped--
    if (kind.name === 'noscript' && this.#noscripts > 0) this.#noscripts--
  }

  #push(kind: ElementKind, tag: StartTag): void {
    const parent = this.#around.at(-1)
    const className = tag.get('class') ?? ''
    const element: OutlineElement = {
      index: this.#elements.length,
      kind,
      parent,
      depth: this.#around.length,
      start: tag.start,
      words: calledOf(kind, tag, className),
      names: groupOfName(kind.name) | groupOfName(tag.get('role')?.toLowerCase() ?? ''),
      look: className === '' ? kind.name : `${kind.name}.${firstWord(className)}`,
      firstBlock: this.#blocks.length,
      endBlock: this.#blocks.length,
      end: tag.end,
      alike: 0,
    }
    this.#elements.push(element)
    this.#around.push(element)
    if (kind.role === 'anchor') this.#links++
    if (kind.role === 'heading') this.#level = levelOf(element)
  }

  /** Takes in the text up to a position. */
  #addText(to: number): void {
    const from = this.#at
    if (to <= from) return
    this.#at = to
    if (this.#skipped > 0) {
      if (this.#noscripts > 0) this.#hiddenWords += new TextCounter().add(this.#html, from, to)
      return
    }
    if (!hasText(this.#html, from, to)) return
    this.#block ??= this.#beginBlock()
    const words = this.#block.add(this.#html, from, to)
    if (this.#links > 0) this.#block.linkedWords += words
    this.#block.runs.push(from, to)
  }

  #beginBlock(): Block {
    const innermost = this.#around.at(-1) ?? ROOT
    const element = this.#around.findLast(({ kind }) => !INLINE.has(kind.name)) ?? ROOT
    return new Block(element, innermost, this.#level)
  }

  #endBlock(): void {
    const block = this.#block
    if (block === undefined) return
    this.#block = undefined
    if (block.letters <= MAX_SAYING) block.sayings = groupsOfText(textOf(this.#html, block.runs))
    this.#blocks.push(block)
    // What has begun in the line behind its last text holds nothing of it.
    const textEnd = block.runs.at(-1) ?? 0
    for (let at = this.#around.length - 1; at >= 0; at--) {
      const inner = this.#around[at]
      if (inner === undefined || inner.start < textEnd) break
      inner.firstBlock = this.#blocks.length
    }
  }
}

const ROOT: OutlineElement = {
  index: -1,
  kind: { name: '' } as ElementKind,
  parent: undefined,
  depth: 0,
  start: 0,
  words: 0,
  names: 0,
  look: '',
  firstBlock: 0,
  endBlock: Number.POSITIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
  alike: 0,
}

/** Returns the text of a block as the page spells it. */
export function textOf(html: string, runs: readonly number[]): string {
  let text = ''
  for (let index = 0; index < runs.length; index += 2) text += html.slice(runs[index], runs[index + 1])
  return text
}

/** The groups of words in an element's class and id, and whether it says that it is not shown. */
function calledOf(kind: ElementKind, tag: StartTag, className: string): number {
  if (tag.size === 0 || kind.role === 'html' || kind.role === 'body') return 0
  const id = tag.get('id') ?? ''
  const bits = groupsOfClass(className) | (id === '' ? 0 : groupsOfClass(id))
  const isHidden =
    tag.has('hidden') || tag.get('aria-hidden') === 'true' || /display:\s*none/.test(tag.get('style') ?? '')
  return isHidden ? bits | HIDDEN : bits
}

function levelOf(heading: OutlineElement | undefined): number {
  return Number(heading?.kind.name[1] ?? 0)
}

function firstWord(className: string): string {
  const text = className.trimStart()
  const end = text.search(/\s/)
  return end === -1 ? text : text.slice(0, end)
}

/** Counts, of each element that holds text, the children of its parent that look like it. */
function countAlike(elements: readonly OutlineElement[]): void {
  const counts = new Map<OutlineElement | undefined, Map<string, number>>()
  let last: OutlineElement | undefined
  let looks: Map<string, number> | undefined
  const looksBelow = (parent: OutlineElement | undefined): Map<string, number> => {
    if (looks !== undefined && parent === last) return looks
    last = parent
    looks = counts.get(parent)
    if (looks === undefined) counts.set(parent, (looks = new Map()))
    return looks
  }
  const withText = elements.filter(({ firstBlock, endBlock }) => endBlock > firstBlock)
  for (const { parent, look } of withText) {
    const below = looksBelow(parent)
    below.set(look, (below.get(look) ?? 0) + 1)
  }
  for (const element of withText) element.alike = looksBelow(element.parent).get(element.look) ?? 0
}
