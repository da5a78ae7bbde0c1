// The embedded service as one process: starts it on an empty data directory here, submits one crawl and waits for its end.
//   node crawlform.mjs URL LIMIT links|markdown [THREADS]
import { mkdtempSync } from 'node:fs'
import { request } from 'node:http'
import { startService } from 'crawlform/service'

const [url, limit, work = 'links', threads] = process.argv.slice(2)
const dataDirectory = mkdtempSync('crawlform-data-')
const service = await startService({
  dataDirectory,
  ...(threads === undefined ? {} : { workers: Number(threads) }),
})

/** By the client that the service has loaded anyway, so that asking adds little to what is measured. */
function ask(target, method = 'GET', body) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const asked = request(`${service.url}${target}`, { method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      answer.on('end', () => resolve(JSON.parse(text)))
    })
    asked.on('error', reject).end(body)
  })
}

const started = await ask(
  '/v2/crawl',
  'POST',
  JSON.stringify({
    url,
    limit: Number(limit),
    sitemap: 'skip',
    scrapeOptions: { formats: [work], maxAge: 0, storeInCache: false },
  }),
)
if (started.success !== true) throw new Error(JSON.stringify(started))
// As a command that waits for its crawl: it ends with it, and the data stays.
await service.ended(started.id)
const { status, completed } = await ask(`/v2/crawl/${started.id}?limit=1`)
console.log(JSON.stringify({ status, pages: completed }))
await service.close()
process.exit(status === 'completed' ? 0 : 1)
