import type { ElementKind } from '../html/element-kinds.ts'
import type { StartTag } from '../html/start-tag.ts'
import type { PageSigns } from './outline.ts'

/** Types of structured data (schema.org), in groups. */
const TYPES = {
  article: 'Article|NewsArticle|BlogPosting|TechArticle|Report|Recipe',
  product: 'Product|ProductGroup|IndividualProduct',
  forum: 'DiscussionForumPosting|QAPage',
  list: 'ItemList|CollectionPage|SearchResultsPage',
  questions: 'FAQPage',
  service: 'Service|SoftwareApplication|LocalBusiness|Organization',
} as const

/** The groups of types; bit i stands for the i-th. */
export const TYPE_GROUPS = Object.keys(TYPES)
const PATTERNS = Object.values(TYPES).map((names) => new RegExp(`"@type"\\s*:\\s*\\[?\\s*"(?:${names})"`))
const ITEM_TYPES = Object.values(TYPES).map((names) => new RegExp(`/(?:${names})$`))

/** Takes in what a page says of itself: its Open Graph type, its structured data, and how much there is of what. */
export class SignReader {
  readonly #html: string
  #kind = 0
  #types = 0
  readonly #counts = { images: 0, times: 0, paragraphs: 0, articles: 0, listings: 0 }

  constructor(html: string) {
    this.#html = html
  }

  open(kind: ElementKind, tag: StartTag): void {
    switch (kind.name) {
      case 'meta':
        return this.#readMeta(tag)
      case 'script':
        return this.#readScript(tag)
      case 'img':
        this.#counts.images++
        return
      case 'time':
        this.#counts.times++
        return
      case 'p':
        this.#counts.paragraphs++
        return
      case 'article':
        this.#counts.articles++
        break
      case 'pre':
        this.#counts.listings++
        break
      default:
    }
    const itemType = tag.size === 0 ? undefined : tag.get('itemtype')
    if (itemType === undefined) return
    for (const [index, pattern] of ITEM_TYPES.entries()) if (pattern.test(itemType)) this.#types |= 1 << index
  }

  signs(): PageSigns {
    return { kind: this.#kind, types: this.#types, ...this.#counts }
  }

  #readMeta(tag: StartTag): void {
    if (tag.get('property') !== 'og:type') return
    const content = tag.get('content') ?? ''
    if (content.includes('article')) this.#kind = 1
    else if (content.includes('product')) this.#kind = 2
    else this.#kind = content === 'website' ? 3 : 4
  }

  #readScript(tag: StartTag): void {
    if (tag.get('type') !== 'application/ld+json') return
    const end = this.#html.indexOf('</script', tag.end)
    const text = this.#html.slice(tag.end, end === -1 ? this.#html.length : end)
    for (const [index, pattern] of PATTERNS.entries()) if (pattern.test(text)) this.#types |= 1 << index
  }
}
