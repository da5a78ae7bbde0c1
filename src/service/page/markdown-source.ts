import { codeLanguage, wrapperLanguage } from './code-language.ts'
import type { ElementKind } from './element-kinds.ts'
import type { KeptHtml } from './kept-html.ts'
import type { TagAttributes } from './tag-attributes.ts'

/** Stands for an image inside the page while it is converted; its bytes are no text. */
export const EMBEDDED_IMAGE = 'about:embedded-image'
/** Private-use characters that the converter passes through, for list boxes that it does not know. */
export const UNCHECKED_BOX = '\uE5B0'
export const CHECKED_BOX = '\uE5B1'

/** A start tag; `text` is its new text when addresses in it were made absolute. */
export interface StartTag {
  readonly start: number
  readonly end: number
  readonly className: string
  readonly text: string | undefined
}

type OpenRecord =
  | { readonly type: 'pre' | 'anchor' | 'flattened' | 'division' | 'linked-heading' }
  | { readonly type: 'heading' | 'hidden'; readonly mark: number }
  | { readonly type: 'wrapper'; readonly outer: string | undefined }

const PERMALINK =
  /(?:^|\s)(?:headerlink|anchor|header-anchor|anchor-link|anchorjs-link|hash-link|heading-anchor)(?:\s|$)/

/**
 * Writes the kept tags, and smooths for the Markdown converter what it would render badly: markup inside code blocks,
 * headings and blocks inside links, definition lists, links of a heading to itself, drawings, list boxes.
 */
export class MarkdownSource {
  private readonly html: string
  private readonly kept: KeptHtml
  private readonly isWanted: boolean
  private readonly records: OpenRecord[] = []
  private code: { readonly mark: number; language: string | undefined } | undefined
  private anchor: { readonly mark: number; readonly text: string; isMoved: boolean } | undefined
  private wrapper: string | undefined

  constructor(html: string, kept: KeptHtml, isWanted: boolean) {
    this.html = html
    this.kept = kept
    this.isWanted = isWanted
  }

  /** Writes a start tag; the answer is whether `close` has to be called for its end, instead of `closePlain`. */
  open(kind: ElementKind, tag: StartTag, attributes: TagAttributes): boolean {
    if (!this.isWanted) return this.write(tag)
    if (this.code !== undefined) return this.openInCode(kind, tag, attributes)
    switch (kind.role) {
      case 'pre':
        return this.openCode(tag, attributes)
      case 'anchor':
        return this.openAnchor(tag, attributes)
      case 'heading':
        return this.openHeading(tag)
      case 'definition':
        return this.isInLink() ? this.flatten(tag) : this.openDivision(tag)
      case 'block':
        return this.isInLink() ? this.flatten(tag) : this.openBlock(tag)
      case 'drawing':
        return this.push({ type: 'hidden', mark: this.kept.mark(tag.start) })
      case 'checkbox':
        return this.writeBox(tag, attributes)
      case 'image':
        return this.writeImage(tag, attributes)
      default:
        return this.write(tag)
    }
  }

  /** The end of an element that `open` answered false for. */
  closePlain(kind: ElementKind, start: number, end: number): void {
    if (this.code === undefined || this.kept.isPaused) return
    const endsLine = kind.role === 'block' && !kind.isVoid
    this.kept.divert(start, end, '')
    if (endsLine && !this.kept.endsLine) this.kept.divert(end, end, '\n')
  }

  close(kind: ElementKind, start: number, end: number): void {
    const record = this.records.pop()
    switch (record?.type) {
      case 'pre':
        this.code = undefined
        return this.kept.divert(start, end, '</code></pre>')
      case 'anchor':
        if (this.anchor?.isMoved === true) this.kept.divert(start, end, '')
        this.anchor = undefined
        return
      case 'flattened':
        return this.kept.divert(start, end, ' ')
      case 'division':
        return this.kept.divert(start, end, '</div>')
      case 'linked-heading':
        return this.kept.divert(start, end, `</a></${kind.name}>`)
      case 'heading':
        if (!hasContent(this.kept.markdownSince(record.mark, start))) this.kept.hideSince(record.mark, end)
        return
      case 'hidden':
        return this.kept.hideSince(record.mark, end)
      case 'wrapper':
        this.wrapper = record.outer
        return
      case undefined:
    }
  }

  private write(tag: StartTag): boolean {
    if (tag.text !== undefined) this.kept.replace(tag.start, tag.end, tag.text)
    return false
  }

  private isInLink(): boolean {
    return this.anchor !== undefined && !this.anchor.isMoved
  }

