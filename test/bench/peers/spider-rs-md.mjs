// @spider-rs/spider-rs for the crawl, then mdream's native converter on every stored page: the fastest assembly of
// published native parts. scrape() keeps all pages in memory (its page callback drops pages when it falls behind).
// node spider-rs-md.mjs URL LIMIT OUT.jsonl
import { createRequire } from 'node:module'
import fs from 'node:fs'
const require = createRequire(import.meta.url)
const { Website } = require('@spider-rs/spider-rs')
const { htmlToMarkdown } = require('@mdream/rust-linux-x64-gnu')
const [url, limit, out] = process.argv.slice(2)
const w = new Website(url)
w.withBudget({ '*': Number(limit) + 1 })
await w.scrape()
const pages = w.getPages()
const exclude = [
  'head',
  'script',
  'style',
  'noscript',
  'header',
  'footer',
  'nav',
  'aside',
  '.header',
  '.footer',
  '.sidebar',
  '.navbar',
  '.menu',
]
const fd = out ? fs.openSync(out, 'w') : -1
let n = 0
for (const p of pages) {
  const md = htmlToMarkdown(p.content, { plugins: { filter: { exclude } } }).markdown
  if (fd >= 0) fs.writeSync(fd, JSON.stringify({ url: p.url, markdown: md }) + '\n')
  n++
}
console.log(JSON.stringify({ pages: n }))
process.exit(0)
