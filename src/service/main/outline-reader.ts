import type { ElementKind } from '../html/element-kinds.ts'
import { HtmlTape } from '../html/html-tape.ts'
import { walkHtml, type WalkSink } from '../html/html-walk.ts'
import type { StartTag } from '../html/start-tag.ts'
import type { ElementCounts, Outline, OutlineBlock, OutlineElement } from './outline.ts'
import { isSpace, TextCounter } from './text-facts.ts'
import { groupOfName, groupsOfClass, groupsOfText, HIDDEN, NAMES } from './vocabulary.ts'
import { extend, keyOf } from './word-table.ts'

/** How the outline is to be made. */
export interface OutlineRequest {
  /** Whether what stands in `noscript` is part of the page. */
  readonly showsNoscript: boolean
  /** Whether an element is to be left out whatever it is. */
  isExcluded(kind: ElementKind, tag: StartTag): boolean
  /** Where the element begins that is all of it, and after which place no tag of it begins; else it is the page. */
  readonly part?: { readonly from: number; readonly to: number }
}

/** Elements inside of which a line goes on. */
const INLINE = words(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark nobr picture q s samp small source span ' +
    'strike strong sub sup time tt u var wbr label',
)
/** Elements that are not looked into: their text is not for readers. */
const UNSEEN = words('script style head title svg math template select textarea iframe object nav footer')
const SET_ASIDE_ROLES = words('navigation contentinfo search')
const COUNTED = new Map<string, keyof ElementCounts>([
  ['img', 'images'],
  ['p', 'paragraphs'],
  ['article', 'articles'],
])

/** What an element's name alone tells. */
interface Traits {
  readonly isInline: boolean
  readonly isUnseen: boolean
  readonly names: number
  readonly counted: keyof ElementCounts | undefined
}

const OTHER: Traits = { isInline: false, isUnseen: false, names: 0, counted: undefined }
const TRAITS = new Map<string, Traits>(
  [...INLINE, ...UNSEEN, ...COUNTED.keys(), ...NAMES].map((name) => [
    name,
    {
      isInline: INLINE.has(name),
      isUnseen: UNSEEN.has(name),
      names: groupOfName(name),
      counted: COUNTED.get(name),
    },
  ]),
)

/** Longer texts are not searched for telling words. */
const MAX_SAYING = 100

/** Whether an element is never content, by its name or its role. */
export function isSetAside(kind: ElementKind, tag: StartTag): boolean {
  if (kind.isSetAside) return true
  const role = roleOf(tag)
  return role !== '' && SET_ASIDE_ROLES.has(role)
}

/** Makes the outline of a page. Linear in its length. */
export function readOutline(html: string, request: OutlineRequest): Outline {
  const reader = new OutlineReader(html, request)
  const tape = request.part === undefined ? undefined : new HtmlTape(html, reader)
  walkHtml(html, tape ?? reader, request.part?.from, request.part?.to)
  return { ...reader.outline(), tape }
}

/** Counts the texts of an outline of a page, and the elements that look alike. */
export function countOutline(html: string, { blocks, elements }: Outline): void {
  for (const block of blocks) (block as Block).count(html)
  countAlike(html, elements)
}

class Block extends TextCounter implements OutlineBlock {
  readonly element: OutlineElement
  readonly innermost: OutlineElement
  readonly level: number
  readonly runs: number[] = []
  /** For each run, whether it is linked. */
  readonly #links: boolean[] = []
  length = 0
  linkedLength = 0
  linkedWords = 0
  sayings = 0

  constructor(element: OutlineElement, innermost: OutlineElement, level: number) {
    super()
    this.element = element
    this.innermost = innermost
    this.level = level
  }

  push(from: number, to: number, length: number, isLinked: boolean): void {
    this.runs.push(from, to)
    this.#links.push(isLinked)
    this.length += length
    if (isLinked) this.linkedLength += length
  }

  count(html: string): void {
    for (const [index, isLinked] of this.#links.entries()) {
      const words = this.add(html, this.runs[2 * index] ?? 0, this.runs[2 * index + 1] ?? 0)
      if (isLinked) this.linkedWords += words
    }
    if (this.letters <= MAX_SAYING) this.sayings = groupsOfText(html, this.runs)
  }
}

const SEEN = 0
const SKIPPED = 1

class OutlineReader implements WalkSink {
  readonly #html: string
  readonly #request: OutlineRequest
  readonly #elements: OutlineElement[] = []
  readonly #blocks: OutlineBlock[] = []
  readonly #counts: ElementCounts = { images: 0, paragraphs: 0, articles: 0 }
  readonly #around: OutlineElement[] = []
  #block: Block | undefined
  #at: number
  /** How many elements are open that are not looked into. */
  #skipped = 0
  #noscripts = 0
  #links = 0
  #level = 0
  #hiddenWords = 0

  constructor(html: string, request: OutlineRequest) {
    this.#html = html
    this.#request = request
    this.#at = request.part?.from ?? 0
  }

  open(kind: ElementKind, tag: StartTag): number {
    this.#addText(tag.start)
    this.#at = tag.end
    if (this.#skipped > 0 || this.#isOver()) {
      this.#skipped++
      return SKIPPED
    }
    const traits = TRAITS.get(kind.name) ?? OTHER
    const role = roleOf(tag)
    if (traits.counted !== undefined) this.#counts[traits.counted]++
    const isNoscript = kind.name === 'noscript' && !this.#request.showsNoscript
    if (isNoscript) this.#noscripts++
    const isLeft = traits.isUnseen || isNoscript || (role !== '' && SET_ASIDE_ROLES.has(role))
    if (!traits.isInline) this.#endBlock()
    if (isLeft || this.#request.isExcluded(kind, tag)) {
      this.#skipped++
      return SKIPPED
    }
    this.#push(kind, tag, traits.names | (role === '' ? 0 : groupOfName(role)))
    return SEEN
  }

