// Crawlee HttpCrawler: node crawlee-http.mjs URL LIMIT(0 = none) [tuned|default] [links|markdown] [OUT.jsonl]
// HttpCrawler itself extracts no links, so htmlparser2 does it in the handler. Markdown by turndown, or by mdream's
// native converter with MD=mdream.
import { HttpCrawler, Configuration, log, LogLevel } from '@crawlee/http'
import { Parser } from 'htmlparser2'
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
const origin = new URL(url).origin
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
const crawler = new HttpCrawler(
  {
    ...tuned,
    ...(Number(limit) > 0 ? { maxRequestsPerCrawl: Number(limit) } : {}),
    additionalMimeTypes: ['application/xhtml+xml'],
    async requestHandler({ request, body, crawler: c }) {
      pages++
      const hrefs = []
      const html = String(body)
      const p = new Parser({
        onopentag(n, a) {
          if (n === 'a' && a.href !== undefined) hrefs.push(a.href)
        },
      })
      p.end(html)
      const base = request.loadedUrl ?? request.url
      const next = new Set()
      for (const h of hrefs) {
        let u
        try {
          u = new URL(h, base)
        } catch {
          continue
        }
        if (u.origin === origin) {
          u.hash = ''
          next.add(u.href)
        }
      }
      await c.addRequests([...next])
      ws?.write(
        JSON.stringify(
          work === 'markdown'
            ? { url: request.url, links: hrefs.length, markdown: md(html) }
            : { url: request.url, links: hrefs.length },
        ) + '\n',
      )
    },
  },
  cfg,
)
await crawler.run([url])
ws?.end()
console.log(JSON.stringify({ pages }))
