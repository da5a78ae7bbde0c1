/**
 * Input: the tree of a page, its address and base, and the parts that are kept.
 * Output: its links and images as absolute URLs, and the address of each element.
 * Must not know which links are followed, or how addresses are written.
 */
import { type PageTree, ROOT } from '../page-tree/page-tree.ts'
import { absoluteUrl, type LinkCache, MAX_URL_LENGTH, NOT_ASCII, type QueryEncoder } from './link-cache.ts'

/** Attributes with the address of an image that is loaded late, and with several addresses to choose from. */
const LATE_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy']
const SETS = ['srcset', 'data-srcset', 'data-lazy-srcset']
/** Another attribute of this name with such a value holds an address too: each lazy loader has its own. */
const LATE_NAME = /^data-(?!.*(?:thumb|placeholder|lqip|low))/
const IMAGE_FILE = /^[^\s?#]+\.(?:jpe?g|png|webp|gif|avif|svg)(?:[?#]\S*)?$/i
const PLACEHOLDER =
  /^(?:data:|about:)|(?:^|[/_.-])(?:placeholder|blank|spacer|spinner|lazy|lazyload|loading|loader|transparent|1x1|pixel)(?:[_.-][\w.-]*)?\.(?:gif|png|svg|webp|jpe?g)(?:[?#]|$)/i

/** Returns the attribute with the address of an element. Anchors in drawings may have `xlink:href` (SVG 2). */
export function addressAttribute(tree: PageTree, node: number): string {
  if (tree.kind(node).role !== 'anchor') return 'src'
  if (tree.hasAttribute(node, 'href') || !tree.hasAttribute(node, 'xlink:href')) return 'href'
  return tree.closest(node, 'svg') === undefined ? 'href' : 'xlink:href'
}

/** Says where a page is, and how its addresses are read. */
interface PagePlace {
  readonly url: string
  /** The address that its links start from: an absolute http(s) URL. */
  readonly base: string
  readonly cache: LinkCache
  /** Encodes the queries of addresses; without, they are in UTF-8. */
  readonly encodeQuery?: QueryEncoder | undefined
}

export class PageAddresses {
  readonly #tree: PageTree
  readonly #page: PagePlace
  /** The base up to its path, and up to its last slash. */
  readonly #site: string | undefined
  readonly #directory: string | undefined
  readonly #ownFragments: string
  /** The URLs of links, by their nodes; undefined for those without one. */
  readonly #links = new Map<number, string | undefined>()

  constructor(tree: PageTree, page: PagePlace) {
    this.#tree = tree
    this.#page = page
    const [directory, site] = /^(https?:\/\/[^/?#]+)\/(?:[^?#]*\/)?/.exec(page.base) ?? []
    this.#site = site
    this.#directory = directory
    this.#ownFragments = `${page.url.split('#', 1)[0]}#`
  }

  /** Returns the URL that an `a`, `area`, `iframe` or `frame` links to; undefined without an address. */
  linkOf(node: number): string | undefined {
    const known = this.#links.get(node)
    if (known !== undefined || this.#links.has(node)) return known
    const spelling = this.#spellingOf(node)
    const link = spelling === undefined ? undefined : this.resolve(spelling)
    this.#links.set(node, link)
    return link
  }

  /** Returns the absolute address of an anchor, a frame or media, or the best candidate of an image, which may be a `data:` URL. */
  addressOf(node: number): string | undefined {
    switch (this.#tree.kind(node).role) {
      case 'anchor':
        return this.linkOf(node)
      case 'image':
        return this.imageOf(node)
      case 'media':
      case 'frame': {
        const source = this.#shownSourceOf(node) ?? this.#firstOf(node, LATE_SOURCES)
        return source === undefined || source.startsWith('data:') ? undefined : this.resolve(source)
      }
      default:
        return undefined
    }
  }

  /** Returns the best address that an image offers; `data:` addresses as they are. */
  imageOf(node: number): string | undefined {
    const shown = this.#shownSourceOf(node)
    const set = this.#firstOf(node, SETS) ?? (shown === undefined ? this.#setOfPicture(node) : undefined)
    const source =
      shown ??
      this.#firstOf(node, LATE_SOURCES) ??
      this.#imageFileOf(node) ??
      this.#sourceWithoutScript(node) ??
      (set === undefined ? this.#tree.attribute(node, 'src') : undefined)
    const best = pickImage(source, set)
    return best === undefined || best.startsWith('data:') ? best : this.resolve(best)
  }

  /** Returns the absolute URL of any other address in the page; undefined for text that is not a URL, or longer than links may be. */
  resolve(spelling: string): string | undefined {
    const { base, cache, encodeQuery } = this.#page
    const address = spelling.trim()
    if (address.length > MAX_URL_LENGTH) return undefined
    const place = this.#placeOf(address)
    const known = place === undefined ? undefined : cache.from(place).get(address)
    if (known !== undefined) return known === '' ? undefined : known
    const url = absoluteUrl(address, base, encodeQuery)
    const usable = url === undefined || url.length > MAX_URL_LENGTH ? undefined : url
    if (place !== undefined) cache.add(place, address, usable ?? '')
    return usable
  }

  /** Returns on which pages an address means the same; undefined if only on this one. */
  #placeOf(address: string): string | undefined {
    if (this.#page.encodeQuery !== undefined && NOT_ASCII.test(address)) return undefined
    if (/^https?:\/\//.test(address)) return ''
    if (address.startsWith('/')) return this.#site
    return /^[\w.%-][^:]*$/.test(address) ? this.#directory : undefined
  }

  /** Tells whether an anchor leads to a place of its own page. */
  isOwnFragment(node: number): boolean {
    const href = this.#spellingOf(node)
    return href !== undefined && (href.startsWith('#') || href.startsWith(this.#ownFragments))
  }

  #spellingOf(node: number): string | undefined {
    return this.#tree.attribute(node, addressAttribute(this.#tree, node))
  }

  /** Returns the address of an image file that an attribute of some lazy loader has. */
  #imageFileOf(node: number): string | undefined {
    const names = this.#tree.attributeNames(node).filter((name) => LATE_NAME.test(name))
    return names.map((name) => this.#tree.attribute(node, name)).find((value) => IMAGE_FILE.test(value ?? ''))
  }

  /** Returns the source of an element, unless it is only a placeholder. */
  #shownSourceOf(node: number): string | undefined {
    const source = this.#tree.attribute(node, 'src')
    return source && !PLACEHOLDER.test(source) ? source : undefined
  }

  /** Returns the candidates that a `picture` has for its image. */
  #setOfPicture(image: number): string | undefined {
    const tree = this.#tree
    const picture = tree.parent(image)
    if (picture === ROOT || tree.name(picture) !== 'picture' || image - picture >= MOST_SOURCES)
      return undefined
    const sources = tree.children(picture).filter((node) => node < image && tree.name(node) === 'source')
    return sources.map((node) => this.#firstOf(node, SETS)).find((set) => set !== undefined)
  }

  /** Returns the source of the image that readers without scripts see, in a `noscript` right after another image. */
  #sourceWithoutScript(image: number): string | undefined {
    const tree = this.#tree
    const noscript = tree.nextSibling(image)
    const inner = noscript === undefined ? undefined : tree.firstChild(noscript)
    if (noscript === undefined || inner === undefined) return undefined
    if (tree.name(noscript) !== 'noscript' || tree.name(inner) !== 'img') return undefined
    const before = tree.html.slice(tree.end(image), tree.start(noscript))
    const within = tree.html.slice(tree.startTagEnd(noscript), tree.start(inner))
    return (before + within).trim() === '' ? tree.attribute(inner, 'src') : undefined
  }

  /** Returns the first of some attributes that is not empty. */
  #firstOf(node: number, names: readonly string[]): string | undefined {
    return names.map((name) => this.#tree.attribute(node, name)).find((value) => value?.trim())
  }
}

/** The sources of an image are looked for in this many elements before it. */
const MOST_SOURCES = 50
/** More is a trap, not a list of images. */
const MAX_SRCSET = 20_000
/** A URL may hold commas, but a comma at its very end ends the candidate. */
const CANDIDATE = /([^\s,]\S*)(?:(?<!,)\s([^,]*))?/g

/** Returns the candidate of a `srcset` with the greatest width or density (HTML Standard); `src` counts as density 1. */
function pickImage(src: string | undefined, srcset: string | undefined): string | undefined {
  let best = src === undefined || src === '' ? undefined : src
  if (srcset === undefined) return best
  let bestSize = 1
  for (const [, url = '', descriptor] of srcset.slice(0, MAX_SRCSET).matchAll(CANDIDATE)) {
    const size = Number(/(\d+(?:\.\d+)?)[wx]\s*$/.exec(descriptor ?? '')?.[1] ?? 1)
    if (best !== undefined && size <= bestSize) continue
    best = url.replace(/(?<!,),+$/, '')
    bestSize = size
  }
  return best
}

/** More links or images on one page are a trap. */
export const MAX_LINKS = 50_000

/** Schemes that lead to no other page. */
const NOWHERE = /^(?:javascript|data|blob|about|vbscript):/

/**
 * Returns the links of a page, and the links and images of the kept content, as URLs: in document order, each once, with their
 * fragments. `isCut` tells whether the page has more than are read.
 * @param wantsContent whether those of the kept content are read
 */
export function readLinks(tree: PageTree, addresses: PageAddresses, wantsContent: boolean) {
  const links = new Set<string>()
  const keptLinks = new Set<string>()
  const keptImages = new Set<string>()
  let isCut = false
  const add = (found: Set<string>, url: string): void => {
    if (found.size < MAX_LINKS) found.add(url)
    else isCut ||= !found.has(url)
  }
  for (let node = 0; node < tree.size; node++) {
    if (tree.isInert(node)) {
      node = tree.subtreeEnd(node) - 1
      continue
    }
    const kind = tree.kind(node)
    const isKept = wantsContent && tree.isKept(node)
    // A frame shows a page, so it counts as a link to that.
    if (kind.role === 'anchor' || (kind.role === 'frame' && kind.name !== 'embed')) {
      const link = addresses.linkOf(node)
      if (link === undefined || NOWHERE.test(link)) continue
      add(links, link)
      if (isKept && kind.role === 'anchor') add(keptLinks, link)
    } else if (isKept && kind.role === 'image') {
      const url = addresses.addressOf(node)
      if (url !== undefined && !url.startsWith('data:')) add(keptImages, url)
    } else if (isKept && kind.name === 'video') {
      const poster = addresses.resolve(tree.attribute(node, 'poster') ?? '')
      if (tree.hasAttribute(node, 'poster') && poster?.startsWith('http') === true) add(keptImages, poster)
    }
  }
  return { links: [...links], keptLinks: [...keptLinks], keptImages: [...keptImages], isCut }
}
