// `npm run hostile`: a table of hostile sites, each crawled with 25 good pages beside it. Prints for each the peak memory
// of the service with its processes, the time, how many good pages came and what was said of the bad one. Ends with 1
// when a good page is missing, a crawl does not end, or memory passes 300 MiB.
//   --seed 1 (the order)  --only WORDS (of a case's name)  --count N (only so many)
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { answers, wellKnown } from './hostile-answers.mjs'
import { end, getJson, measureProcess, pagesOf, randomFrom } from './processes.mjs'
import { startChild, startService } from './processes.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    count: { type: 'string', default: '10000' },
  },
})
const GOOD = 25
const MOST_MEBIBYTES = 300
/** Of a page. */
const TIMEOUT_MS = 5000
/** Of a crawl: a bad page has three attempts, and robots.txt and sitemaps a time of their own. */
const MOST_SECONDS = 150
/** Of the service, once it is told to end. */
const MOST_MS_TO_END = 30_000

const random = randomFrom(Number(values.seed))
const names = [...Object.keys(answers), ...Object.keys(wellKnown)]
const cases = names
  .filter((name) => name.includes(values.only))
  .map((name) => ({ name, at: random.next() }))
  .toSorted((a, b) => a.at - b.at)
  .slice(0, Number(values.count))
const dataDirectory = mkdtempSync(path.join(tmpdir(), 'crawlform-hostile-'))
const sites = await startChild(path.join(import.meta.dirname, 'hostile-site.mjs'))
const settings = { dataDirectory, limits: { sitemapMs: 10_000 } }
let service
const wrong = []
let highest = 0

/** The memory of the processes that the service has started. */
function childrenMebibytes(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return children.filter(Boolean).reduce((sum, child) => sum + measureProcess(child).rss, 0)
  } catch {
    return 0
  }
}

async function followed(id) {
  let below = 0
  for (let waited = 0; ; waited += 50) {
    below = Math.max(below, childrenMebibytes(service.child.pid))
    const answer = await getJson(`${service.url}/v2/crawl/${id}?limit=1`)
    if (answer.status !== 'scraping' || waited > MOST_SECONDS * 1000) return { ...answer, below }
    await pause(50)
  }
}

async function attack({ name }) {
  const origin = await getJson(`${sites.url}/open/${encodeURIComponent(name)}`)
  // One of its own for each, so that a peak is the case's; what stays from one crawl to the next is the soak's matter.
  service = await startService(settings)
  const beganMs = Date.now()
  const request = { url: `${origin}/`, limit: 60, sitemap: name in wellKnown ? 'include' : 'skip' }
  const { id } = await getJson(`${service.url}/v2/crawl`, {
    ...request,
    scrapeOptions: { timeout: TIMEOUT_MS },
  })
  const { status, below } = await followed(id)
  const seconds = (Date.now() - beganMs) / 1000
  const peak = measureProcess(service.child.pid).peak + below
  let [good, bad] = [0, 0]
  for await (const { metadata } of pagesOf(service.url, id)) {
    if (metadata.sourceURL.includes('/good/')) good += 1
    else if (metadata.sourceURL.includes('/bad')) bad += 1
  }
  const { errors } = await getJson(`${service.url}/v2/crawl/${id}/errors`)
  const said = errors.find(({ url }) => url.includes('/bad'))?.code ?? (bad > 0 ? `${bad} pages` : 'nothing')
  highest = Math.max(highest, peak)
  console.log(
    `${name.padEnd(44)} ${peak.toFixed(0).padStart(5)} MiB ${seconds.toFixed(1).padStart(6)} s  ${good}/${GOOD}  ${said}`,
  )
  if (status !== 'completed') wrong.push(`${name}: ended as ${status}`)
  if (good !== GOOD) wrong.push(`${name}: ${good} of ${GOOD} good pages`)
  if (peak > MOST_MEBIBYTES) wrong.push(`${name}: ${peak.toFixed(0)} MiB`)
}

for (const one of cases) {
  try {
    await attack(one)
  } catch (error) {
    wrong.push(`${one.name}: ${error.stack} ${error.cause} ${service?.said()}`)
  }
  const beganMs = Date.now()
  if (service !== undefined) await end(service)
  if (Date.now() - beganMs > MOST_MS_TO_END)
    wrong.push(`${one.name}: the service took ${Date.now() - beganMs} ms to end`)
}
await end(sites)
rmSync(dataDirectory, { recursive: true, force: true })
console.log(
  JSON.stringify({
    seed: Number(values.seed),
    cases: cases.length,
    peakMiB: Math.round(highest),
    wrong: wrong.length,
  }),
)
for (const line of wrong) console.error(line)
process.exitCode = wrong.length === 0 ? 0 : 1
