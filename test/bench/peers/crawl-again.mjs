// A crawl that asks for every page, by the embedded service as one process: prints the seconds of CPU that it took.
//   node crawl-again.mjs DATA_DIRECTORY URL LIMIT
import { startService } from 'crawlform/service'

const [dataDirectory, url, limit] = process.argv.slice(2)
const service = await startService({ dataDirectory })
const answer = await fetch(`${service.url}/v2/crawl`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ url, limit: Number(limit), sitemap: 'skip', scrapeOptions: { maxAge: 0 } }),
})
const { id } = await answer.json()
await service.ended(id)
const { status, completed } = await (await fetch(`${service.url}/v2/crawl/${id}?limit=1`)).json()
await service.close()
if (status !== 'completed' || completed !== Number(limit))
  throw new Error(`${status} with ${completed} pages`)
const { user, system } = process.cpuUsage()
console.log((user + system) / 1e6)
process.exit(0)
