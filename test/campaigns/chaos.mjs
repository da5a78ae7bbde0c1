// `npm run chaos`: crawls of 2,000 pages by a service that is killed by SIGKILL, paused by SIGSTOP and put on a full disk,
// 200 times in all. Each page is in the result once, the limit is exact, and only pages that were in flight are fetched
// again, as the site counts in its own process. Ends with 1 when that is not so.
//   --faults 200  --pages 2000  --seed 1  --only kill|pause|full-disk (may be given several times)
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { end, getJson, pagesOf, randomFrom, startService, startSite, untilEnded } from './processes.mjs'

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    pages: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: ['kill', 'pause', 'full-disk'] },
  },
})
const [most, size, seed] = [values.faults, values.pages, values.seed].map(Number)
/** Scrapes at once, and so the pages that a kill may cost. */
const CONCURRENCY = 8
/** Of one crawl, at most. */
const FAULTS = 6
const DISK_MEBIBYTES = 256

const random = randomFrom(seed)
const directory = mkdtempSync(path.join(tmpdir(), 'crawlform-chaos-'))
const isOwnDisk =
  values.only.includes('full-disk') &&
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEBIBYTES}m`, 'chaos', directory]).status === 0
const filler = path.join(directory, 'filler')
const settings = {
  dataDirectory: path.join(directory, 'data'),
  concurrency: CONCURRENCY,
  workers: 1 + random.below(2),
  cacheTtlMs: 0,
  resultsTtlMs: 60_000,
}
const site = await startSite()
let service = await startService(settings)
const figures = {
  seed,
  crawls: 0,
  kills: 0,
  pauses: 0,
  fullDisks: 0,
  failedForDisk: 0,
  pages: 0,
  again: 0,
  mostAgain: 0,
}
const wrong = []

const faults = {
  async kill() {
    await end(service, 'SIGKILL')
    service = await startService(settings)
    figures.kills += 1
  },
  async pause() {
    service.child.kill('SIGSTOP')
    await pause(random.below(400))
    service.child.kill('SIGCONT')
    figures.pauses += 1
  },
  async 'full-disk'() {
    const { bavail, bsize } = statfsSync(directory)
    try {
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - random.below(64) * 1024)))
    } catch {
      // The service was first, and the disk is full.
    }
    await pause(random.below(600))
    rmSync(filler)
    figures.fullDisks += 1
  },
}

/** Picks one of the requested faults, by weight. */
function pickFault() {
  const weights = Object.entries({ 'full-disk': 15, pause: 25, kill: 60 }).filter(
    ([kind]) => values.only.includes(kind) && (kind !== 'full-disk' || isOwnDisk),
  )
  let place = random.next() * weights.reduce((sum, [, weight]) => sum + weight, 0)
  return weights.find(([, weight]) => (place -= weight) < 0)?.[0] ?? weights.at(-1)[0]
}

/** Waits until the site has been asked so often, or the job has ended. Returns whether it still runs. */
async function untilAsked(name, id, count) {
  for (;;) {
    const { status } = await getJson(`${service.url}/v2/crawl/${id}?limit=1`)
    if (status !== 'scraping') return false
    const asked = await getJson(`${site.url}/__total/${name}`)
    if (asked >= count) return true
    await pause(5)
  }
}

async function crawl(index) {
  const name = `s${seed}c${index}`
  // Half of the trees are larger than the limit.
  const tree = random.chance(0.5) ? size : size + 500 + random.below(1000)
  const request = {
    url: `${site.url}/tree/${name}/${tree}/0`,
    crawlEntireDomain: true,
    limit: size,
    sitemap: 'skip',
  }
  const { id } = await getJson(`${service.url}/v2/crawl`, request)
  const moments = Array.from({ length: 1 + random.below(FAULTS) }, () => random.below(size)).toSorted(
    (a, b) => a - b,
  )
  const before = { ...figures }
  for (const moment of moments) {
    if (!(await untilAsked(name, id, moment))) break
    await faults[pickFault()]()
  }
  await judge({
    name,
    id,
    tree,
    kills: figures.kills - before.kills,
    fills: figures.fullDisks - before.fullDisks,
  })
}

/** Holds the end of a crawl against what the site has counted. */
async function judge({ name, id, tree, kills, fills }) {
  const { status, completed, total, error } = await untilEnded(service.url, id, 20)
  const asked = Object.values(await getJson(`${site.url}/__counts/${name}`))
  const again = asked.reduce((sum, count) => sum + count - 1, 0)
  const urls = []
  for await (const { metadata } of pagesOf(service.url, id)) urls.push(metadata.sourceURL)
  figures.crawls += 1
  figures.pages += urls.length
  figures.again += again
  figures.mostAgain = Math.max(figures.mostAgain, again)
  const say = (what) => wrong.push(`crawl ${name}: ${what}`)
  if (new Set(urls).size !== urls.length) say(`${urls.length - new Set(urls).size} pages came twice`)
  // Pages that wait for room on a full disk are not fetched again.
  if (again > kills * CONCURRENCY) say(`${again} pages were fetched again after ${kills} kills`)
  if (fills > 0 && status === 'failed' && /could not be (?:stored|recorded)/.test(error ?? '')) {
    figures.failedForDisk += 1
    if (urls.length > size) say(`${urls.length} pages, limit ${size}`)
    return
  }
  if (status !== 'completed') say(`ended as ${status}: ${error}`)
  if (urls.length !== size || completed !== size || total !== size)
    say(`${urls.length} pages, ${completed} of ${total}; limit ${size}`)
  if (asked.length > Math.min(tree, size)) say(`${asked.length} pages were asked for, limit ${size}`)
}

const done = () => figures.kills + figures.pauses + figures.fullDisks
try {
  for (let index = 0; done() < most; index++) {
    await crawl(index)
    if (index % 10 === 9) console.log(JSON.stringify(figures))
  }
} catch (error) {
  wrong.push(`${error.stack}: ${error.cause}\n${service.said()}`)
} finally {
  await end(service)
  await end(site)
  if (isOwnDisk) execFileSync('umount', ['--lazy', directory])
  rmSync(directory, { recursive: true, force: true })
}
if (!isOwnDisk)
  console.log(
    'The disk was never full: nobody asked for it, or the system gives no disk of its own (Linux, as root).',
  )
console.log(JSON.stringify(figures))
for (const line of wrong) console.error(line)
process.exitCode = wrong.length === 0 ? 0 : 1
