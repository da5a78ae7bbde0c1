// @spider-rs/spider-rs (native Rust crawler with Node bindings): node spider-rs.mjs URL LIMIT
import { createRequire } from 'node:module'
const { Website } = createRequire(import.meta.url)('@spider-rs/spider-rs')
const [url, limit] = process.argv.slice(2)
const site = new Website(url)
site.withBudget({ '*': Number(limit) + 1 })
await site.crawl()
console.log(JSON.stringify({ pages: site.size }))
process.exit(0)
