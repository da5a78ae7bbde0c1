// node scripts/try-page.mjs FILE [--all] [--url URL]: shows what is delivered of a page: its Markdown, links and metadata, from
// the source as it is now. FILE may be `-`. `--all` keeps what is not main content.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadSource } from './load-source.mjs'

const options = {
  all: { type: 'boolean', default: false },
  url: { type: 'string', default: 'https://example.com/' },
}
const { positionals, values } = parseArgs({ options, allowPositionals: true })
const [file] = positionals
if (file === undefined) throw new Error('Name a file, or - for standard input.')
const html = readFileSync(file === '-' ? 0 : file, 'utf8')

const { completeRequest, contentOfHtml, LinkCache } = await loadSource({
  content: 'service/content/html-content.ts',
  request: 'request/page-settings.ts',
  links: 'service/page-links/link-cache.ts',
})
const scrapeOptions = { formats: ['markdown'], onlyMainContent: !values.all }
const { scrapeOptions: scrape } = completeRequest({ url: values.url, scrapeOptions })
const page = contentOfHtml(html, values.url, { scrape, wantLinks: true, cache: new LinkCache() })
console.log(page.markdown)
console.log(JSON.stringify({ metadata: page.metadata, links: page.links, warning: page.warning }, null, 2))
