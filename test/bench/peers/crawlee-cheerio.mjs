// Crawlee CheerioCrawler: node crawlee-cheerio.mjs URL LIMIT(0 = none) [tuned|default] [links|markdown] [OUT.jsonl]
// Markdown by turndown, or by mdream's native converter with MD=mdream.
import { CheerioCrawler, Configuration, log, LogLevel } from '@crawlee/cheerio'
import TurndownService from 'turndown'
import fs from 'node:fs'
import { createRequire } from 'node:module'
const [url, limit, mode = 'tuned', work = 'links', out] = process.argv.slice(2)
log.setLevel(LogLevel.ERROR)
const cfg = new Configuration({
  persistStorage: false,
  purgeOnStart: false,
  ...(mode === 'tuned' ? { availableMemoryRatio: 0.9 } : {}),
})
const md =
  process.env.MD === 'mdream'
    ? (
        (n) => (h) =>
          n.htmlToMarkdown(h).markdown
      )(createRequire(import.meta.url)('@mdream/rust-linux-x64-gnu'))
    : (
        (t) => (h) =>
          t.turndown(h)
      )(new TurndownService())
const ws = out ? fs.createWriteStream(out) : null
let pages = 0
const tuned =
  mode === 'tuned'
    ? {
        minConcurrency: 64,
        maxConcurrency: 256,
        useSessionPool: false,
        autoscaledPoolOptions: { maybeRunIntervalSecs: 0.05, desiredConcurrency: 128 },
      }
    : {}
const crawler = new CheerioCrawler(
  {
    ...tuned,
    ...(Number(limit) > 0 ? { maxRequestsPerCrawl: Number(limit) } : {}),
    async requestHandler({ request, body, enqueueLinks }) {
      pages++
      await enqueueLinks({ strategy: 'same-origin' })
      ws?.write(
        JSON.stringify(
          work === 'markdown' ? { url: request.url, markdown: md(String(body)) } : { url: request.url },
        ) + '\n',
      )
    },
  },
  cfg,
)
await crawler.run([url])
ws?.end()
console.log(JSON.stringify({ pages }))
