// The embedded service compared with other crawlers: the same work on the same synthetic site, whole processes in turn.
//   npm run bench -- crawl [--pages "1000 10000"] [--latency "0 50"] [--runs 3] [--only "crawlform ..."]
// The peers are installed into a scratch folder from the registry; wget2 is used where it is installed. It writes what it
// fetches: TMPDIR=/dev/shm puts that, and our data, on a memory disk. Every row's page set is checked by the site's own count.
// All run on the Node that runs this: newer ones compile what is hot sooner, which is worth a quarter of a crawl's CPU.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { crawlform, printRows, run, scratch, summary } from './crawl-runs.mjs'
import { startSite } from './start-site.mjs'

const here = import.meta.dirname
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    pages: { type: 'string', default: '1000 10000' },
    latency: { type: 'string', default: '0 50' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const packages = [
  '@crawlee/http@3',
  '@crawlee/cheerio@3',
  'htmlparser2',
  'turndown',
  '@spider-rs/spider-rs',
  '@spider-rs/spider-rs-linux-x64-gnu',
  'mdream@1',
  '@mdream/rust-linux-x64-gnu',
]

/** One of Crawlee's crawlers; Markdown by mdream's native build, the fastest converter there is. */
const crawlee = (script, work) => (url) => [
  'env',
  'MD=mdream',
  process.execPath,
  script,
  url,
  '0',
  'tuned',
  work,
  'out.jsonl',
]

/** What a person runs: the crawl, the review of its pages, the record and the manifest. */
const apply = (format) => (url, pages) => {
  const project = path.join(scratch, 'project')
  rmSync(project, { recursive: true, force: true })
  mkdirSync(path.join(project, 'crawls'), { recursive: true })
  const request = {
    url,
    limit: Number(pages),
    maxDiscoveryDepth: Number(pages),
    crawlEntireDomain: true,
    sitemap: 'skip',
  }
  const crawl = { version: 2, request: { ...request, scrapeOptions: { formats: [format] } } }
  writeFileSync(path.join(project, 'crawls/site.yaml'), JSON.stringify(crawl))
  return [process.execPath, path.join(here, '../../dist/cli/main.cjs'), '-C', project, 'apply', '--yes']
}

const peers = {
  'crawlform-apply': apply('links'),
  'crawlform-apply-markdown': apply('markdown'),
  crawlform: crawlform('links'),
  'crawlform-markdown': crawlform('markdown'),
  'crawlform-1-thread': crawlform('links', '1'),
  'crawlform-markdown-1-thread': crawlform('markdown', '1'),
  'spider-rs': (url, n) => [process.execPath, 'spider-rs.mjs', url, n],
  'spider-rs-markdown': (url, n) => [process.execPath, 'spider-rs-md.mjs', url, n, 'out.jsonl'],
  'crawlee-http': crawlee('crawlee-http.mjs', 'links'),
  'crawlee-http-markdown': crawlee('crawlee-http.mjs', 'markdown'),
  'crawlee-cheerio': crawlee('crawlee-cheerio.mjs', 'links'),
  'crawlee-cheerio-markdown': crawlee('crawlee-cheerio.mjs', 'markdown'),
  wget2: (url) => [
    'wget2',
    '-q',
    '-r',
    '-l',
    'inf',
    '-nH',
    '-P',
    'wget2',
    '--max-threads=128',
    '--reject-regex',
    '/(assets|img)/|favicon',
    url,
  ],
}

/** Our bars: the least pages per second relative to a peer, or the most of a figure. */
const bars = [
  { latency: 0, own: 'crawlform-markdown', peer: 'spider-rs-markdown', times: 2 },
  { latency: 0, own: 'crawlform-markdown', peer: 'crawlee-http-markdown', times: 10 },
  { latency: 0, own: 'crawlform-markdown', peer: 'spider-rs-markdown', figure: 'CPU s/1,000', most: 0.5 },
  { latency: 0, own: 'crawlform-markdown', figure: 'peak MB', most: 300 },
  { latency: 0, own: 'crawlform', peer: 'spider-rs', times: 1.5 },
  { latency: 50, own: 'crawlform', peer: 'wget2', times: 1.2 },
]

function installPeers() {
  mkdirSync(scratch, { recursive: true })
  for (const file of readdirSync(path.join(here, 'peers')))
    copyFileSync(path.join(here, 'peers', file), path.join(scratch, file))
  if (existsSync(path.join(scratch, 'node_modules'))) return
  writeFileSync(path.join(scratch, 'package.json'), '{"name":"peers","private":true,"type":"module"}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--force', ...packages], {
    cwd: scratch,
    stdio: 'ignore',
  })
}

function printBars(latency, results) {
  for (const { own, peer, times, figure = 'pages/s', most, ...bar } of bars) {
    const [ours, theirs] = [results.get(own), results.get(peer)]
    if (bar.latency !== Number(latency) || ours === undefined || (peer !== undefined && theirs === undefined))
      continue
    const value = ours[figure] / (theirs?.[figure] ?? 1)
    const isMet = most === undefined ? value >= times : value <= most
    const [name, unit] = peer === undefined ? [own, figure] : [`${own} / ${peer}`, `times the ${figure}`]
    const bound = most === undefined ? `at least ${times}` : `at most ${most}`
    console.log(`  ${isMet ? 'met   ' : 'missed'}  ${name}: ${value.toFixed(2)} ${unit}, bar ${bound}`)
  }
}

installPeers()
const hasWget2 = spawnSync('wget2', ['--version']).status === 0
const all = Object.keys(peers).filter((name) => name !== 'wget2' || hasWget2)
const chosen = values.only === '' ? all : values.only.split(' ')
let port = 8310
for (const pages of values.pages.split(' ')) {
  for (const latency of values.latency.split(' ')) {
    const site = await startSite(pages, latency, port++)
    const runs = new Map(chosen.map((name) => [name, []]))
    for (let round = 0; round < Number(values.runs); round++) {
      for (const name of chosen) runs.get(name).push(await run(peers[name](site.url, pages), site))
    }
    site.stop()
    const results = new Map(chosen.map((name) => [name, summary(pages, runs.get(name))]))
    console.log(`\n${pages} pages, ${latency} ms latency, Node ${process.versions.node}`)
    printRows(results)
    if (pages === '10000') printBars(latency, results)
  }
}
