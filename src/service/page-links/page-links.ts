/**
 * Input: the tree of a page, its address and base, and the parts that are kept.
 * Output: its links and images as absolute URLs, and the address of each element.
 * Must not know which links are followed, or how addresses are written.
 */
import type { ElementKind } from '../page-tree/element-kinds.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import type { Selection } from '../page-tree/selection.ts'
import type { PageAddresses } from './page-addresses.ts'

/** More links or images on one page are a trap. */
export const MAX_LINKS = 50_000

/** Schemes that lead to no other page. */
const NOWHERE = /^(?:javascript|data|blob|about|vbscript):/

export interface PageLinks {
  /** The links of the whole page in document order, each once, with their fragments. */
  readonly links: readonly string[]
  /** The URLs of links in the kept content, each once. */
  readonly keptLinks: readonly string[]
  /** The URLs of images in the kept content, each once. */
  readonly keptImages: readonly string[]
  /** Whether the page has more links or images than are read. */
  readonly isCut: boolean
}

/** Reads the links and images of a page. Without a selection, no content is kept and only `links` are read. */
export function readLinks(
  tree: PageTree,
  addresses: PageAddresses,
  selection: Selection | undefined,
): PageLinks {
  const links = new BoundedSet()
  const keptLinks = new BoundedSet()
  const keptImages = new BoundedSet()
  for (let node = 0; node < tree.size; node++) {
    const kind = tree.kind(node)
    const isKept = selection?.isKept(node) === true
    if (isLink(kind)) {
      const link = addresses.linkOf(node)
      if (link === undefined || NOWHERE.test(link)) continue
      links.add(link)
      if (isKept && kind.role === 'anchor') keptLinks.add(link)
    } else if (isKept && kind.role === 'image') {
      const url = addresses.addressOf(node)
      if (url !== undefined && !url.startsWith('data:')) keptImages.add(url)
    }
  }
  return {
    links: links.items(),
    keptLinks: keptLinks.items(),
    keptImages: keptImages.items(),
    isCut: links.isCut || keptLinks.isCut || keptImages.isCut,
  }
}

/** A frame shows a page, so it counts as a link to that. */
function isLink({ name, role }: ElementKind): boolean {
  return role === 'anchor' || (role === 'frame' && name !== 'embed')
}

/** Collects up to `MAX_LINKS` items, each once. */
class BoundedSet {
  readonly #items = new Set<string>()
  isCut = false

  add(item: string): void {
    if (this.#items.size < MAX_LINKS) this.#items.add(item)
    else if (!this.#items.has(item)) this.isCut = true
  }

  items(): string[] {
    return [...this.#items]
  }
}
