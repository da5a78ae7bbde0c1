import type { ElementKind } from '../html/element-kinds.ts'
import { HeadReader } from './head-reader.ts'
import type { WalkSink } from '../html/html-walk.ts'
import { KeptHtml } from '../html/kept-html.ts'
import type { Link } from '../link/link.ts'
import { LinkCollector } from '../link/link-collector.ts'
import { onlyTitle, type MainContent } from '../main/find-main-content.ts'
import { isNonMain } from '../main/is-non-main.ts'
import { MainHolders } from '../main/main-holders.ts'
import { MarkdownWriter } from '../markdown/markdown-writer.ts'
import type { HeadMetadata } from './page-metadata.ts'
import { PartReader } from '../link/part-reader.ts'
import type { LinkCache } from '../link/resolve-link.ts'
import { matchesSimple, type SimpleSelectors } from './simple-selectors.ts'
import type { StartTag } from '../html/start-tag.ts'

export interface ReadRequest {
  /** Final address of the page. */
  readonly url: string
  readonly cache: LinkCache
  /** Whether the content is wanted, or only the page's links and metadata. */
  readonly wantContent: boolean
  readonly wantHtml: boolean
  readonly wantMarkdown: boolean
  /** Keeps images given as `data:` URLs in the Markdown. */
  readonly keepsEmbedded?: boolean
  readonly onlyMainContent: boolean
  /** Whether the HTML is what was asked for by selectors, so that its text is not judged. */
  readonly isSelected?: boolean
  readonly exclude: SimpleSelectors | undefined
}

export interface PageReading {
  readonly base: string
  /** Every link of the page, absolute, in document order, fragments kept, each once. */
  readonly links: readonly Link[]
  /** The links of the kept content. */
  readonly keptLinks: readonly string[]
  readonly keptImages: readonly string[]
  readonly metadata: HeadMetadata
  /** Where the page leads on at once, absolute. */
  readonly refresh: string | undefined
  /** Whether it has more links or images than are read. */
  readonly isCut: boolean
  /** Whether content was wanted and only tags and white space were kept. */
  readonly isBlank: boolean
  /** The kept content with absolute URLs; empty when not wanted. */
  readonly html: string
  /** The same as Markdown; empty when not wanted. */
  readonly markdown: string
}

/** What a walk must know from its beginning. */
export interface KnownBefore {
  /** The main content, as judged by the text; undefined where only names tell. */
  readonly main: MainContent | undefined
  /** What an earlier walk has found. */
  readonly base?: string
  readonly holders?: MainHolders
}

/** An open element whose end matters. */
type OpenRecord =
  | { readonly type: 'title'; readonly textStart: number }
  | { readonly type: 'hidden' | 'left-out' | 'unwrapped' | 'written' }
  | { readonly type: 'drawing'; readonly isWritten: boolean }
  | { readonly type: 'part' }
  | { readonly type: 'declared'; readonly start: number; readonly inner: number }

const HIDDEN: OpenRecord = { type: 'hidden' }
const LEFT_OUT: OpenRecord = { type: 'left-out' }
const UNWRAPPED: OpenRecord = { type: 'unwrapped' }
const WRITTEN: OpenRecord = { type: 'written' }
const PART: OpenRecord = { type: 'part' }

function titleOf(html: string, { onlyMainContent, wantContent }: ReadRequest): number {
  return onlyMainContent && wantContent ? onlyTitle(html) : -1
}

/** Turns the elements of one walk into a reading. */
export class PageSink implements WalkSink {
  readonly #html: string
  readonly #request: ReadRequest
  readonly #head: HeadReader
  readonly #kept: KeptHtml
  readonly #links: LinkCollector
  readonly #markdown: MarkdownWriter | undefined
  readonly #records: OpenRecord[] = []
  readonly #main: MainContent | undefined
  readonly #holders: MainHolders
  readonly #parts: PartReader
  /** Whether the content itself is wanted, as HTML or Markdown, and not only its links. */
  readonly #wantText: boolean
  #baseIsLate = false
  #drawings = 0
  /** Around this place: what is only for browsers without scripts. */
  #noscripts = 0
  /** Inside a header, a sidebar or the like. */
  #isLeftOut = false
  /** The next text that is left out of an element that stays, and where it begins. */
  #nextLoose = 0
  #looseFrom: number
  /** Outside of the element that the page declares as its main one, whose end was where it was expected, or not yet. */
  #isElsewhere: boolean
  #isDeclaredFound = false

