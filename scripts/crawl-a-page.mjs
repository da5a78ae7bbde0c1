// Crawls one page of a site of its own with the built service. Arguments: the service's folder, one for its data, and the
// thread whose code is wanted, of scripts/make-service-code.mjs.
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import v8 from 'node:v8'

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="description" content="What pages have"><link rel="canonical" href="/"></head><body>
<nav><a href="/a">A</a><a href="/b?c=d&amp;e=f#g">B</a></nav><main><h1 id="top">A page &amp; more</h1>
<p>Text with <b>weight</b>, <em>stress</em>, <code>code</code> and <a href="other.html">a link</a>.</p>
<img src="/i.png" alt="An image"><pre><code class="language-js">const a = 1</code></pre>
<ul><li>One</li><li>Two</li></ul><table><tr><th>Name</th></tr><tr><td>Value</td></tr></table></main></body></html>`

const [folder = 'dist/service', data = '', thread] = process.argv.slice(2)
// Code keeps the flags of the moment it is taken. The serving thread's is used before there are any.
if (thread === 'main') v8.setFlagsFromString = () => {}

const { startService } = await import(pathToFileURL(path.resolve(folder, 'index.js')).href)
const site = createServer((request, response) => {
  const found = request.url === '/'
  response.writeHead(found ? 200 : 404, { 'content-type': 'text/html' }).end(found ? page : '')
})
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve))
const service = await startService({ dataDirectory: path.resolve(data, `data-${thread}`), workers: 1 })

async function ask(url, body) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(
    url,
    body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
  )
  return answer.json()
}

const url = `http://127.0.0.1:${site.address().port}/`
const job = await ask(`${service.url}/v2/crawl`, {
  url,
  limit: 10,
  scrapeOptions: { formats: ['markdown', 'links'] },
})
let status
do {
  await pause(20)
  status = await ask(job.url)
} while (status.status === 'scraping')
await service.close()
site.closeAllConnections()
site.close()
if (!status.data?.[0]?.markdown.includes('A page')) throw new Error(JSON.stringify(status))
