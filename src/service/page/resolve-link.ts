/** Longer addresses are not followed: no server that people use takes them, and traps grow them without end. */
export const MAX_URL_LENGTH = 8192

const MAX_CACHED = 40_000

/**
 * Absolute forms of the spellings met on pages. A site's pages repeat each other's links, and parsing URLs is up to a third
 * of a crawl's time, so spellings are remembered: absolute ones once, root-relative ones by origin, others by directory.
 */
export class LinkCache {
  private groups = new Map<string, LinkGroup>()
  private readonly directories = new Set<string>()
  private size = 0

  /** A resolver for the links of a page whose base is `base` (an absolute http(s) URL). */
  forBase(base: string): LinkResolver {
    return new LinkResolver(base, this)
  }

  /** What is known of the spellings that mean the same for all pages of a group. */
  group(name: string): LinkGroup {
    let group = this.groups.get(name)
    if (group === undefined) {
      group = new Map()
      this.groups.set(name, group)
    }
    return group
  }

  /** The group of a directory from its second page on: what only one page says is not worth remembering. */
  directoryGroup(name: string): LinkGroup | undefined {
    if (this.directories.has(name)) return this.group(name)
    if (this.directories.size >= MAX_CACHED) this.directories.clear()
    this.directories.add(name)
    return undefined
  }

  /** Remembers a spelling; forgets everything when there is too much of it. Pages being read keep what they hold. */
  remember(group: LinkGroup, spelling: string, resolved: string | undefined): void {
    if (this.size >= MAX_CACHED) {
      this.groups = new Map()
      this.size = 0
      group.clear()
    }
    group.set(copy(spelling), resolved ?? null)
    this.size++
  }
}

/** Spelling -> absolute URL, or null for what is no URL. */
type LinkGroup = Map<string, string | null>

/** Resolves the links of one page. */
export class LinkResolver {
  private readonly base: string
  private readonly withoutFragment: string
  private readonly absolute: LinkGroup
  private readonly rooted: LinkGroup
  private readonly relative: LinkGroup | undefined
  private readonly cache: LinkCache

  constructor(base: string, cache: LinkCache) {
    const url = new URL(base)
    url.hash = ''
    const { href } = url
    this.base = base
    this.withoutFragment = href
    this.absolute = cache.group('')
    this.rooted = cache.group(url.origin)
    this.relative = cache.directoryGroup(
      href.slice(0, href.length - url.search.length - fileLength(url.pathname)),
    )
    this.cache = cache
  }

  /** The absolute URL (WHATWG URL Standard), or undefined when the spelling is no URL at all. */
  resolve(spelling: string): string | undefined {
    if (spelling.length > MAX_URL_LENGTH) return undefined
    const first = spelling.charCodeAt(0)
    if (first === 0x23 /* # */) {
      return /^#[\w.:-]*$/.test(spelling) ? this.withoutFragment + spelling : parse(spelling, this.base)
    }
    if (first === 0x3f /* ? */ || spelling === '') return parse(spelling, this.base)
    const group = this.groupOf(spelling, first)
    if (group === undefined) return parse(spelling, this.base)
    const known = group.get(spelling)
    if (known !== undefined) return known ?? undefined
    const resolved = parse(spelling, this.base)
    this.cache.remember(group, spelling, resolved)
    return resolved
  }

  private groupOf(spelling: string, first: number): LinkGroup | undefined {
    if (first === 0x2f /* / */) return this.rooted
    return spelling.startsWith('http://') || spelling.startsWith('https://') ? this.absolute : this.relative
  }
}

function fileLength(pathname: string): number {
  return pathname.length - pathname.lastIndexOf('/') - 1
}

function parse(spelling: string, base: string): string | undefined {
  try {
    const { href } = new URL(spelling, base)
    return href.length > MAX_URL_LENGTH ? undefined : href
  } catch {
    return undefined
  }
}

/** A string of its own: a slice would keep the whole page that it was cut from alive. */
function copy(text: string): string {
  // In one byte a character where that is enough, which compares as fast as the page's own text.
  const encoding = LATIN.test(text) ? 'latin1' : 'utf16le'
  return Buffer.from(text, encoding).toString(encoding)
}

// oxlint-disable-next-line no-control-regex
const LATIN = /^[\0-\xff]*$/
