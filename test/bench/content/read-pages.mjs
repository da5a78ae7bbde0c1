import { loadSource } from '../../../scripts/load-source.mjs'

/**
 * Returns the pages' Markdown by name, read without a crawl.
 * @param trees another text of `forest.gen.ts`
 */
export async function readMarkdown(pages, trees) {
  const { contentOfHtml, LinkCache } = await loadSource(
    {
      content: 'service/content/html-content.ts',
      link: 'service/page-links/link-cache.ts',
    },
    trees === undefined ? {} : { 'service/main-content/forest.gen.ts': trees },
  )
  const scrape = { formats: [{ type: 'markdown' }], onlyMainContent: true, removeBase64Images: true }
  const markdown = new Map()
  for (const page of pages) {
    const url = `http://127.0.0.1/${page.name}`
    const request = { scrape, wantLinks: true, cache: new LinkCache() }
    const content = await contentOfHtml(page.html().toString('utf8'), url, request)
    markdown.set(page.name, String(content.markdown))
  }
  return markdown
}