  close(kind: ElementKind, token: number, start: number, end: number): void {
    this.#addText(start)
    if (end > this.#at) this.#at = end
    if (token === SKIPPED) return this.#endSkipped(kind)
    if (!isInline(kind)) this.#endBlock()
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

  outline(): Omit<Outline, 'tape'> {
    this.#addText(this.#request.part?.to ?? this.#html.length)
    this.#endBlock()
    return {
      elements: this.#elements,
      blocks: this.#blocks,
      counts: this.#counts,
      hiddenWords: this.#hiddenWords,
    }
  }

  /** Whether the element has ended that is all of the outline. */
  #isOver(): boolean {
    return this.#request.part !== undefined && this.#around.length === 0 && this.#elements.length > 0
  }

  #endSkipped(kind: ElementKind): void {
    this.#skipped--
    if (kind.name === 'noscript' && this.#noscripts > 0) this.#noscripts--
  }

  #push(kind: ElementKind, tag: StartTag, names: number): void {
    const place = tag.size === 0 ? -1 : tag.find('class')
    const element: OutlineElement = {
      index: this.#elements.length,
      kind,
      parent: this.#around.at(-1),
      depth: this.#around.length,
      start: tag.start,
      words: calledOf(this.#html, kind, tag, place),
      names,
      classStart: place === -1 ? -1 : tag.startOf(place),
      classEnd: place === -1 ? -1 : tag.endOf(place),
      firstBlock: this.#blocks.length,
      endBlock: this.#blocks.length,
      end: tag.end,
      look: 0,
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
    let start = from
    while (start < to && isSpace(this.#html.charCodeAt(start))) start++
    if (start === to || this.#isOver()) return
    let end = to
    while (isSpace(this.#html.charCodeAt(end - 1))) end--
    this.#block ??= this.#beginBlock()
    this.#block.push(from, to, end - start, this.#links > 0)
  }

  #beginBlock(): Block {
    const innermost = this.#around.at(-1) ?? ROOT
    const element = this.#around.findLast(({ kind }) => !isInline(kind)) ?? ROOT
    return new Block(element, innermost, this.#level)
  }

  #endBlock(): void {
    const block = this.#block
    if (block === undefined) return
    this.#block = undefined
    this.#blocks.push(block)
    // An element that begins behind the last text of the line holds nothing of it.
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
  classStart: -1,
  classEnd: -1,
  firstBlock: 0,
  endBlock: Number.POSITIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
  look: 0,
  alike: 0,
}

/** Returns the text of a block as the page spells it. */
export function textOf(html: string, runs: readonly number[]): string {
  let text = ''
  for (let index = 0; index < runs.length; index += 2) text += html.slice(runs[index], runs[index + 1])
  return text
}

/** The groups of words in an element's class and id, and whether it says that it is not shown. */
function calledOf(html: string, kind: ElementKind, tag: StartTag, classPlace: number): number {
  if (tag.size === 0 || kind.role === 'html' || kind.role === 'body') return 0
  const idPlace = tag.find('id')
  const isHidden =
    tag.has('hidden') || tag.get('aria-hidden') === 'true' || /display:\s*none/.test(tag.get('style') ?? '')
  return (
    (isHidden ? HIDDEN : 0) |
    (classPlace === -1 ? 0 : groupsOfClass(html, tag.startOf(classPlace), tag.endOf(classPlace))) |
    (idPlace === -1 ? 0 : groupsOfClass(html, tag.startOf(idPlace), tag.endOf(idPlace)))
  )
}

function levelOf(heading: OutlineElement | undefined): number {
  return Number(heading?.kind.name[1] ?? 0)
}

/** Counts, of each element that holds text, the children of its parent that are written alike. */
function countAlike(html: string, elements: readonly OutlineElement[]): void {
  const withText = elements.filter(({ firstBlock, endBlock }) => endBlock > firstBlock)
  const numbers = new Map<number, number>()
  for (const element of withText) {
    const key = keyOfLook(html, element)
    element.look = numbers.get(key) ?? numbers.size
    numbers.set(key, element.look)
  }
  const counts = new Map<number, number>()
  const keys = withText.map(({ parent, look }) => {
    const key = (1 + (parent?.index ?? -1)) * numbers.size + look
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return key
  })
  for (const [at, element] of withText.entries()) element.alike = counts.get(keys[at] ?? 0) ?? 0
}

const DOT = 0x2e

/** Returns a number for an element's name and the first word of its class, which is quicker than cutting the word out. */
function keyOfLook(html: string, { kind: { name }, classStart, classEnd }: OutlineElement): number {
  let hash = 0
  for (let at = 0; at < name.length; at++) hash = extend(hash, name.charCodeAt(at))
  hash = extend(hash, DOT)
  let from = classStart
  while (from < classEnd && isSpace(html.charCodeAt(from))) from++
  for (let at = from; at < classEnd && !isSpace(html.charCodeAt(at)); at++)
    hash = extend(hash, html.charCodeAt(at))
  return keyOf(hash)
}

function isInline(kind: ElementKind): boolean {
  return TRAITS.get(kind.name)?.isInline === true
}

function roleOf(tag: StartTag): string {
  return tag.size === 0 ? '' : (tag.get('role')?.toLowerCase() ?? '')
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
