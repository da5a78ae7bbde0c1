import { parseDocument } from 'htmlparser2'
import { TextCounter } from '../../src/service/main/text-facts.ts'
import {
  CALLED_GROUPS,
  groupOfName,
  groupsOfClass,
  groupsOfText,
  HIDDEN,
  NAMED_GROUPS,
  SAID_GROUPS,
} from '../../src/service/main/vocabulary.ts'

/**
 * What src/service/main says of the blocks of a page, found the plain way: on a tree, every figure by its definition. Takes
 * HTML in which every element is closed. Counting text and looking up words are the reader's own.
 */
export interface ReferenceBlock {
  readonly text: string
  readonly features: Readonly<Record<string, number | undefined>>
}

const isTag = (node: object): node is Element => 'attribs' in node
const isText = (node: AnyNode): node is AnyNode & { readonly data: string } => String(node.type) === 'text'

const INLINE =
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark nobr picture q s samp small source span strike strong sub sup time tt u var wbr label'.split(
    ' ',
  )
const LEFT_OUT =
  'script style head title svg math template select textarea iframe object noscript nav footer'.split(' ')
const LEFT_OUT_ROLES = ['navigation', 'contentinfo', 'search']
const OWN =
  'p li td th dt dd div span h1 h2 h3 h4 h5 h6 section pre figcaption button label article blockquote'.split(
    ' ',
  )

type AnyNode = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<AnyNode, { readonly attribs: unknown }>

const saidBy = (text: string): number => groupsOfText(text, [0, text.length])
const calledBy = (text: string): number => groupsOfClass(text, 0, text.length)

interface Block {
  readonly nodes: string[]
  readonly parents: Element[]
  readonly element: Element
  readonly innermost: Element
  readonly level: number
  readonly facts: TextCounter
  linkedWords: number
  sayings: number
}

const isInline = (element: Element): boolean => INLINE.includes(element.name)
const isLeftOut = (element: Element): boolean =>
  LEFT_OUT.includes(element.name) || LEFT_OUT_ROLES.includes((element.attribs['role'] ?? '').toLowerCase())
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
const sum = <T>(items: readonly T[], figure: (item: T) => number): number =>
  items.reduce((total, item) => total + figure(item), 0)

/** An element's name and the first word of its class. */
function lookOf(element: Element | undefined): string {
  return element === undefined
    ? ''
    : `${element.name}.${/\S+/.exec(element.attribs['class'] ?? '')?.[0] ?? ''}`
}

function ancestors(element: Element): Element[] {
  const all: Element[] = []
  for (let at: AnyNode | null = element; at !== null && isTag(at); at = at.parent) all.push(at)
  return all
}

/** Returns the blocks of a page with all that the trees are asked about. */
export function referenceBlocks(html: string): ReferenceBlock[] {
  const page = new ReferencePage(html)
  return page.blocks.map((block, index) => ({
    text: block.nodes.join(''),
    features: Object.fromEntries(page.features(block, index)),
  }))
}

class ReferencePage {
  readonly blocks: Block[] = []
  readonly elements: Element[] = []
  private current: Block | undefined

  constructor(html: string) {
    for (const node of parseDocument(html, { decodeEntities: false }).children) this.visit(node)
    this.end()
  }

  private visit(node: AnyNode): void {
    if (isText(node)) return this.addText(node.data, node.parent)
    if (!isTag(node)) return
    if (!isInline(node)) this.end()
    if (!isLeftOut(node)) {
      this.elements.push(node)
      for (const child of node.children) this.visit(child)
    }
    if (!isInline(node)) this.end()
  }

  private addText(text: string, parent: AnyNode | null): void {
    if (text.trim() === '' || parent === null || !isTag(parent)) return
    const around = ancestors(parent)
    const heading = around.find(({ name }) => /^h[1-6]$/.test(name))
    this.current ??= {
      nodes: [],
      parents: [],
      element: around.find((element) => !isInline(element)) ?? parent,
      innermost: parent,
      level: Number(heading?.name[1] ?? 0),
      facts: new TextCounter(),
      linkedWords: 0,
      sayings: 0,
    }
    this.current.nodes.push(text)
    this.current.parents.push(parent)
    const words = this.current.facts.add(text, 0, text.length)
    if (around.some(({ name }) => name === 'a')) this.current.linkedWords += words
  }

