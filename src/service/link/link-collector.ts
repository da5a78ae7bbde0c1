import { decodeHTMLAttribute } from 'entities'
import type { ElementKind } from '../html/element-kinds.ts'
import type { Link } from './link.ts'
import { pickImage } from './pick-image.ts'
import type { RepeatedParts } from './repeated-parts.ts'
import { isOfOrigin, type LinkCache, type LinkResolver } from './resolve-link.ts'
import type { StartTag } from '../html/start-tag.ts'

/** More links on one page are a trap. */
export const MAX_LINKS = 50_000

const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27

const LATE_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy']
const SETS = ['srcset', 'data-srcset', 'data-lazy-srcset']
const PLACEHOLDER =
  /^(?:data:|about:)|(?:^|[/_.-])(?:placeholder|blank|spacer|lazy|lazyload|loading|loader|transparent|1x1|pixel)(?:[_.-][\w.-]*)?\.(?:gif|png|svg|webp|jpe?g)(?:[?#]|$)/i
const MAX_NOSCRIPT = 2000
const NOSCRIPT_IMAGE = /^\s*<noscript[^>]*>\s*<img\b[^>]*?\ssrc\s*=\s*(?:"([^">]+)"|'([^'>]+)'|([^"'\s>]+))/i

/** A tag's new text in place of `start` to `end`, or undefined if the page's own will do. */
export type RewrittenTag = string | undefined

/** Links as they are met, until one leads to a different place from some page of the site. */
export interface PartLinks {
  readonly links: Link[]
  isOfSite: boolean
}

/** Readings are numbered, so that a link can tell in which one it was met. */
let lastSerial = 0

/** Collects a page's links and images as absolute URLs, and rewrites the tags that hold them. */
export class LinkCollector {
  readonly #html: string
  readonly #cache: LinkCache
  #resolver: LinkResolver
  readonly #ownFragments: string
  #resolvedAny = false
  #isCut = false
  readonly #every: Link[] = []
  readonly #keptLinks: Link[] = []
  readonly #serial = ++lastSerial
  readonly #keptImages: string[] = []
  #href: string | undefined
  /** Where the tag starts whose `href` it is. */
  #hrefAt = -1
  /** A listener learns of every link, also of earlier ones. */
  partLinks: PartLinks | undefined

  /** @param url of the page itself, whatever its base is */
  constructor(html: string, { url, cache }: { url: string; cache: LinkCache }, base: string) {
    this.#html = html
    this.#cache = cache
    this.#resolver = cache.forBase(base)
    this.#ownFragments = `${url.split('#')[0]}#`
  }

  /** What the pages of the same site repeat. */
  get parts(): RepeatedParts {
    return this.#resolver.parts
  }

  /** Sets the base from here on; tells whether links were resolved against another base before. */
  setBase(base: string): boolean {
    this.#resolver = this.#cache.forBase(base)
    return this.#resolvedAny
  }

  /** Reads an `a`: its link counts for the page, and for the content when `isKept`. Returns the absolute URL. */
  anchor(tag: StartTag, isKept: boolean): string | undefined {
    const href = this.hrefOf(tag)
    if (href === undefined) return undefined
    const link = this.#meetAt(href)
    if (link === undefined) return undefined
    const { url } = link
    if (!link.leadsSomewhere) return url
    if (isKept && link.keptBy !== this.#serial && this.#hasRoom(this.#keptLinks)) {
      link.keptBy = this.#serial
      this.#keptLinks.push(link)
    }
    return url
  }

  /** Reads an `iframe` or `frame`: what it shows is a page of the crawl like what an `a` leads to. */
  frame(kind: ElementKind, tag: StartTag): void {
    const source = kind.name === 'embed' ? undefined : tag.get('src')
    if (source !== undefined) this.#meetAt(source)
  }

  /** Counts the link at an address of the page, and of the part that is open; undefined when it is no address. */
  #meetAt(spelling: string): Link | undefined {
    const link = this.#find(spelling)
    if (this.partLinks !== undefined && !isOfOrigin(spelling)) this.partLinks.isOfSite = false
    if (link?.leadsSomewhere !== true) return link
    this.#meet(link)
    this.partLinks?.links.push(link)
    return link
  }

  /** Counts links that the page holds outside of the content, and that were met on another page. */
  meetAgain(links: readonly Link[]): void {
    if (links.length > 0) this.#resolvedAny = true
    for (const link of links) this.#meet(link)
  }

  /** Returns the address that an `a` leads to, as it is spelled. */
  hrefOf(tag: StartTag): string | undefined {
    if (this.#hrefAt !== tag.start) {
      this.#hrefAt = tag.start
      this.#href = tag.get('href')
    }
    return this.#href
  }

  /** Tells whether an `a` leads to a place of this very page. */
  isOwnFragment(tag: StartTag): boolean {
    const href = this.hrefOf(tag)
    return href !== undefined && (href.startsWith('#') || href.startsWith(this.#ownFragments))
  }

  /** Reads an `img` and returns the best of its candidates, absolute; `data:` URLs as they are. */
  image(tag: StartTag): string | undefined {
    const best = pickImage(this.#sourceOf(tag), firstOf(tag, SETS))
    if (best === undefined || best.startsWith('data:')) return best
    const url = this.resolve(best)
    if (url !== undefined && this.#hasRoom(this.#keptImages)) this.#keptImages.push(url)
    return url
  }

  /** Returns the address of an image that is loaded late where its `src` only keeps its place. */
  #sourceOf(tag: StartTag): string | undefined {
    const src = tag.get('src')
    if (src && !PLACEHOLDER.test(src)) return src
    const late = firstOf(tag, LATE_SOURCES) ?? this.#sourceWithoutScript(tag.end)
    return late ?? (firstOf(tag, SETS) === undefined ? src : undefined)
  }

  /** Returns the source of the image that right after another one is shown to readers without scripts. */
  #sourceWithoutScript(from: number): string | undefined {
    const following = this.#html.slice(from, from + MAX_NOSCRIPT)
    const raw = NOSCRIPT_IMAGE.exec(following)?.slice(1).find(Boolean)
    return raw === undefined ? undefined : decodeHTMLAttribute(raw)
  }

  /** Resolves any other address inside a tag. */
  resolve(spelling: string): string | undefined {
    return this.#find(spelling)?.url
  }

  /** Returns the tag's text with the value of one attribute replaced, or added when it has none. */
  rewrite(tag: StartTag, name: string, value: string): RewrittenTag {
    const index = tag.find(name)
    const start = index === -1 ? -1 : tag.startOf(index)
    const end = tag.endOf(index)
    if (start !== -1 && this.#html.slice(start, end) === value) return undefined
    const quoted = `"${quotable(value)}"`
    if (start === -1) {
      const head = /^<[^\s/>]+/.exec(this.#html.slice(tag.start, tag.end))?.[0] ?? ''
      return `${head} ${name}=${quoted}${this.#html.slice(tag.start + head.length, tag.end)}`
    }
    const before = this.#html.charCodeAt(start - 1)
    const isQuoted = before === DOUBLE_QUOTE || before === SINGLE_QUOTE
    const quotes = isQuoted && before === this.#html.charCodeAt(end) ? 1 : 0
    return this.#html.slice(tag.start, start - quotes) + quoted + this.#html.slice(end + quotes, tag.end)
  }

  /** Whether the page has more links or images than are read. */
  get isCut(): boolean {
    return this.#isCut
  }

  all(): Link[] {
    return this.#every
  }

  kept(): string[] {
    // Lists that `map` makes are written as JSON in another way, which takes longer.
    const urls: string[] = []
    for (const { url } of this.#keptLinks) urls.push(url)
    return urls
  }

  images(): string[] {
    return [...new Set(this.#keptImages)]
  }

  /** Tells whether one more fits into a list, and notes when one does not. */
  #hasRoom(list: readonly unknown[]): boolean {
    if (list.length < MAX_LINKS) return true
    this.#isCut = true
    return false
  }

  #meet(link: Link): void {
    if (link.metBy === this.#serial || !this.#hasRoom(this.#every)) return
    link.metBy = this.#serial
    this.#every.push(link)
  }

  #find(spelling: string): Link | undefined {
    this.#resolvedAny = true
    return this.#resolver.resolve(spelling.trim())
  }
}

/** Returns the first of some attributes that says something. */
function firstOf(tag: StartTag, names: readonly string[]): string | undefined {
  return names.map((name) => tag.get(name)).find((value) => value !== undefined && value.trim() !== '')
}

/** Returns the text as it may stand between double quotes. */
function quotable(value: string): string {
  if (!value.includes('&') && !value.includes('"')) return value
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
