// Starts the built service with a thread, crawls a page and ends; prints what the process was like before, meanwhile and
// after, as JSON. Arguments: the URL, the data directory.
import { setTimeout as wait } from 'node:timers/promises'
import v8 from 'node:v8'
import { startService } from 'crawlform/service'

const [url, dataDirectory] = process.argv.slice(2)

/** What a program would notice if a library changed it. The tag changes with V8's flags. */
function look() {
  return {
    flags: v8.cachedDataVersionTag(),
    heapLimit: v8.getHeapStatistics().heap_size_limit,
    listeners: Object.fromEntries(process.eventNames().map((name) => [name, process.listenerCount(name)])),
    env: { ...process.env },
    arguments: [process.argv, process.execArgv],
    directory: process.cwd(),
    title: process.title,
    exitCode: process.exitCode,
    globals: Reflect.ownKeys(globalThis).map(String),
    prototypes: [Object, Array, String, Promise, Buffer].map(
      ({ prototype }) => Reflect.ownKeys(prototype).length,
    ),
    stackLimit: Error.stackTraceLimit,
  }
}

// Global functions of Node that this script uses itself come with their first use.
await fetch(url)
const before = look()
const service = await startService({ dataDirectory, workers: 1 })
const started = await fetch(`${service.url}/v2/crawl`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ url, limit: 1, sitemap: 'skip' }),
})
const job = (await started.json()).url
let answer
do {
  await wait(20)
  answer = await (await fetch(job)).json()
} while (answer.status === 'scraping')
const meanwhile = look()
await service.close()
process.stdout.write(JSON.stringify({ status: answer.status, before, meanwhile, after: look() }))
