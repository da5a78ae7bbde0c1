// Starts the built service with one thread, crawls a page and ends. Arguments: the URL, the data directory.
import { startService } from 'crawlform/service'

const [url, dataDirectory, webhook] = process.argv.slice(2)
const service = await startService({ dataDirectory, workers: 1, allowPrivateAddresses: true })
const started = await fetch(`${service.url}/v2/crawl`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ url, limit: 1, sitemap: 'skip', webhook }),
})
const job = (await started.json()).url
let answer
do answer = await (await fetch(job)).json()
while (answer.status === 'scraping')
await service.close()
process.stdout.write(answer.data[0].markdown)