  private end(): void {
    const { current } = this
    this.current = undefined
    if (current === undefined) return
    current.sayings = current.facts.letters > 100 ? 0 : saidBy(current.nodes.join(''))
    this.blocks.push(current)
  }

  /** The blocks of which some text stands in an element. */
  private inside(element: Element): Block[] {
    return this.blocks.filter(({ parents }) => parents.some((parent) => ancestors(parent).includes(element)))
  }

  features(block: Block, index: number): (readonly [string, number])[] {
    const chain = ancestors(block.element)
    return [
      ...this.own(block),
      ...this.names(block),
      ...this.row(
        'inner',
        chain.find((element) => this.alike(element) >= 3),
      ),
      ...this.row(
        'outer',
        chain.findLast((element) => this.alike(element) >= 3 && !['p', 'tr', 'td'].includes(element.name)),
      ),
      ...this.around(block, chain),
      ...this.near(block, index),
      ...this.looks(block),
      ...this.places(block, index),
      ...this.page(),
    ]
  }

  private own({ facts, level, linkedWords, element }: Block): (readonly [string, number])[] {
    return [
      ['words', facts.words],
      ['letters', facts.letters],
      ['linkShare', share(linkedWords, facts.words)],
      ['stops', facts.stops],
      ['isSentence', Number(facts.isSentence)],
      ['hasPrice', Number(facts.hasPrice)],
      ['level', level],
      ['element', OWN.indexOf(element.name)],
    ]
  }

