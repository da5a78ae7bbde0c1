// One crawl that knows a million URLs: peak memory of `crawlform serve`, and how long after `kill -9` it fetches the next page.
//   npm run bench -- frontier [--known 1000000]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'

const LINKS = 1000
const here = import.meta.dirname
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { known: { type: 'string', default: '1000000' } },
})
const known = Number(values.known)
const directory = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-frontier-'))
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env
const env = { ...inherited, CRAWLFORM_API_KEY: 'bench' }
const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' }

/** Starts a program; resolves to it, and to the first URL that it prints. */
async function start(...args) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(text))?.[0]
    if (url === undefined) continue
    child.stdout.resume()
    return { child, url }
  }
  throw new Error(`${args.join(' ')} ended`)
}

const serve = () =>
  start(path.join(here, '../../dist/cli/main.cjs'), 'serve', '--data-dir', directory, '--port', '0')

async function end({ child }, signal) {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Peak memory in MB and CPU seconds of a service so far. */
function usage({ child }) {
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  const times = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return { peak: Number(peak) / 1024, cpu: (Number(times[11]) + Number(times[12])) / 100 }
}

/** Waits until the site has sent so many pages. */
async function reach(pages) {
  const sent = async () => Number(await (await fetch(`${site.url}/__count`)).text())
  while ((await sent()) < pages) {
    if (service.child.exitCode !== null) throw new Error('The service has ended.')
    await sleep(20)
  }
  return sent()
}

const say = (isMet, text) => console.log(`  ${isMet ? 'met   ' : 'missed'}  ${text}`)

const site = await start(path.join(here, 'frontier-site.mjs'), String(LINKS))
let service = await serve()
try {
  const request = {
    url: site.url,
    limit: known,
    sitemap: 'skip',
    crawlEntireDomain: true,
    scrapeOptions: { formats: ['markdown'], maxAge: 0, storeInCache: false },
  }
  const body = JSON.stringify(request)
  const answer = await fetch(`${service.url}/v2/crawl`, { method: 'POST', headers, body })
  const { id } = await answer.json()
  // The links of the last pages are still on their way after these pages were sent.
  await reach(Math.ceil(known / LINKS) + 300)
  const first = usage(service)
  const { total } = await (await fetch(`${service.url}/v2/crawl/${id}?limit=1`, { headers })).json()
  const bytes = statSync(path.join(directory, 'service.db')).size
  await end(service, 'SIGKILL')
  const before = await reach(0)
  const from = performance.now()
  service = await serve()
  await reach(before + 1)
  const seconds = (performance.now() - from) / 1000
  const second = usage(service)
  await fetch(`${service.url}/v2/crawl/${id}`, { method: 'DELETE', headers })
  const megabytes = (size) => `${size.toFixed(0)} MB`
  console.log(`\n${total} URLs in one frontier, ${LINKS} a page`)
  console.log(`  to know them: ${first.cpu.toFixed(1)} s CPU, index ${megabytes(bytes / 1e6)} on disk`)
  console.log(`  start and next page after kill -9: ${second.cpu.toFixed(1)} s CPU`)
  say(first.peak <= 600, `peak ${megabytes(first.peak)}, bar at most 600`)
  say(second.peak <= 600, `peak ${megabytes(second.peak)} after the restart, bar at most 600`)
  say(seconds <= 5, `next page ${seconds.toFixed(1)} s after the restart, bar at most 5`)
} finally {
  await end(service)
  await end(site)
  rmSync(directory, { recursive: true, force: true })
}
