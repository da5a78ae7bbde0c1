import { writeMarkdown } from '../../src/service/markdown/markdown.ts'
import { LinkCache } from '../../src/service/page-links/link-cache.ts'
import { PageAddresses } from '../../src/service/page-links/page-links.ts'
import { parsePage } from '../../src/service/page-tree/parse-page.ts'

/** Returns all of a page as Markdown, as if it were at https://example.com/. */
export function toMarkdown(html: string): string {
  const url = 'https://example.com/'
  const tree = parsePage(html)
  const links = new PageAddresses(tree, { url, base: url, cache: new LinkCache() })
  return writeMarkdown(tree, links, false)
}