  private names(block: Block): (readonly [string, number])[] {
    const chain = ancestors(block.innermost)
    const nearest = (
      prefix: string,
      groups: readonly string[],
      bitsOf: (element: Element) => number,
    ): (readonly [string, number])[] =>
      groups.flatMap((group, bit) => {
        const level = chain.findIndex((element) => (bitsOf(element) >> bit) & 1)
        const element = chain[level]
        const part = element === undefined ? 0 : share(this.measure(element).words, this.measure().words)
        return [
          [`${prefix} ${group}: levels up`, level === -1 ? 30 : level],
          [`${prefix} ${group}: share`, part],
        ] as const
      })
    const called = ({ name, attribs }: Element): number => {
      if (name === 'html' || name === 'body') return 0
      const isHidden =
        attribs['hidden'] !== undefined ||
        attribs['aria-hidden'] === 'true' ||
        /display:\s*none/.test(attribs['style'] ?? '')
      return calledBy(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`) | (isHidden ? HIDDEN : 0)
    }
    const named = ({ name, attribs }: Element): number =>
      groupOfName(name) | groupOfName((attribs['role'] ?? '').toLowerCase())
    return [...nearest('called', CALLED_GROUPS, called), ...nearest('in', NAMED_GROUPS, named)]
  }

  /** How many of an element's parent's children with text have its name and the same first class. */
  private alike(element: Element): number {
    const sisters = this.elements.filter(({ parent }) => parent === element.parent)
    return sisters.filter((sister) => lookOf(sister) === lookOf(element) && this.inside(sister).length > 0)
      .length
  }

  private row(name: string, element: Element | undefined): (readonly [string, number])[] {
    const figures = ['count', 'words', 'share', 'linkShare', 'prices', 'dates', 'blocks']
    const parent = element?.parent
    if (element === undefined || parent === null || parent === undefined || !isTag(parent))
      return figures.map((figure) => [`${name} row: ${figure}`, -1] as const)
    const count = this.alike(element)
    const all = this.measure(parent)
    const values = [
      count,
      all.words / count,
      share(all.words, this.measure().words),
      share(all.linked, all.words),
      all.prices / count,
      all.dates / count,
      all.count / count,
    ]
    return figures.map((figure, at) => [`${name} row: ${figure}`, values[at] ?? Number.NaN] as const)
  }

  private around(block: Block, chain: readonly Element[]): (readonly [string, number])[] {
    const sizes = chain.map((element) => this.measure(element).words)
    const growing = chain.filter((_, at) =>
      [block.facts.words, ...sizes.slice(0, at)].every((size) => size < (sizes[at] ?? 0)),
    )
    const total = this.measure().words
    const below = (part: number): Element | undefined =>
      chain.findLast((_, at) => (sizes[at] ?? 0) <= total * part)
    const [around, around2, around3, around4, around5] = growing
    const named = { around, around2, around3, around4, around5 }
    return Object.entries({ ...named, quarter: below(0.25), half: below(0.5) }).flatMap(([name, element]) => {
      const all = element === undefined ? undefined : this.measure(element)
      const figures = {
        words: all?.words,
        linkShare: all && share(all.linked, all.words),
        wordsPerBlock: all && share(all.words, all.count),
        texts: all?.texts,
        stops: all && share(all.stops, all.words),
      }
      return Object.entries(figures).map(([figure, value]) => [`${name}: ${figure}`, value ?? -1] as const)
    })
  }

  private near(block: Block, index: number): (readonly [string, number])[] {
    const next = this.blocks[index + 1]
    const isSister = next?.element.parent === block.element.parent
    const kin = next?.element === block.element ? 2 : Number(isSister)
    const within = [5, 15].flatMap((reach) => {
      const all = figuresOf(this.blocks.slice(Math.max(0, index - reach), index + reach + 1))
      return [
        [`within ${reach}: linkShare`, share(all.linked, all.words)],
        [`within ${reach}: texts`, all.texts / all.count],
      ] as const
    })
    return [['kinOfNext', next === undefined ? -1 : kin], ...within]
  }

  /** Of all blocks that have the same looks around them. */
  private looks(block: Block): (readonly [string, number])[] {
    const classed = (element: AnyNode | null | undefined): Element | undefined =>
      element && isTag(element) ? ancestors(element).find(({ attribs }) => attribs['class']) : undefined
    const own = ({ element }: Block): string => `${lookOf(classed(element))} ${lookOf(element)}`
    const outer = ({ element }: Block): string => lookOf(classed(classed(element)?.parent))
    return Object.entries({ look: own, 'outer look': outer }).flatMap(([name, look]) => {
      const all = figuresOf(this.blocks.filter((other) => look(other) === look(block)))
      return [
        [`${name}: count`, all.count],
        [`${name}: linkShare`, share(all.linked, all.words)],
        [`${name}: texts`, all.texts / all.count],
        [`${name}: share`, share(all.words, this.measure().words)],
      ] as const
    })
  }

  private places(block: Block, index: number): (readonly [string, number])[] {
    const all = this.measure()
    const before = figuresOf(this.blocks.slice(0, index))
    const title = this.blocks.findIndex(({ level }) => level === 1)
    const heading = this.blocks.findLastIndex(({ level }, at) => level > 0 && at <= index)
    const wordsTo = (at: number): number => figuresOf(this.blocks.slice(0, at)).words
    const said = this.blocks[heading]?.sayings ?? 0
    return [
      ['place', index / all.count],
      ['wordPlace', share(before.words, all.words)],
      ['depth', ancestors(block.element).length - 1],
      ['before', index],
      ['fromTitle', title === -1 ? -999 : index - title],
      ['wordsFromTitle', title === -1 ? -999 : before.words - wordsTo(title)],
      ['textsBefore', share(before.texts, all.texts)],
      ['fromHeading', heading === -1 ? -1 : index - heading],
      ['wordsFromHeading', heading === -1 ? -1 : before.words - wordsTo(heading)],
      ['headingLevel', this.blocks[heading]?.level ?? 0],
      ['headingSaysComments', (said >> SAID_GROUPS.indexOf('comments')) & 1],
    ]
  }

  private page(): (readonly [string, number])[] {
    const all = this.measure()
    return [
      ['pageWords', all.words],
      ['pageBlocks', all.count],
      ['pageTexts', all.texts],
      ['pageStops', share(all.stops, all.words)],
      ['pagePrices', all.prices],
      ['pageDates', all.dates],
      ...SAID_GROUPS.map(
        (group, bit) =>
          [`page says ${group}`, sum(this.blocks, ({ sayings }) => (sayings >> bit) & 1)] as const,
      ),
    ]
  }

  private measure(element?: Element): ReturnType<typeof figuresOf> {
    return figuresOf(element === undefined ? this.blocks : this.inside(element))
  }
}

function figuresOf(blocks: readonly Block[]) {
  return {
    count: blocks.length,
    words: sum(blocks, ({ facts }) => facts.words),
    linked: sum(blocks, ({ linkedWords }) => linkedWords),
    stops: sum(blocks, ({ facts }) => facts.stops),
    prices: sum(blocks, ({ facts }) => Number(facts.hasPrice)),
    dates: sum(blocks, ({ facts }) => Number(facts.hasDate)),
    texts: sum(blocks, ({ facts, linkedWords }) =>
      Number(facts.words >= 12 && linkedWords < facts.words * 0.4),
    ),
  }
}
