// `npm run soak`: one service crawls job after job, for hours or five million pages, whichever is first. Memory at the
// end must equal that of the first quarter after results began to expire. No file may grow, and no file descriptor may leak.
// Ends with 1 if one of these is not true.
//   --pages 5000000  --hours 4  --job 5000 (pages of one job)  --rest 440 (seconds at the end)  --seed 1
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Database from 'libsql'
import { measureProcess } from '../support/linux-processes.mjs'
import { end, getJson, measureFiles, median, pagesOf, randomFrom } from './processes.mjs'
import { send, startService, startSite, untilEnded } from './processes.mjs'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '5000000' },
    hours: { type: 'string', default: '4' },
    job: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    // Seconds at the end, in which all results expire and are removed, which happens once a minute.
    rest: { type: 'string', default: '440' },
  },
})
const [most, hours, jobPages, seed] = [values.pages, values.hours, values.job, values.seed].map(Number)
/** Results and cache live so long: without an end, files would have to grow. */
const TTL_MS = 300_000
/** What may be at the end, as a multiple of the first quarter. */
const BOUNDS = { rss: 1.1, fds: 1.1 }
/** The most files of a service without jobs, and the most MiB that its database uses then. */
const FILES_AT_REST = 8
const DATABASE_AT_REST = 2
/** Descriptors that may be open at rest beyond those at first: threads, the database, idle connections. */
const SPARE_FDS = 40
/** After this time the first results have been removed. From then on as many expire as come, so memory is steady. */
const STEADY_FROM_MS = TTL_MS + 60_000
/** Shorter work says nothing of what memory does, as in the test suite. */
const COMPARABLE_MS = 5 * 60_000

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'crawlform-soak-'))
const random = randomFrom(seed)
const site = await startSite()
const service = await startService({ dataDirectory, resultsTtlMs: TTL_MS, cacheTtlMs: TTL_MS })
const beganMs = Date.now()
const samples = []
const wrong = []
let [pages, jobs, cancelled, isDone] = [0, 0, 0, false]

/** A request of one of the kinds that people make. */
function someRequest(name, size) {
  const kind = random.pick(['tree', 'mixed'])
  const formats = random.pick([['markdown'], ['markdown', 'links'], ['html'], ['markdown', 'rawHtml']])
  return {
    url: `${site.url}/${kind}/${name}/${size}/0`,
    limit: size,
    crawlEntireDomain: true,
    sitemap: random.pick(['skip', 'include']),
    scrapeOptions: { formats, maxAge: random.pick([0, 60_000]), onlyMainContent: random.chance(0.5) },
  }
}

/** One crawl from its start to the last page of its results; some are cancelled on the way. */
async function job(name) {
  const size = Math.ceil(jobPages * (0.5 + random.next()))
  const request = someRequest(name, size)
  const isCancelled = random.chance(0.1)
  const { id } = await getJson(`${service.url}/v2/crawl`, request)
  if (isCancelled) {
    await pause(200)
    await send(`${service.url}/v2/crawl/${id}`, 'DELETE')
    cancelled += 1
  }
  const { status, completed } = await untilEnded(service.url, id)
  let read = 0
  for await (const page of pagesOf(service.url, id)) read += page.metadata === undefined ? 0 : 1
  const { errors } = await getJson(`${service.url}/v2/crawl/${id}/errors`)
  // Pages that answer 404 are results; one that moves to another page of the tree is a duplicate.
  const isWhole = request.url.includes('/mixed/') ? completed > size * 0.8 : completed === size
  if (read !== completed) wrong.push(`job ${name}: ${read} of ${completed} pages could be read`)
  if (status !== (isCancelled ? 'cancelled' : 'completed') && !(isCancelled && status === 'completed'))
    wrong.push(`job ${name}: ended as ${status}`)
  if (!isCancelled && !isWhole)
    wrong.push(`job ${name}: ${completed} of ${size} pages, ${errors.length} errors`)
  pages += completed
  jobs += 1
  await send(`${site.url}/__counts/${name}`, 'DELETE')
}

