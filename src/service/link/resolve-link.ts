/**
 * Links. In: addresses as pages spell them. Out: absolute URLs, each one object wherever it is met; what a site repeats
 * on every page is resolved once. Refuses to know which of them are followed.
 */
import { copyText } from '../../util/copy-text.ts'
import { joinPlain, plainBase, plainPath, type PlainBase } from './join-plain.ts'
import { Link } from './link.ts'
import { RepeatedParts } from './repeated-parts.ts'

/** Longer addresses are not followed: no server that people use takes them, and traps make them longer without end. */
export const MAX_URL_LENGTH = 8192

/** Remembered when a page begins: what it has met stays the same until it ends, unless it is a trap. */
const MAX_CACHED = 30_000
const MOST_CACHED = 2 * MAX_CACHED
const GROUP_SIZE = 3
/** Sites whose repeated parts are remembered. */
const MAX_SITES = 16

/** Links by their spellings, or null for what is no URL. */
type LinkGroup = Map<string, Link | null>

/**
 * The links met on pages. A site's pages repeat each other's links, and resolving addresses takes up to a third of a
 * crawl's time, so spellings are remembered by origin, where most are what `URL` writes and stand once.
 */
export class LinkCache {
  #groups = new Map<string, LinkGroup>()
  #parts = new Map<string, RepeatedParts>()
  #size = 0
  /** Counts how often everything was forgotten. */
  #generation = 0

  get generation(): number {
    return this.#generation
  }

  /** Returns a resolver for the links of a page whose base is `base` (an absolute http(s) URL). */
  forBase(base: string): LinkResolver {
    this.#makeRoom(MAX_CACHED)
    return new LinkResolver(base, this)
  }

  /** Returns the link to an absolute URL, as `URL` writes it. */
  linkTo(url: string): Link {
    const path = pathAt(url)
    const group = this.group(url.slice(0, path))
    const known = group.get(url.slice(path))
    if (known !== undefined && known !== null) return known
    this.#makeRoom(MOST_CACHED)
    const link = new Link(copyText(url), copyText(url.slice(path)))
    this.#size++
    // After making room it is another group.
    this.group(url.slice(0, path)).set(link.path, link)
    return link
  }

  /** Returns the known spellings that mean the same for all pages of a group. */
  group(name: string): LinkGroup {
    let group = this.#groups.get(name)
    if (group === undefined) {
      // A group takes as much as some of its links.
      this.#size += GROUP_SIZE
      group = new Map()
      this.#groups.set(copyText(name), group)
    }
    return group
  }

  /** Returns what the pages of an origin repeat. */
  partsOf(origin: string): RepeatedParts {
    let parts = this.#parts.get(origin)
    if (parts === undefined) {
      if (this.#parts.size >= MAX_SITES) this.#parts.clear()
      parts = new RepeatedParts()
      this.#parts.set(origin, parts)
    }
    return parts
  }

  /** Remembers a spelling. */
  remember(group: LinkGroup, spelling: string, link: Link | undefined): void {
    this.#makeRoom(MOST_CACHED)
    this.#size++
    group.set(copyText(spelling), link ?? null)
  }

  /** Forgets everything when there is too much; pages being read keep what they hold. */
  #makeRoom(most: number): void {
    if (this.#size < most) return
    this.#groups = new Map()
    this.#parts = new Map()
    this.#size = 0
    this.#generation++
  }
}

/** Resolves the links of one page. */
export class LinkResolver {
  readonly #base: string
  /** What the pages of the same origin repeat. */
  readonly parts: RepeatedParts
  readonly #plain: PlainBase
  readonly #rooted: LinkGroup
  /** The last link of the page that leads to the same origin. */
  #last: Link | undefined
  /** What belongs to this page alone. */
  readonly #own = new Map<string, Link | undefined>()
  /** This page's own, by fragment: no other page's links to them matter, so they are not remembered. */
  readonly #sections = new Map<string, Link>()
  readonly #cache: LinkCache
  readonly #generation: number

