/** Longer addresses are not followed: no server that people use takes them, and traps grow them without end. */
export const MAX_URL_LENGTH = 8192

const MAX_CACHED = 40_000

/**
 * Absolute forms of the spellings met on pages. A site's pages repeat each other's links, and parsing URLs is up to a third
 * of a crawl's time, so spellings are remembered: absolute ones once, root-relative ones by origin, others by directory.
 */
export class LinkCache {
  private groups = new Map<string, Map<string, string | null>>()
  private size = 0

  /** A resolver for the links of a page whose base is `base` (an absolute http(s) URL). */
  forBase(base: string): LinkResolver {
    return new LinkResolver(base, this)
  }

  lookUp(group: string, spelling: string, base: string): string | undefined {
    let entries = this.groups.get(group)
    const known = entries?.get(spelling)
    if (known !== undefined) return known ?? undefined
    const resolved = parse(spelling, base)
    if (this.size >= MAX_CACHED) {
      this.groups = new Map()
      this.size = 0
      entries = undefined
    }
    if (entries === undefined) {
      entries = new Map()
      this.groups.set(group, entries)
    }
    entries.set(copy(spelling), resolved ?? null)
    this.size++
    return resolved
  }
}

/** Resolves the links of one page. */
export class LinkResolver {
  private readonly base: string
  private readonly withoutFragment: string
  private readonly origin: string
  private readonly directory: string
  private readonly cache: LinkCache

  constructor(base: string, cache: LinkCache) {
    const url = new URL(base)
    url.hash = ''
    this.base = base
    this.withoutFragment = url.href
    this.origin = url.origin
    this.directory = url.href.slice(0, url.href.length - url.search.length - fileLength(url.pathname))
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
    return this.cache.lookUp(this.groupOf(spelling, first), spelling, this.base)
  }

  private groupOf(spelling: string, first: number): string {
    if (first === 0x2f /* / */) return this.origin
    return /^https?:\/\//i.test(spelling) ? '' : this.directory
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
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
