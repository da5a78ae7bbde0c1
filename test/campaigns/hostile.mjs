// `npm run hostile`: a table of hostile sites, each crawled together with 25 good pages. Sites with hostile names are crawled
// by `apply --output`, and their files are checked. Prints for each site the peak memory of the service with its processes,
// the time, the number of good pages, and the report of the bad page. Ends with 1 if a good page is missing, a crawl does
// not end, memory passes 300 MiB, or a check of the case fails.
//   --seed 1 (the order)  --only WORDS (of a case's name)  --count N (only so many)
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { watchMemory } from '../support/linux-processes.mjs'
import { answers, wellKnown } from './hostile-answers.mjs'
import { names as fileNames } from './hostile-names.mjs'
import { end, getJson, pagesOf, randomFrom } from './processes.mjs'
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
/** While the results are read as well, with answers of 10 MB right after another. */
const MOST_WHILE_READ = 360
/** The time limit of a page. */
const TIMEOUT_MS = 5000
/** The time limit of a crawl: a bad page has three attempts, and robots.txt and sitemaps have limits of their own. */
const MOST_SECONDS = 150
/** The time limit of the service to end after SIGTERM. */
const MOST_MS_TO_END = 30_000

const random = randomFrom(Number(values.seed))
const names = [answers, wellKnown, fileNames].flatMap((table) => Object.keys(table))
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

async function followed(id) {
  for (let waited = 0; ; waited += 50) {
    const answer = await getJson(`${service.url}/v2/crawl/${id}?limit=1`)
    if (answer.status !== 'scraping' || waited > MOST_SECONDS * 1000) return answer
    await pause(50)
  }
}

/** What no file system of Windows takes, or takes for something else, in one part of a path; and what hides a file. */
const BAD_PART =
  /[\\:*?"<>|\p{Control}\p{Format}]|^[.-]|[. ]$|^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/iu

/** Has `apply --output` write the pages of a site, and looks at the files. */
async function writeNames({ name }) {
  const origin = await getJson(`${sites.url}/open/${encodeURIComponent(name)}`)
  const home = path.join(dataDirectory, 'project')
  mkdirSync(path.join(home, 'crawls'), { recursive: true })
  writeFileSync(
    path.join(home, 'crawls/docs.yaml'),
    `version: 2\nrequest: { url: "${origin}/", limit: 60, sitemap: skip }\n`,
  )
  const program = path.join(import.meta.dirname, '../../dist/cli/main.cjs')
  const beganMs = Date.now()
  const words = [program, 'apply', '--yes', '--output', 'pages']
  const child = spawn(process.execPath, words, { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const peakOf = watchMemory(child.pid)
  const [status] = await once(child, 'close')
  const peak = peakOf()
  const found =
    status === 0 ? judgeFiles(home, origin, (what) => wrong.push(`${name}: ${what}`)) : { good: 0, others: 0 }
  highest = Math.max(highest, peak)
  tell(name, {
    peak,
    seconds: (Date.now() - beganMs) / 1000,
    good: found.good,
    said: `${found.others} files`,
  })
  if (status !== 0) wrong.push(`${name}: ended with ${status}: ${said}`)
  // eslint-disable-next-line no-control-regex
  if (/\u001b/.test(said)) wrong.push(`${name}: an escape sequence went to the terminal`)
  if (found.good !== GOOD) wrong.push(`${name}: ${found.good} of ${GOOD} good pages`)
  if (peak > MOST_MEBIBYTES) wrong.push(`${name}: ${peak.toFixed(0)} MiB`)
  rmSync(home, { recursive: true })
}

/** Holds the files that were written against the index of them. Returns how many there are. */
function judgeFiles(home, origin, say) {
  const entries = readFileSync(path.join(home, 'pages/index.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(home, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/^(?:crawls|\.crawlform)\//.test(file) && file !== 'pages/index.jsonl')
  const known = new Set(entries.map(({ file }) => `pages/${file}`))
  for (const file of files) if (!known.has(file)) say(`${JSON.stringify(file)} is in no index`)
  const folded = new Set([...known].map((file) => file.normalize('NFC').toLowerCase()))
  if (folded.size !== entries.length) say(`${entries.length - folded.size} files took the place of others`)
  for (const { file, url } of entries) {
    if (file.split('/').some((part) => BAD_PART.test(part) || Buffer.byteLength(part) > 200))
      say(`is written as ${JSON.stringify(file)}`)
    const text = readFileSync(path.join(home, 'pages', file), 'utf8')
    // The front matter says whose text it is.
    if (!text.includes(JSON.stringify(url)) && !text.includes(url))
      say(`${JSON.stringify(file)} is not of ${url}`)
  }
  const good = entries.filter(({ url }) => url.startsWith(`${origin}/good/`)).length
  return { good, others: entries.length - good }
}

function tell(name, { peak, seconds, good, said }) {
  console.log(
    `${name.padEnd(50)} ${peak.toFixed(0).padStart(5)} MiB ${seconds.toFixed(1).padStart(6)} s  ${good}/${GOOD}  ${said}`,
  )
}

async function attack({ name }) {
  const origin = await getJson(`${sites.url}/open/${encodeURIComponent(name)}`)
  // One of its own for each, so that a peak is the case's; what stays from one crawl to the next is the soak's matter.
  service = await startService(settings)
  const peakOf = watchMemory(service.child.pid)
  const beganMs = Date.now()
  const request = { url: `${origin}/`, limit: 100, sitemap: name in wellKnown ? 'include' : 'skip' }
  const { id } = await getJson(`${service.url}/v2/crawl`, {
    ...request,
    scrapeOptions: { timeout: TIMEOUT_MS },
  })
  const { status } = await followed(id)
  const seconds = (Date.now() - beganMs) / 1000
  const peak = peakOf()
  const peakOfReading = watchMemory(service.child.pid)
  let [good, bad] = [0, 0]
  for await (const { metadata } of pagesOf(service.url, id)) {
    if (metadata.sourceURL.includes('/good/')) good += 1
    else if (metadata.sourceURL.includes('/bad')) bad += 1
  }
  const { errors } = await getJson(`${service.url}/v2/crawl/${id}/errors`)
  const said = errors.find(({ url }) => url.includes('/bad'))?.code ?? (bad > 0 ? `${bad} pages` : 'nothing')
  const read = peakOfReading()
  highest = Math.max(highest, peak)
  tell(name, { peak, seconds, good, said: `${said}, ${read.toFixed(0)} MiB with the results read` })
  if (status !== 'completed') wrong.push(`${name}: ended as ${status}`)
  if (good !== GOOD) wrong.push(`${name}: ${good} of ${GOOD} good pages`)
  if (peak > MOST_MEBIBYTES) wrong.push(`${name}: ${peak.toFixed(0)} MiB`)
  if (read > MOST_WHILE_READ) wrong.push(`${name}: ${read.toFixed(0)} MiB while the results are read`)
}

for (const one of cases) {
  try {
    await (one.name in fileNames ? writeNames(one) : attack(one))
  } catch (error) {
    wrong.push(`${one.name}: ${error.stack} ${error.cause} ${service?.said()}`)
  }
  const beganMs = Date.now()
  if (service !== undefined) await end(service)
  service = undefined
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
