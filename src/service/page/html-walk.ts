import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { createKindFinder, type ElementKind } from './element-kinds.ts'
import { TagAttributes } from './tag-attributes.ts'

/** What a walk reports; positions are UTF-16 offsets into the page's text. */
export interface WalkSink {
  /**
   * An element starts: `start` is its `<`, `end` lies behind its `>`. The answer is handed back when it ends; 0 means that
   * nothing needs to be remembered. `attributes` are only valid during the call.
   */
  open(kind: ElementKind, start: number, end: number, attributes: TagAttributes): number
  /** An element ends, with a tag from `start` to `end`, or without one where both are equal. */
  close(kind: ElementKind, token: number, start: number, end: number): void
  /** A comment, a tag that ends nothing, or a tag nested too deeply: not part of the content. */
  drop(start: number, end: number): void
}

/** Elements nested deeper lose their tags and keep their text, as in browsers (which stop at 512). */
const MAX_DEPTH = 400

/**
 * Reads HTML once and reports elements balanced: optional end tags are supplied, stray ones dropped. Linear in the length
 * of the page whatever its shape; stands on the tokenizer alone, because the library's own parser moves its whole stack at
 * every tag, which takes minutes on a page of nothing but opened elements.
 */
export function walkHtml(html: string, sink: WalkSink): void {
  const walk = new HtmlWalk(html, sink)
  const tokenizer = new Tokenizer({ decodeEntities: false }, walk)
  tokenizer.write(html)
  tokenizer.end()
}

class HtmlWalk implements TokenizerCallbacks {
  private readonly html: string
  private readonly sink: WalkSink
  private readonly kindOf = createKindFinder()
  private readonly attributes: TagAttributes
  private readonly kinds: ElementKind[] = []
  private readonly tokens: number[] = []
  /** Elements that were too deep to be opened, by kind, so that their end tags end nothing else. */
  private readonly tooDeep = new Map<ElementKind, number>()
  private tag: ElementKind | undefined
  private tagStart = 0
  private foreignDepth = 0

  constructor(html: string, sink: WalkSink) {
    this.html = html
    this.sink = sink
    this.attributes = new TagAttributes(html)
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.kindOf(this.html.slice(start, end))
    this.tagStart = start - 1
    this.attributes.clear()
  }

  onattribname(start: number, end: number): void {
    this.attributes.addName(start, end)
  }

  onattribdata(start: number, end: number): void {
    this.attributes.addValue(start, end)
  }

  onattribend(): void {
    this.attributes.endAttribute()
  }

  onopentagend(end: number): void {
    this.openElement(end + 1, false)
  }

  onselfclosingtag(end: number): void {
    // HTML ignores the slash, but drawings are XML at heart.
    this.openElement(end + 1, this.isInForeignContext())
  }

  onclosetag(start: number, nameEnd: number): void {
    const kind = this.kindOf(this.html.slice(start, nameEnd))
    const bracket = this.html.indexOf('>', nameEnd)
    const end = bracket === -1 ? this.html.length : bracket + 1
    const deeper = this.tooDeep.get(kind) ?? 0
    const position = deeper > 0 ? -1 : this.kinds.lastIndexOf(kind)
    if (deeper > 0) this.tooDeep.set(kind, deeper - 1)
    if (position === -1) return this.sink.drop(start - 2, end)
    while (this.kinds.length > position + 1) this.closeTop(start - 2, start - 2)
    this.closeTop(start - 2, end)
  }

  oncomment(start: number, end: number): void {
    this.sink.drop(this.html.lastIndexOf('<', start - 1), Math.min(end + 1, this.html.length))
  }

  oncdata(start: number, end: number): void {
    if (!this.isInForeignContext()) this.oncomment(start, end)
  }

  ondeclaration(start: number, end: number): void {
    this.oncomment(start, end)
  }

  onprocessinginstruction(start: number, end: number): void {
    this.oncomment(start, end)
  }

  onend(): void {
    const { length } = this.html
    // A tag that the page's end cuts off is no element and no text either.
    if (this.tag !== undefined) this.sink.drop(this.tagStart, length)
    while (this.kinds.length > 0) this.closeTop(length, length)
  }

  ontext(): void {}

  ontextentity(): void {}

  onattribentity(): void {}

  isInForeignContext(): boolean {
    return this.foreignDepth > 0
  }

  private openElement(end: number, isClosed: boolean): void {
    const kind = this.tag
    if (kind === undefined) return
    this.tag = undefined
    if (this.foreignDepth === 0) this.supplyEndTags(kind)
    if (this.kinds.length >= MAX_DEPTH && !kind.isVoid && !isClosed) {
      this.tooDeep.set(kind, (this.tooDeep.get(kind) ?? 0) + 1)
      return this.sink.drop(this.tagStart, end)
    }
    const token = this.sink.open(kind, this.tagStart, end, this.attributes)
    if (kind.isVoid || isClosed) return this.sink.close(kind, token, end, end)
    this.kinds.push(kind)
    this.tokens.push(token)
    if (kind.role === 'drawing') this.foreignDepth++
  }

  private supplyEndTags(kind: ElementKind): void {
    const at = this.tagStart
    if (!kind.belongsToHead && this.kinds.at(-1)?.name === 'head') this.closeTop(at, at)
    const { closes } = kind
    if (closes === undefined) return
    let above = this.kinds.at(-1)
    while (above !== undefined && closes.has(above.name)) {
      this.closeTop(at, at)
      above = this.kinds.at(-1)
    }
  }

  private closeTop(start: number, end: number): void {
    const kind = this.kinds.pop()
    const token = this.tokens.pop()
    if (kind === undefined || token === undefined) return
    if (kind.role === 'drawing') this.foreignDepth--
    this.sink.close(kind, token, start, end)
  }
}