  constructor(base: string, cache: LinkCache) {
    this.#base = base
    this.#plain = plainBase(base)
    this.parts = cache.partsOf(this.#plain.origin)
    this.#rooted = cache.group(this.#plain.origin)
    this.#cache = cache
    this.#generation = cache.generation
  }

  /** Returns the link (WHATWG URL Standard), or undefined when the spelling is no URL at all. */
  resolve(spelling: string): Link | undefined {
    if (spelling.length > MAX_URL_LENGTH) return undefined
    if (spelling.charCodeAt(0) === HASH) return this.#resolveOwn(spelling)
    const path = plainPath(spelling, this.#plain)
    // What is too long is not remembered, however long the page's own address is.
    const isPath = path !== undefined && path.length <= MAX_URL_LENGTH
    const link = isPath ? this.#resolvePath(path) : this.#resolveFar(spelling)
    // A section of this page is the same link as where it is spelled without the page.
    return link !== undefined && spelling.includes('#') && this.#isOwn(link.url)
      ? this.#sectionAt(link.url)
      : link
  }

  /**
   * Resolves a path of the page's origin. Pages repeat sequences of links, as in menus that differ in what is marked, so
   * what stood behind the last one before is likely to stand there again: comparing costs less than finding it.
   */
  #resolvePath(path: string): Link | undefined {
    const expected = this.#last?.following
    const link = expected?.path === path ? expected : this.#findPath(path)
    if (link !== undefined) this.#last = link
    return link
  }

  #findPath(path: string): Link | undefined {
    const link = this.#resolveShared(this.#rooted, path, path)
    // What only this page still holds must not come back to others.
    const isShared = this.#cache.generation === this.#generation
    if (this.#last !== undefined && isShared) this.#last.following = link
    return link
  }

  /** Resolves what may lead to other origins, or belongs to this page. */
  #resolveFar(spelling: string): Link | undefined {
    if (spelling.charCodeAt(0) === SLASH)
      return this.#resolveShared(this.#cache.group(schemeOf(this.#base)), spelling, spelling)
    if (isAbsolute(spelling)) {
      const path = pathAt(spelling)
      return this.#resolveShared(this.#cache.group(spelling.slice(0, path)), spelling.slice(path), spelling)
    }
    return this.#resolveOwn(spelling)
  }

  /** Resolves what no other page is likely to spell so and mean the same. */
  #resolveOwn(spelling: string): Link | undefined {
    if (PLAIN_FRAGMENT.test(spelling)) return this.#section(spelling)
    if (this.#own.has(spelling)) return this.#own.get(spelling)
    const url = this.#urlOf(spelling)
    const link =
      url === undefined ? undefined : this.#isOwn(url) ? this.#sectionAt(url) : this.#cache.linkTo(url)
    this.#own.set(spelling, link)
    return link
  }

  /** @param key of the spelling in its group */
  #resolveShared(group: LinkGroup, key: string, spelling: string): Link | undefined {
    const known = group.get(key)
    if (known !== undefined) return known ?? undefined
    const link = this.#make(spelling)
    // Where it is spelled as `URL` writes it, it is known by now.
    if (!group.has(key)) this.#cache.remember(group, key, link)
    return link
  }

  #make(spelling: string): Link | undefined {
    const url = this.#urlOf(spelling)
    return url === undefined ? undefined : this.#cache.linkTo(url)
  }

  #urlOf(spelling: string): string | undefined {
    const url = joinPlain(spelling, this.#plain) ?? absoluteUrl(spelling, this.#base)
    return url === undefined || url.length > MAX_URL_LENGTH ? undefined : url
  }

  #isOwn(url: string): boolean {
    const { page } = this.#plain
    return url.charCodeAt(page.length) === HASH && url.startsWith(page)
  }

  /** @param url of a section of this page */
  #sectionAt(url: string): Link {
    return this.#section(url.slice(this.#plain.page.length))
  }

  #section(fragment: string): Link {
    const known = this.#sections.get(fragment)
    if (known !== undefined) return known
    const link = new Link(this.#plain.page + fragment, '')
    this.#sections.set(fragment, link)
    return link
  }
}

const HASH = 0x23
const SLASH = 0x2f
/** A fragment that `URL` leaves as it is. */
const PLAIN_FRAGMENT = /^#[\w.:-]*$/

/**
 * Tells whether a spelling means the same on every page, as far as its beginning shows; others are looked at more
 * closely.
 */
function isAbsolute(spelling: string): boolean {
  return (
    spelling.startsWith('http://') ||
    spelling.startsWith('https://') ||
    spelling.startsWith('mailto:') ||
    spelling.startsWith('tel:') ||
    spelling.startsWith('javascript:')
  )
}

/** Returns where the path of an absolute address begins; 0 for one without: it has no origin that others share. */
function pathAt(spelling: string): number {
  return spelling.startsWith('http') ? Math.max(0, spelling.indexOf('/', 'https://'.length)) : 0
}

/** Returns what an absolute URL begins with, up to its first slash. */
function schemeOf(url: string): string {
  return url.slice(0, url.indexOf('/'))
}

/** Tells whether a spelling leads to the same place from all pages of an origin, as far as its beginning shows. */
export function isOfOrigin(spelling: string): boolean {
  return spelling.charCodeAt(0) === SLASH || isAbsolute(spelling)
}

/** Returns the absolute URL (WHATWG URL Standard), or undefined when the spelling is no URL at all. */
export function absoluteUrl(spelling: string, base: string): string | undefined {
  try {
    return new URL(spelling, base).href
  } catch {
    return undefined
  }
}
