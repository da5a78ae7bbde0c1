// One service for many users: the cost of a crawl that 20 clients poll, and how fairly 20 crawls share the service.
//   npm run bench -- shared [--pages 10000] [--clients 20] [--every 1000 (ms between two questions of one client)] [--runs 3]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { end, getJson, send, startService, startSite, untilEnded } from '../campaigns/processes.mjs'
import { median } from './measure.mjs'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    pages: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '20' },
    every: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
  },
})
const [pages, clients, runs] = [values.pages, values.clients, values.runs].map(Number)
const site = await startSite()

const submit = (service, name, count) =>
  getJson(`${service.url}/v2/crawl`, {
    url: `${site.url}/tree/${name}/${count}/0`,
    limit: count,
    sitemap: 'skip',
    crawlEntireDomain: true,
    scrapeOptions: { formats: ['markdown'], maxAge: 0, storeInCache: false },
  }).then(({ id }) => id)

/** Does something with a service of its own. */
async function withService(work) {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-shared-'))
  const service = await startService({ dataDirectory })
  try {
    return await work(service)
  } finally {
    await end(service)
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

/** CPU seconds of a process so far (proc(5)). */
function cpu({ child }) {
  const times = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(times[11]) + Number(times[12])) / 100
}

/** One crawl, asked after by so many clients, which live in a process of their own and read whole answers as the SDKs do. */
const crawl = (asking) =>
  withService(async (service) => {
    const from = performance.now()
    const id = await submit(service, 'polled', pages)
    const polls = spawn(
      process.execPath,
      [
        path.join(import.meta.dirname, 'poll.mjs'),
        `${service.url}/v2/crawl/${id}`,
        String(asking),
        values.every,
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    await untilEnded(service.url, id, 50)
    const [wall, used] = [(performance.now() - from) / 1000, cpu(service)]
    polls.stdin.end()
    const [said] = await once(polls.stdout, 'data')
    return { wall, used, ...JSON.parse(String(said)) }
  })

/** Many crawls of one size at once; resolves to what each had when the first one had ended. */
const many = () =>
  withService(async (service) => {
    const size = Math.ceil(pages / 10)
    const names = Array.from({ length: 20 }, (_, index) => `job-${index}`)
    const ids = await Promise.all(names.map((name) => submit(service, name, size)))
    const counts = async () =>
      (await Promise.all(ids.map((id) => getJson(`${service.url}/v2/crawl/${id}?limit=1`)))).map(
        ({ completed }) => completed,
      )
    let done = await counts()
    while (Math.max(...done) < size / 2) done = await counts()
    // One more, small, that comes when all of them are under way.
    const small = await submit(service, 'small', size / 10)
    await untilEnded(service.url, small, 5)
    const meanwhile = await counts()
    await Promise.all(ids.map((id) => send(`${service.url}/v2/crawl/${id}`, 'DELETE')))
    const gained = meanwhile.map((count, index) => count - done[index])
    return { least: Math.min(...done) / Math.max(...done), small: size / 10 / Math.max(1, median(gained)) }
  })

const say = (text) => console.log(`  ${text}`)
try {
  const results = { alone: [], asked: [] }
  for (let round = 0; round < runs; round++) {
    results.alone.push(await crawl(0))
    results.asked.push(await crawl(clients))
  }
  const ratio = (key) => median(results.asked.map((one, index) => one[key] / results.alone[index][key]))
  const last = results.asked.at(-1)
  console.log(`\n${pages} Markdown pages, ${clients} clients that ask every ${values.every} ms, against none`)
  say(`${ratio('wall').toFixed(2)} times as long, ${ratio('used').toFixed(2)} times the CPU of the service`)
  say(
    `${last.answers} answers of ${(last.bytes / last.answers / 1024).toFixed(0)} KiB, slowest ${last.slowest.toFixed(0)} ms`,
  )
  const fair = []
  for (let round = 0; round < runs; round++) fair.push(await many())
  console.log(`\n20 crawls of ${Math.ceil(pages / 10)} pages at once`)
  say(
    `when the first has half of its pages, the last has ${median(fair.map(({ least }) => least)).toFixed(2)} of that`,
  )
  say(
    `a small crawl that comes then gets ${median(fair.map(({ small }) => small)).toFixed(2)} times the pages that each of them gets meanwhile`,
  )
} finally {
  await end(site)
}