async function work(worker) {
  for (let index = 0; pages < most && Date.now() - beganMs < hours * 3_600_000; index++)
    await job(`s${seed}w${worker}j${index}`)
}

function look() {
  const now = { atMs: Date.now() - beganMs, pages }
  const sample = { ...now, ...measureProcess(service.child.pid), ...measureFiles(dataDirectory) }
  samples.push(sample)
  return sample
}

/** Looks at the service once a second, and prints a line a minute. */
async function watch() {
  for (let second = 0; !isDone; second++) {
    const sample = look()
    if (second % 60 === 59) console.log(describe(sample))
    await pause(1000)
  }
}

const mebibytes = (bytes) => (bytes / 2 ** 20).toFixed(1)
const describe = ({ atMs, pages: done, rss, fds, files, bytes, largest }) =>
  `${Math.round(atMs / 1000)} s: ${done} pages, ${rss.toFixed(0)} MiB, ${fds} descriptors, ${files} files of ${mebibytes(bytes)} MiB, largest ${mebibytes(largest)} MiB`

/** Returns the used part of a database; its file never shrinks. */
function usedMebibytes(file) {
  const db = new Database(file)
  const pragma = (name) => Number(Object.values(db.prepare(`PRAGMA ${name}`).get())[0])
  const used = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  db.close()
  return Number(mebibytes(used))
}

const watching = watch()
await Promise.all([work(0), work(1)]).catch((error) => wrong.push(`${error}: ${error.cause}`, service.said()))
// Expired results are removed. Then nothing may be held for removed jobs.
await pause(Number(values.rest) * 1000)
isDone = true
await watching
look()
const last = samples.at(-1)
console.log(describe(last))
await end(service)
await end(site)
const databaseAtRest = usedMebibytes(path.join(dataDirectory, 'service.db'))
rmSync(dataDirectory, { recursive: true, force: true })

const rest = last?.fds ?? 0
if (Number(values.rest) > 0 && rest > (samples[0]?.fds ?? 0) + SPARE_FDS)
  wrong.push(`${rest} descriptors are open at rest, ${samples[0]?.fds} at first`)
const working = samples.filter((sample) => sample.pages < pages)
const steady = working.filter(({ atMs }) => atMs >= STEADY_FROM_MS)
const isComparable = (working.at(-1)?.atMs ?? 0) >= STEADY_FROM_MS + COMPARABLE_MS
const compared = isComparable ? steady : working
const quarter = Math.ceil(compared.length / 4)
const [first, final] = [compared.slice(0, quarter), compared.slice(-quarter)]
const figures = {
  seed,
  pages,
  jobs,
  cancelled,
  seconds: Math.round((last?.atMs ?? 0) / 1000),
  peakMiB: Math.round(last?.peak ?? 0),
  fdsAtRest: rest,
  filesAtRest: last?.files ?? 0,
  databaseAtRest,
  restMiB: Math.round(last?.rss ?? 0),
}
for (const [name, bound] of Object.entries(BOUNDS)) {
  const [before, after] = [first, final].map((some) => Math.round(median(some.map((sample) => sample[name]))))
  Object.assign(figures, { [`${name}First`]: before, [`${name}Last`]: after })
  if (isComparable && after > before * bound)
    wrong.push(`${name}: ${after} at the end, ${before} in the first quarter`)
}
if (Number(values.rest) > 0) {
  if (figures.filesAtRest > FILES_AT_REST)
    wrong.push(`${figures.filesAtRest} files are left of jobs that are gone`)
  if (figures.databaseAtRest > DATABASE_AT_REST)
    wrong.push(`the database uses ${figures.databaseAtRest} MiB for jobs that are gone`)
}
console.log(JSON.stringify(figures))
for (const line of wrong) console.error(line)
process.exitCode = wrong.length === 0 ? 0 : 1
