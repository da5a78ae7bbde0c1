// The embedded service as one process: starts it on an empty data directory, submits one crawl and waits for its end.
//   node crawlform.mjs URL LIMIT links|markdown
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from 'crawlform/service'

const [url, limit, work = 'links'] = process.argv.slice(2)
const dataDirectory = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-service-'))
const service = await startService({ dataDirectory })
const request = {
  url,
  limit: Number(limit),
  sitemap: 'skip',
  scrapeOptions: { formats: [work], maxAge: 0, storeInCache: false },
}
const headers = { 'content-type': 'application/json' }
const started = await (
  await fetch(`${service.url}/v2/crawl`, { method: 'POST', headers, body: JSON.stringify(request) })
).json()
if (started.success !== true) throw new Error(JSON.stringify(started))
let status
do {
  await sleep(50)
  status = await (await fetch(`${service.url}/v2/crawl/${started.id}?limit=1`)).json()
} while (status.status === 'scraping')
console.log(JSON.stringify({ status: status.status, pages: status.completed }))
await service.close()
rmSync(dataDirectory, { recursive: true, force: true })
process.exit(status.status === 'completed' ? 0 : 1)
