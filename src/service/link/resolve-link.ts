/**
 * Links. In: addresses as pages spell them. Out: absolute URLs, each one object wherever it is met; what a site repeats
 * on every page is resolved once. Refuses to know which of them are followed.
 */
import { copyText } from '../../util/copy-text.ts'
import { joinPlain, plainBase, type PlainBase } from './join-plain.ts'
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

/**
 * The links met on pages. A site's pages repeat each other's links, and resolving addresses takes up to a third of a
 * crawl's time, so spellings are remembered: those with an origin and root-relative ones by origin, where most are what
 * `URL` writes and stand once, others by directory.
 */
export class LinkCache {
  #groups = new Map<string, LinkGroup>()
  readonly #directories = new Set<string>()
  #parts = new Map<string, RepeatedParts>()
  #size = 0

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
    const link = new Link(copyText(url))
    this.#size++
    // After making room it is another group.
    this.group(url.slice(0, path)).set(copyText(url.slice(path)), link)
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

  /** Returns the group of a directory, from its second page on: what only one page says is not worth remembering. */
  directoryGroup(name: string): LinkGroup | undefined {
    if (this.#directories.has(name)) return this.group(name)
    if (this.#directories.size >= MAX_CACHED) this.#directories.clear()
    this.#directories.add(name)
    return undefined
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
  }
}

/** Spelling -> link, or null for what is no URL. */
type LinkGroup = Map<string, Link | null>

/** Resolves the links of one page. */
export class LinkResolver {
  readonly #base: string
  /** What the pages of the same origin repeat. */
  readonly parts: RepeatedParts
  readonly #plain: PlainBase
  readonly #rooted: LinkGroup
  readonly #relative: LinkGroup | undefined
  /** What belongs to this page alone. */
  readonly #own: LinkGroup = new Map()
  /** This page's own, by URL: no other page's links to them matter, so they are not remembered. */
  readonly #sections = new Map<string, Link>()
  readonly #cache: LinkCache

  constructor(base: string, cache: LinkCache) {
    this.#base = base
    this.#plain = plainBase(base)
    this.parts = cache.partsOf(this.#plain.origin)
    this.#rooted = cache.group(this.#plain.origin)
    this.#relative = cache.directoryGroup(this.#plain.directory)
    this.#cache = cache
  }

  /** Returns the link (WHATWG URL Standard), or undefined when the spelling is no URL at all. */
  resolve(spelling: string): Link | undefined {
    if (spelling.length > MAX_URL_LENGTH) return undefined
    const first = spelling.charCodeAt(0)
    if (first === HASH || first === QUESTION || spelling === '')
      return this.#find(this.#own, spelling, spelling)
    const link = this.#resolveFar(spelling, first)
    // A section of this page is the same link as where it is spelled without the page.
    return link !== undefined && spelling.includes('#') && this.#isOwn(link.url)
      ? this.#section(link.url)
      : link
  }

  #resolveFar(spelling: string, first: number): Link | undefined {
    if (first === SLASH) {
      // Anything but a plain path may lead to another host.
      const group = isPath(spelling, 0) ? this.#rooted : this.#cache.group(schemeOf(this.#base))
      return this.#find(group, spelling, spelling)
    }
    if (!isAbsolute(spelling)) return this.#find(this.#relative ?? this.#own, spelling, spelling)
    const { origin } = this.#plain
    if (spelling.startsWith(origin) && isPath(spelling, origin.length))
      return this.#find(this.#rooted, spelling.slice(origin.length), spelling)
    const path = pathAt(spelling)
    return this.#find(this.#cache.group(spelling.slice(0, path)), spelling.slice(path), spelling)
  }

  /** @param key of the spelling in its group */
  #find(group: LinkGroup, key: string, spelling: string): Link | undefined {
    const known = group.get(key)
    if (known !== undefined) return known ?? undefined
    const link = this.#make(spelling)
    if (group === this.#own) group.set(key, link ?? null)
    // Where it is spelled as `URL` writes it, it is known by now.
    else if (!group.has(key)) this.#cache.remember(group, key, link)
    return link
  }

  #make(spelling: string): Link | undefined {
    if (/^#[\w.:-]*$/.test(spelling)) return this.#section(this.#plain.page + spelling)
    const url = joinPlain(spelling, this.#plain) ?? absoluteUrl(spelling, this.#base)
    if (url === undefined || url.length > MAX_URL_LENGTH) return undefined
    return spelling.startsWith('#') ? this.#section(url) : this.#cache.linkTo(url)
  }

  #isOwn(url: string): boolean {
    const { page } = this.#plain
    return url.charCodeAt(page.length) === HASH && url.startsWith(page)
  }

  #section(url: string): Link {
    const known = this.#sections.get(url)
    if (known !== undefined) return known
    const link = new Link(url)
    this.#sections.set(url, link)
    return link
  }
}

const HASH = 0x23
const SLASH = 0x2f
const QUESTION = 0x3f
const BACKSLASH = 0x5c
const SPACE = 0x20

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

/**
 * Tells whether a path of an origin begins at `start`, which means the same with the origin before it and without. Two
 * slashes, also as a backslash or with what `URL` leaves out between them, would begin a host.
 */
function isPath(spelling: string, start: number): boolean {
  if (spelling.charCodeAt(start) !== SLASH) return false
  const second = spelling.charCodeAt(start + 1)
  return second !== SLASH && second !== BACKSLASH && !(second <= SPACE)
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
