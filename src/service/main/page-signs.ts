import { StartTag } from '../html/start-tag.ts'
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
const STRUCTURED = 'application/ld+json'

/**
 * Finds what a page says of itself: its Open Graph type and its structured data, wherever they stand. Linear in its
 * length.
 */
export function readSigns(html: string): PageSigns {
  return { kind: kindOf(html), types: typesOf(html) }
}

function kindOf(html: string): number {
  const at = html.indexOf('og:type')
  const start = at === -1 ? -1 : html.lastIndexOf('<', at)
  const tag = new StartTag(html)
  if (start === -1 || !tag.read(start, start + '<meta'.length)) return 0
  const content = tag.get('content')
  if (content === undefined || tag.get('property') !== 'og:type') return 0
  if (content.includes('article')) return 1
  if (content.includes('product')) return 2
  return content === 'website' ? 3 : 4
}

function typesOf(html: string): number {
  let bits = 0
  for (let at = html.indexOf(STRUCTURED); at !== -1; at = html.indexOf(STRUCTURED, at)) {
    const end = html.indexOf('</script', at)
    const text = html.slice(at, end === -1 ? html.length : end)
    for (const [index, pattern] of PATTERNS.entries()) if (pattern.test(text)) bits |= 1 << index
    at += text.length
  }
  return bits
}
