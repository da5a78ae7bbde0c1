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

const MAX_CACHED = 40_000
/** Sites whose repeated parts are remembered. */
const MAX_SITES = 16

/**
 * The links met on pages. A site's pages repeat each other's links, and resolving addresses takes up to a third of a
 * crawl's time, so spellings are remembered: absolute ones once, root-relative ones by origin, others by directory.
 */
export class LinkCache {
  #absolute = new Map<string, Link | null>()
  #groups = new Map<string, LinkGroup>()
  readonly #directories = new Set<string>()
  #parts = new Map<string, RepeatedParts>()
  #size = 0

  /** Returns a resolver for the links of a page whose base is `base` (an absolute http(s) URL). */
  forBase(base: string): LinkResolver {
    return new LinkResolver(base, this)
  }

  /** Returns the link to an absolute URL, as `URL` writes it. */
  linkTo(url: string): Link {
    const known = this.#absolute.get(url)
    if (known !== undefined && known !== null) return known
    const own = copyText(url)
    const link = new Link(own)
    this.#makeRoom()
    this.#absolute.set(own, link)
    return link
  }

  /** Returns what is known of spellings that start with a scheme. */
  absoluteGroup(): LinkGroup {
    return this.#absolute
  }

  /** Returns the known spellings that mean the same for all pages of a group. */
  group(name: string): LinkGroup {
    let group = this.#groups.get(name)
    if (group === undefined) {
      group = new Map()
      this.#groups.set(name, group)
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
    this.#makeRoom()
    group.set(copyText(spelling), link ?? null)
  }

  /** Forgets everything when there is too much; pages being read keep what they hold. */
  #makeRoom(): void {
    if (this.#size >= MAX_CACHED) {
      this.#groups = new Map()
      this.#absolute = new Map()
      this.#parts = new Map()
      this.#size = 0
    }
    this.#size++
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
  readonly #absolute: LinkGroup
  readonly #rooted: LinkGroup
  readonly #relative: LinkGroup | undefined
  /** What belongs to this page alone. */
  readonly #own: LinkGroup = new Map()
  readonly #cache: LinkCache

  constructor(base: string, cache: LinkCache) {
    this.#base = base
    this.#plain = plainBase(base)
    this.parts = cache.partsOf(this.#plain.origin)
    this.#absolute = cache.absoluteGroup()
    this.#rooted = cache.group(this.#plain.origin)
    this.#relative = cache.directoryGroup(this.#plain.directory)
    this.#cache = cache
  }

  /** Returns the link (WHATWG URL Standard), or undefined when the spelling is no URL at all. */
  resolve(spelling: string): Link | undefined {
    if (spelling.length > MAX_URL_LENGTH) return undefined
    const first = spelling.charCodeAt(0)
    if (first === SLASH) return this.#find(this.#rooted, spelling)
    if (isAbsolute(spelling)) return this.#find(this.#absolute, spelling)
    const isOwn = first === HASH || first === QUESTION || spelling === ''
    return this.#find(isOwn ? this.#own : (this.#relative ?? this.#own), spelling)
  }

  #find(group: LinkGroup, spelling: string): Link | undefined {
    const known = group.get(spelling)
    if (known !== undefined) return known ?? undefined
    const link = this.#make(spelling)
    if (group === this.#own) group.set(spelling, link ?? null)
    else if (link === undefined || group !== this.#absolute || link.url !== spelling)
      this.#cache.remember(group, spelling, link)
    return link
  }

  #make(spelling: string): Link | undefined {
    // No other page's links to this one's sections matter, so such links are not remembered.
    if (/^#[\w.:-]*$/.test(spelling)) return new Link(this.#plain.page + spelling)
    const url = joinPlain(spelling, this.#plain) ?? absoluteUrl(spelling, this.#base)
    return url === undefined || url.length > MAX_URL_LENGTH ? undefined : this.#cache.linkTo(url)
  }
}

const HASH = 0x23
const SLASH = 0x2f
const QUESTION = 0x3f

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
