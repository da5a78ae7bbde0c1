/**
 * HTML as elements. In: the text of a page, whatever it holds. Out: elements and tags one after another, balanced, by
 * their places in the text. Refuses to know what links, Markdown and main content are.
 */
import {
  createKindFinder,
  HOLDS_HTML,
  kindInHtml,
  type ElementKind,
  type KindFinder,
} from './element-kinds.ts'
import { scanHtml, type ScanSink } from './scan-html.ts'
import { StartTag } from './start-tag.ts'
import { isNamed } from './tag-characters.ts'

/** What a walk reports. Positions are UTF-16 offsets into the page's text. */
export interface WalkSink {
  /**
   * An element starts. The returned number comes back at its end; 0 means that nothing must be remembered. `tag` is
   * valid only during the call. `around` are the starts of the open elements around it, outermost first; it changes
   * after the call.
   */
  open(kind: ElementKind, tag: StartTag, around: readonly number[]): number
  /** An element ends, by a tag from `start` to `end`, or without one when both are equal. */
  close(kind: ElementKind, token: number, start: number, end: number): void
  /** A comment, a tag that ends nothing, or a tag nested too deeply: not content. */
  drop(start: number, end: number): void
}

/** Elements nested deeper lose their tags and keep their text, as in browsers (which stop at 512). */
const MAX_DEPTH = 400

/**
 * Reads HTML once and reports balanced elements: it supplies optional end tags and drops stray ones. Linear in the
 * length of any page. It uses a scan for tags only, because htmlparser2's parser moves its whole stack at every tag,
 * which takes minutes on a page of nothing but opened elements.
 * @param from where to start, at a tag, as if nothing stood before it
 * @param to where no tag is read any more
 */
export function walkHtml(html: string, sink: WalkSink, from = 0, to = html.length): void {
  const tag = new StartTag(html)
  const walk = new HtmlWalk(html, sink, tag)
  scanHtml(html, tag, walk, { from, to })
  walk.end(to)
}

const TABLE_PARTS: ReadonlySet<string> = new Set(['caption', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'])

const GREATER = 0x3e

/** By which rules tags are read: HTML's, or as XML. */
type Content = 'html' | 'svg' | 'math'

class HtmlWalk implements ScanSink {
  readonly #html: string
  readonly #sink: WalkSink
  readonly #tag: StartTag
  readonly #kindOf: KindFinder
  readonly #kinds: ElementKind[] = []
  readonly #tokens: number[] = []
  readonly #starts: number[] = []
  /** Elements too deep to be opened, by kind, so that their end tags end nothing else. */
  readonly #tooDeep = new Map<ElementKind, number>()
  #isTooDeep = false
  /** What the content of each open element is, from the outermost drawing or formula on; empty elsewhere. */
  readonly #contents: Content[] = []

  constructor(html: string, sink: WalkSink, tag: StartTag) {
    this.#html = html
    this.#sink = sink
    this.#tag = tag
    this.#kindOf = createKindFinder(html)
  }

  openTag(nameEnd: number): string | undefined {
    const named = this.#kindOf(this.#tag.start + 1, nameEnd)
    if (this.isInForeignContext() && this.#breaksOut(named)) this.#leaveForeign(this.#tag.start)
    const kind = this.isInForeignContext() ? named : kindInHtml(named)
    const textOf = kind.holdsText && !this.isInForeignContext() ? kind.name : undefined
    this.#openElement(kind)
    return textOf
  }

  closeTop(start: number): number {
    const top = this.#kinds.at(-1)
    if (top === undefined || this.#isTooDeep || this.#contents.length > 0) return -1
    const nameEnd = start + 2 + top.name.length
    if (this.#html.charCodeAt(nameEnd) !== GREATER || !isNamed(this.#html, start + 2, nameEnd, top.name))
      return -1
    this.#closeTop(start, nameEnd + 1)
    return nameEnd + 1
  }

  closeTag(start: number, nameEnd: number, end: number): void {
    const kind = this.#kindOf(start + 2, nameEnd)
    if (this.isInForeignContext() && (kind.name === 'p' || kind.name === 'br')) this.#leaveForeign(start)
    const deeper = this.#isTooDeep ? (this.#tooDeep.get(kind) ?? 0) : 0
    if (deeper === 0 && this.#kinds.at(-1) === kind) return this.#closeTop(start, end)
    const position = deeper > 0 ? -1 : this.#kinds.lastIndexOf(kind)
    if (deeper > 0) this.#tooDeep.set(kind, deeper - 1)
    if (position === -1 || this.#isOutOfReach(kind, position)) return this.#sink.drop(start, end)
    while (this.#kinds.length > position + 1) this.#closeTop(start, start)
    this.#closeTop(start, end)
  }

  drop(start: number, end: number): void {
    this.#sink.drop(start, end)
  }

  isInForeignContext(): boolean {
    return this.#contents.length > 0 && this.#contents.at(-1) !== 'html'
  }

  isInNoscript(): boolean {
    return this.#kinds.some((kind) => kind.name === 'noscript')
  }

  /** Ends everything that is open. */
  end(at: number): void {
    while (this.#kinds.length > 0) this.#closeTop(at, at)
  }

  #openElement(kind: ElementKind): void {
    const tag = this.#tag
    // HTML ignores a slash at a tag's end, but drawings are XML.
    const isForeign = this.isInForeignContext()
    const isClosed = (isForeign || kind.role === 'drawing') && tag.isSelfClosed
    if (!isForeign) this.#supplyEndTags(kind, tag.start)
    if (this.#kinds.length >= MAX_DEPTH && !kind.isVoid && !isClosed) {
      this.#isTooDeep = true
      this.#tooDeep.set(kind, (this.#tooDeep.get(kind) ?? 0) + 1)
      return this.#sink.drop(tag.start, tag.end)
    }
    const token = this.#sink.open(kind, tag, this.#starts)
    if (kind.isVoid || isClosed) return this.#sink.close(kind, token, tag.end, tag.end)
    this.#kinds.push(kind)
    this.#tokens.push(token)
    this.#starts.push(tag.start)
    if (kind.role === 'drawing' || this.#contents.length > 0) this.#contents.push(this.#contentOf(kind))
  }

  /**
   * Tells whether an end tag does not reach the open element at `position`. A part of a table ends everything in it, but
   * HTML ignores the tags of one without a table. Other HTML does not end from within an element of a drawing that holds
   * HTML itself (HTML Standard, "has an element in scope"). A drawing and its elements do, though a browser goes on with
   * HTML that is open in them: a page whose HTML is left open there, or looks so to this walk, would lose all behind it.
   */
  #isOutOfReach({ name, role }: ElementKind, position: number): boolean {
    if (this.#contents.length === 0) return false
    // Its place among the contents; negative around the outermost drawing.
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
    const around = this.#contents.at(-1) ?? 'html'
    if (around === 'html') return kind.role !== 'drawing' ? 'html' : kind.name === 'svg' ? 'svg' : 'math'
    if (HOLDS_HTML[around].has(kind.name)) return 'html'
    return kind.name === 'svg' && this.#kinds.at(-2)?.name === 'annotation-xml' ? 'svg' : around
  }

  #breaksOut(kind: ElementKind): boolean {
    if (kind.name !== 'font') return kind.breaksOut
    return this.#tag.has('color') || this.#tag.has('face') || this.#tag.has('size')
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

  #closeTop(start: number, end: number): void {
    const kind = this.#kinds.pop()
    const token = this.#tokens.pop()
    this.#starts.pop()
    if (kind === undefined || token === undefined) return
    this.#contents.pop()
    this.#sink.close(kind, token, start, end)
  }
}