  /** The converter loses indentation that stands in an element of its own, and puts link marks into code: it gets text alone. */
  private openInCode(kind: ElementKind, tag: StartTag, attributes: TagAttributes): boolean {
    const markdown = kind.role === 'break' ? '\n' : ''
    if (tag.text === undefined) this.kept.divert(tag.start, tag.end, markdown)
    else this.kept.fork(tag.start, tag.end, tag.text, markdown)
    if (kind.role === 'code' && this.code !== undefined && this.code.language === undefined) {
      this.code.language = languageOf(tag, attributes)
      if (this.code.language !== undefined) this.kept.rewrite(this.code.mark, codeStart(this.code.language))
    }
    return false
  }

  private openCode(tag: StartTag, attributes: TagAttributes): boolean {
    const language = languageOf(tag, attributes) ?? this.wrapper
    this.code = { mark: this.kept.mark(tag.start), language }
    // HTML drops a line break right behind the tag.
    const lineBreak = /^\r?\n/.exec(this.html.slice(tag.end, tag.end + 2))?.[0].length ?? 0
    this.kept.divert(tag.start, tag.end + lineBreak, codeStart(language))
    return this.push({ type: 'pre' })
  }

  private openAnchor(tag: StartTag, attributes: TagAttributes): boolean {
    const href = attributes.get('href')
    if (href === undefined || this.anchor !== undefined) return this.write(tag)
    const mark = this.kept.mark(tag.start)
    const text = tag.text ?? this.html.slice(tag.start, tag.end)
    this.kept.replace(tag.start, tag.end, text)
    if (href.startsWith('#') && PERMALINK.test(tag.className)) return this.push({ type: 'hidden', mark })
    this.anchor = { mark, text, isMoved: false }
    return this.push({ type: 'anchor' })
  }

  /** A heading inside a link becomes a heading that holds the link: Markdown has no other way to say it. */
  private openHeading(tag: StartTag): boolean {
    const mark = this.kept.mark(tag.start)
    if (this.anchor === undefined || this.anchor.isMoved) {
      this.kept.keepTo(tag.end)
      return this.push({ type: 'heading', mark })
    }
    this.anchor.isMoved = true
    this.kept.hideOne(this.anchor.mark)
    this.kept.divert(tag.start, tag.end, this.html.slice(tag.start, tag.end) + this.anchor.text)
    return this.push({ type: 'linked-heading' })
  }

  private openDivision(tag: StartTag): boolean {
    this.kept.divert(tag.start, tag.end, '<div>')
    return this.push({ type: 'division' })
  }

  private openBlock(tag: StartTag): boolean {
    const language = tag.className === '' ? undefined : wrapperLanguage(tag.className)
    if (language === undefined) return this.write(tag)
    const outer = this.wrapper
    this.wrapper = language
    return this.push({ type: 'wrapper', outer })
  }

  private flatten(tag: StartTag): boolean {
    this.kept.divert(tag.start, tag.end, ' ')
    return this.push({ type: 'flattened' })
  }

  private writeBox(tag: StartTag, attributes: TagAttributes): boolean {
    if (attributes.get('type')?.toLowerCase() === 'checkbox') {
      this.kept.divert(tag.start, tag.end, attributes.has('checked') ? CHECKED_BOX : UNCHECKED_BOX)
    }
    return false
  }

  private writeImage(tag: StartTag, attributes: TagAttributes): boolean {
    if (tag.text !== undefined || attributes.get('src')?.startsWith('data:') !== true) return this.write(tag)
    const index = attributes.find('alt')
    const alt = index === -1 ? '' : this.html.slice(attributes.startOf(index), attributes.endOf(index))
    this.kept.divert(
      tag.start,
      tag.end,
      `<img src="${EMBEDDED_IMAGE}" alt="${alt.replaceAll('"', '&quot;')}">`,
    )
    return false
  }

  private push(record: OpenRecord): boolean {
    this.records.push(record)
    return true
  }
}

function languageOf(tag: StartTag, attributes: TagAttributes): string | undefined {
  const named = attributes.get('data-lang') ?? attributes.get('data-language') ?? attributes.get('lang')
  if (named !== undefined && /^[A-Za-z][\w+#.-]{0,30}$/.test(named)) return named.toLowerCase()
  return codeLanguage(tag.className)
}

function codeStart(language: string | undefined): string {
  return language === undefined ? '<pre><code>' : `<pre><code class="language-${language}">`
}

/** Longer headings have something to say, and are not searched. */
const MAX_EMPTY_HEADING = 2000

/** Text or an image between the tags. */
function hasContent(html: string): boolean {
  return (
    html.length > MAX_EMPTY_HEADING || html.includes('<img') || html.replaceAll(/<[^>]*>/g, '').trim() !== ''
  )
}
