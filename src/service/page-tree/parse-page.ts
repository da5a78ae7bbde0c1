import { escapeXml } from '../../util/escape-xml.ts'
import { createKindFinder, HOLDS_HTML, kindInHtml, MARKUP, type ElementKind } from './element-kinds.ts'
import { PageTree, ROOT } from './page-tree.ts'
import { scanHtml, type ScanSink } from './scan-html.ts'
import { StartTag } from './start-tag.ts'

/** Elements nested deeper lose their tags and keep their text, as in browsers (which stop at 512). */
const MAX_DEPTH = 400

/**
 * Parses any text as a page of HTML, with scripts disabled only in that `noscript` holds elements. Supplies optional end
 * tags and turns stray ones into markup. Takes time and memory linear in the length of the text, and never throws.
 * @param isXhtml whether a slash at the end of any tag ends its element, as in XML
 */
export function parsePage(text: string, isXhtml = false): PageTree {
  const html = isXhtml ? xmlAsHtml(text) : text
  const tag = new StartTag(html)
  const builder = new TreeBuilder(html, tag, isXhtml)
  scanHtml(html, tag, builder)
  return builder.end()
}

const BOUND_PREFIX =
  /\sxmlns:([\w.-]+)\s*=\s*["']http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/Math\/MathML)["']/g

/** Returns XML as HTML writes it: CDATA sections as escaped text, and its own elements without the prefixes of namespaces. */
function xmlAsHtml(xml: string): string {
  const [start = '', ...sections] = xml.split('<![CDATA[')
  const texts = sections.map((section) => {
    const end = section.indexOf(']]>')
    return end === -1 ? section : escapeXml(section.slice(0, end)) + section.slice(end + 3)
  })
  const text = start + texts.join('')
  const prefixes = new Set(Array.from(text.matchAll(BOUND_PREFIX), ([, prefix]) => prefix))
  return text.replaceAll(/<(\/?)([\w.-]+):/g, (tag: string, slash: string, prefix: string) =>
    prefixes.has(prefix) ? `<${slash}` : tag,
  )
}

const TABLE_PARTS: ReadonlySet<string> = new Set(['caption', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'])

/** The rules by which the tags in an element are read: those of HTML, or those of drawings and formulas. */
type Content = 'html' | 'svg' | 'math'

/** Balances the tags that a scan finds, and appends them to a tree. */
class TreeBuilder implements ScanSink {
  readonly #tag: StartTag
  readonly #isXhtml: boolean
  readonly #kindOf: ReturnType<typeof createKindFinder>
  readonly #tree: PageTree
  /** The open elements, outermost first, as nodes and as kinds. */
  readonly #open: number[] = []
  readonly #kinds: ElementKind[] = []
  /** Numbers of open elements that are too deep for the tree, so that their end tags end nothing else. */
  readonly #tooDeep = new Map<ElementKind, number>()
  /** The content of each open element from the outermost drawing or formula on; empty elsewhere. */
  readonly #contents: Content[] = []

  constructor(html: string, tag: StartTag, isXhtml: boolean) {
    this.#tag = tag
    this.#isXhtml = isXhtml
    this.#kindOf = createKindFinder(html)
    this.#tree = new PageTree(html)
  }

  openTag(nameEnd: number): string | undefined {
    const named = this.#kindOf(this.#tag.start + 1, nameEnd)
    if (this.isInForeignContext() && this.#breaksOut(named)) this.#leaveForeign(this.#tag.start)
    const kind = this.isInForeignContext() ? named : kindInHtml(named)
    const isEmpty = this.#isXhtml && this.#tag.isSelfClosed
    const textOf = kind.holdsText && !isEmpty && !this.isInForeignContext() ? kind.name : undefined
    this.#openElement(kind)
    return textOf
  }

  closeTag(start: number, nameEnd: number, end: number): void {
    const kind = this.#kindOf(start + 2, nameEnd)
    if (this.isInForeignContext() && (kind.name === 'p' || kind.name === 'br')) this.#leaveForeign(start)
    const deeper = this.#tooDeep.get(kind) ?? 0
    if (deeper === 0 && this.#kinds.at(-1) === kind) return this.#closeTop(start, end)
    const position = deeper > 0 ? -1 : this.#kinds.lastIndexOf(kind)
    if (deeper > 0) this.#tooDeep.set(kind, deeper - 1)
    if (position === -1 || this.#isOutOfReach(kind, position)) return this.drop(start, end)
    while (this.#kinds.length > position + 1) this.#closeTop(start, start)
    this.#closeTop(start, end)
  }

  drop(start: number, end: number): void {
    this.#tree.add(MARKUP, this.#parent, { start, end, nameBits: 0 })
  }

  isInForeignContext(): boolean {
    return this.#contents.length > 0 && this.#contents.at(-1) !== 'html'
  }

  isInNoscript(): boolean {
    return this.#kinds.some((kind) => kind.name === 'noscript')
  }

  end(): PageTree {
    const { length } = this.#tree.html
    while (this.#kinds.length > 0) this.#closeTop(length, length)
    return this.#tree
  }

  #openElement(kind: ElementKind): void {
    const tag = this.#tag
    // HTML ignores a slash at a tag's end, but drawings follow XML.
    const isForeign = this.isInForeignContext()
    const followsXml = this.#isXhtml || isForeign || kind.role === 'drawing'
    const isClosed = kind.isVoid || (followsXml && tag.isSelfClosed)
    if (!isForeign) this.#supplyEndTags(kind, tag.start)
    if (this.#kinds.length >= MAX_DEPTH && !isClosed) {
      this.#tooDeep.set(kind, (this.#tooDeep.get(kind) ?? 0) + 1)
      return this.drop(tag.start, tag.end)
    }
    const node = this.#tree.add(kind, this.#parent, tag)
    if (isClosed) return
    this.#open.push(node)
    this.#kinds.push(kind)
    if (kind.role === 'drawing' || this.#contents.length > 0) this.#contents.push(this.#contentOf(kind))
  }

  /**
   * Tells whether an end tag does not reach the open element at `position`. A part of a table ends everything in it, but
   * HTML ignores the tags of one without a table. Other elements of HTML do not end from within an element of a drawing
   * that holds HTML itself (HTML Standard, "has an element in scope"). Drawings and their elements do end, though
   * browsers continue in HTML that is open in them. Otherwise a page with HTML left open there would lose its rest.
   */
  #isOutOfReach({ name, role }: ElementKind, position: number): boolean {
    if (this.#contents.length === 0) return false
    // The element's place among the contents; negative around the outermost drawing.
    const place = position - (this.#kinds.length - this.#contents.length)
    if (TABLE_PARTS.has(name))
      return place < 0 && this.isInForeignContext() && !this.#kinds.some((kind) => kind.name === 'table')
    const isHtml = place < 0 || (this.#contents[place - 1] === 'html' && role !== 'drawing')
    if (!isHtml || name === 'table') return false
    return this.#contents.some(
      (content, at) => at > Math.max(place, 0) && content === 'html' && this.#contents[at - 1] !== 'html',
    )
  }

  #contentOf(kind: ElementKind): Content {
    const outer = this.#contents.at(-1) ?? 'html'
    if (outer === 'html' && kind.role === 'drawing') return kind.name === 'svg' ? 'svg' : 'math'
    if (outer === 'html' || HOLDS_HTML[outer].has(kind.name)) return 'html'
    return kind.name === 'svg' && this.#kinds.at(-2)?.name === 'annotation-xml' ? 'svg' : outer
  }

  #breaksOut(kind: ElementKind): boolean {
    if (kind.name !== 'font') return kind.breaksOut
    return ['color', 'face', 'size'].some((name) => this.#tag.find(name) !== -1)
  }

  #leaveForeign(at: number): void {
    while (this.isInForeignContext()) this.#closeTop(at, at)
  }

  #supplyEndTags(kind: ElementKind, at: number): void {
    if (!kind.belongsToHead && this.#kinds.at(-1)?.role === 'head') this.#closeTop(at, at)
    const { closes } = kind
    if (closes === undefined) return
    let above = this.#kinds.at(-1)
    while (above !== undefined && closes.has(above.name)) {
      this.#closeTop(at, at)
      above = this.#kinds.at(-1)
    }
  }

  /** Ends the innermost open element by a tag from `start` to `end`, or without one when both are equal. */
  #closeTop(start: number, end: number): void {
    this.#kinds.pop()
    const node = this.#open.pop()
    if (node === undefined) return
    this.#contents.pop()
    this.#tree.setEnd(node, start, end)
  }

  get #parent(): number {
    return this.#open.at(-1) ?? ROOT
  }
}