  constructor(html: string, request: ReadRequest, known: KnownBefore) {
    this.#html = html
    this.#request = request
    this.#head = new HeadReader(request.url, known.base)
    this.#main = known.main
    this.#looseFrom = known.main?.looseText[0] ?? Infinity
    this.#holders = known.holders ?? new MainHolders(this.#main === undefined ? titleOf(html, request) : -1)
    this.#links = new LinkCollector(html, request, this.#head.base())
    this.#parts = new PartReader(html, this.#links)
    const { wantMarkdown, keepsEmbedded = false } = request
    this.#markdown = wantMarkdown
      ? new MarkdownWriter(html, { links: this.#links, keepsEmbedded })
      : undefined
    this.#kept = new KeptHtml(html, request.wantHtml, this.#markdown)
    this.#wantText = request.wantHtml || request.wantMarkdown
    this.#isElsewhere = known.main?.declared !== undefined
    if (!request.wantContent || this.#isElsewhere) this.#kept.pause(0)
  }

  open(kind: ElementKind, tag: StartTag, around: readonly number[]): number {
    if (this.#looseFrom < tag.start) this.#dropLooseText(tag.start)
    if (this.#isElsewhere && this.#isDeclared(tag.start)) return this.#openDeclared(kind, tag, around)
    switch (kind.role) {
      case 'html':
        this.#head.readLanguage(tag)
        this.#parts.giveUp()
        break
      case 'title':
        if (this.#drawings > 0) break
        this.#parts.giveUp()
        this.#kept.pause(tag.start)
        return this.#push({ type: 'title', textStart: tag.end })
      case 'base':
        if (this.#head.readBase(tag)) this.#baseIsLate = this.#links.setBase(this.#head.base())
        return this.#hideHead(tag)
      case 'meta':
        this.#head.readMeta(tag, this.#noscripts === 0)
        return this.#hideHead(tag)
      case 'link':
        this.#head.readLink(tag)
        return this.#hideHead(tag)
      case 'head':
        return this.#hide(tag.start)
      case 'frame':
        this.#links.frame(kind, tag)
        break
      case 'unseen':
        if (kind.name === 'noscript') this.#noscripts++
        if (kind.name === 'noscript' && this.#main?.showsNoscript === true) break
        return this.#hide(tag.start)
      default:
    }
    if (!this.#kept.isPaused) return this.#openContent(kind, tag, around)
    return this.#isElsewhere ? this.#openElsewhere(kind, tag, around) : this.#openUnkept(kind, tag, around)
  }

  close(kind: ElementKind, token: number, start: number, end: number): void {
    if (this.#looseFrom < start) this.#dropLooseText(start)
    if (kind.name === 'noscript') this.#noscripts--
    if (token === 0) return this.#closePlain(kind, start, end)
    const record = this.#records.pop()
    switch (record?.type) {
      case 'title':
        this.#head.readTitle(this.#html.slice(record.textStart, start))
        return this.#kept.resume(end)
      case 'hidden':
        return this.#kept.resume(end)
      case 'drawing':
        this.#drawings--
        return record.isWritten ? this.#markdown?.close(kind, start, end) : undefined
      case 'written':
        return this.#markdown?.close(kind, start, end)
      case 'unwrapped':
        return this.#kept.drop(start, end)
      case 'left-out':
        this.#isLeftOut = false
        this.#parts.close(start, end)
        return this.#kept.resume(end)
      case 'part':
        this.#isLeftOut = false
        return this.#parts.close(start, end)
      case 'declared':
        return this.#closeDeclared(kind, record, start, end)
      case undefined:
    }
  }

  drop(start: number, end: number): void {
    if (this.#looseFrom < start) this.#dropLooseText(start)
    this.#parts.drop(start)
    this.#kept.drop(start, end)
  }

  /**
   * Returns what another walk has to start with, where this one has found it too late: links stood before the `base`
   * that they start from, or something was left out that holds the main content.
   */
  lateFindings(): KnownBefore | undefined {
    if (!this.#baseIsLate && !this.#holders.wereMissed) return undefined
    return { main: this.#main, base: this.#head.base(), holders: this.#holders }
  }

  /** Whether an element that seems to be declared as the main one is none, such as one in a comment, or ends elsewhere. */
  get isMisled(): boolean {
    return this.#main?.declared !== undefined && !this.#isDeclaredFound
  }

  reading(): PageReading {
    const { wantContent, wantHtml } = this.#request
    this.#dropLooseText(this.#html.length)
    if (wantContent) this.#kept.finish()
    return {
      base: this.#head.base(),
      links: this.#links.all(),
      keptLinks: this.#links.kept(),
      keptImages: this.#links.images(),
      metadata: this.#head.collected(),
      refresh: this.#head.refresh(),
      isCut: this.#links.isCut,
      isBlank: wantContent && this.#kept.isBlank(),
      html: wantContent && wantHtml ? this.#kept.html() : '',
      markdown: wantContent ? (this.#markdown?.end() ?? '') : '',
    }
  }

  #openContent(kind: ElementKind, tag: StartTag, around: readonly number[]): number {
    const removed = this.#removal(kind, tag, around)
    if (removed !== 0) {
      if (kind.role === 'anchor') this.#links.anchor(tag, false)
      return removed
    }
    if (kind.role === 'unseen') {
      this.#kept.drop(tag.start, tag.end)
      return this.#push(UNWRAPPED)
    }
    if (!this.#wantText) return this.#openUnwritten(kind, tag)
    const url = this.#addressOf(kind, tag)
    if (url !== undefined && this.#request.wantHtml) this.#rewrite(kind, tag, url)
    const isEndWanted = this.#markdown?.open(kind, tag, url) === true
    if (kind.role === 'drawing') return this.#openDrawing(isEndWanted)
    return isEndWanted ? this.#push(WRITTEN) : 0
  }

  #isDeclared(start: number): boolean {
    const { declared } = this.#main ?? {}
    return declared !== undefined && (start === declared.start || start === declared.title)
  }

  /** Opens the element that is all of the content, or its title elsewhere. */
  #openDeclared(kind: ElementKind, tag: StartTag, around: readonly number[]): number {
    this.#isElsewhere = false
    this.#isLeftOut = false
    this.#parts.giveUp()
    this.#kept.resume(tag.start)
    const inner = this.#kept.isPaused
      ? this.#openUnkept(kind, tag, around)
      : this.#openContent(kind, tag, around)
    const place = this.#push({ type: 'declared', start: tag.start, inner })
    const { start, tape } = this.#main?.declared ?? {}
    if (tag.start === start && tape !== undefined && tape.contentEnd >= tag.end) {
      tape.replay(this, around)
      tag.next = tape.contentEnd
    }
    return place
  }

  #closeDeclared(
    kind: ElementKind,
    { start: opened, inner }: { readonly start: number; readonly inner: number },
    start: number,
    end: number,
  ): void {
    const { declared } = this.#main ?? {}
    if (opened === declared?.start) this.#isDeclaredFound = end === declared.end && !this.#kept.isPaused
    this.close(kind, inner, start, end)
    this.#kept.pause(end)
    this.#isElsewhere = true
  }

  /** Reads an element outside of the content, of which only its links matter. What sites repeat is read once. */
  #openElsewhere(kind: ElementKind, tag: StartTag, around: readonly number[]): number {
    const { exclude } = this.#request
    if (exclude !== undefined || this.#isLeftOut || this.#drawings > 0 || !isNonMain(kind, tag))
      return this.#openUnkept(kind, tag, around)
    if (kind.role === 'anchor') this.#links.anchor(tag, false)
    const { start = -1, title = -1 } = this.#main?.declared ?? {}
    this.#isLeftOut = true
    this.#parts.open(tag, around.length, [start, title])
    return this.#push(PART)
  }

  /** Reads an element of what is left out: only its links matter, and whether it is the main content. */
  #openUnkept(kind: ElementKind, tag: StartTag, around: readonly number[]): number {
    if (kind.role === 'anchor') this.#links.anchor(tag, false)
    if (this.#isLeftOut && !this.#isElsewhere && !this.#kept.isPausedTwice) {
      const { exclude } = this.#request
      if (exclude !== undefined && isMatch(exclude, kind, tag)) return this.#hide(tag.start)
      if (this.#main === undefined && this.#holders.look(tag, around)) this.#parts.giveUp()
    }
    return kind.role === 'drawing' ? this.#openDrawing(false) : 0
  }

  /** Leaves an element out when the request or its kind says so; returns 0 when it stays. */
  #removal(kind: ElementKind, tag: StartTag, around: readonly number[]): number {
    const { exclude, onlyMainContent } = this.#request
    if (exclude !== undefined && isMatch(exclude, kind, tag)) return this.#hide(tag.start)
    if (!onlyMainContent || kind.role === 'html' || kind.role === 'body') return 0
    if (this.#main === undefined ? !this.#isLeftOutByName(kind, tag) : !this.#main.leavesOut(kind, tag))
      return 0
    this.#kept.pause(tag.start)
    this.#isLeftOut = true
    if (exclude === undefined && this.#drawings === 0) this.#parts.open(tag, around.length)
    return this.#push(LEFT_OUT)
  }

  /** Reads an element of the content if only its links are wanted. */
  #openUnwritten(kind: ElementKind, tag: StartTag): number {
    if (kind.role === 'anchor') this.#links.anchor(tag, true)
    else if (kind.role === 'image') this.#links.image(tag)
    return kind.role === 'drawing' ? this.#openDrawing(false) : 0
  }

  #openDrawing(isWritten: boolean): number {
    this.#drawings++
    return this.#push({ type: 'drawing', isWritten })
  }

  #isLeftOutByName(kind: ElementKind, tag: StartTag): boolean {
    if (!isNonMain(kind, tag)) return false
    // A heading that links to itself is no page header, though mdBook gives its link that class.
    if (kind.role === 'anchor' && this.#links.isOwnFragment(tag)) return false
    return !this.#holders.has(kind, tag)
  }

  /** Leaves out the text before a position that is no content, though what it stands in is. */
  #dropLooseText(before: number): void {
    const { looseText = [] } = this.#main ?? {}
    while (this.#looseFrom < before) {
      this.#kept.drop(this.#looseFrom, looseText[this.#nextLoose + 1] ?? before)
      this.#nextLoose += 2
      this.#looseFrom = looseText[this.#nextLoose] ?? Infinity
    }
  }

  /** Reads the address of a kept tag, absolute. */
  #addressOf(kind: ElementKind, tag: StartTag): string | undefined {
    switch (kind.role) {
      case 'anchor':
        return this.#links.anchor(tag, true)
      case 'image':
        return this.#links.image(tag)
      case 'media':
      case 'frame': {
        const src = tag.get('src')
        return src === undefined || src.startsWith('data:') ? undefined : this.#links.resolve(src)
      }
      default:
        return undefined
    }
  }

  /** Writes a kept tag with its address absolute into the HTML. */
  #rewrite(kind: ElementKind, tag: StartTag, url: string): void {
    const text = this.#links.rewrite(tag, kind.role === 'anchor' ? 'href' : 'src', url)
    if (text !== undefined) this.#kept.replace(tag.start, tag.end, text)
  }

  #closePlain(kind: ElementKind, start: number, end: number): void {
    if (!this.#kept.isPaused) this.#markdown?.closePlain(kind, start, end)
  }

  /** Leaves out what describes the page, wherever it stands. The part around it must be read on every page. */
  #hideHead(tag: StartTag): number {
    this.#parts.giveUp()
    return this.#hide(tag.start)
  }

  #hide(start: number): number {
    this.#kept.pause(start)
    return this.#push(HIDDEN)
  }

  #push(record: OpenRecord): number {
    return this.#records.push(record)
  }
}

/** Returns whether a tag is one of those that the request leaves out. */
export function isMatch(selectors: SimpleSelectors, kind: ElementKind, tag: StartTag): boolean {
  return matchesSimple(selectors, kind.name, tag.get('id'), tag.get('class'))
}
