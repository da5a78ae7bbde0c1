// The embedded service beside other crawlers doing the same work on the same synthetic site, whole processes in turn.
//   npm run bench -- crawl [--pages "1000 10000"] [--latency "0 50"] [--runs 3] [--only "crawlform ..."]
// The peers are installed into a scratch folder from the registry; wget2 is used where it is installed. Every row's
// page set is checked by the site's own count.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { median } from './measure.mjs'
import { startSite } from './start-site.mjs'

const here = import.meta.dirname
const scratch = path.join(tmpdir(), 'crawlform-bench-peers')
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

/** One of Crawlee's crawlers; Markdown by the converter that ours uses too, in its native build. */
const crawlee = (script, work) => (url) => [
  'env',
  'MD=mdream',
  'node',
  script,
  url,
  '0',
  'tuned',
  work,
  'out.jsonl',
]

/** The embedded service, with the flags of V8 that `serve` and `apply` set for their own process. */
const crawlform =
  (...work) =>
  (url, n) => [
    'node',
    '--no-allocation-site-pretenuring',
    '--no-parallel-scavenge',
    path.join(here, 'peers/crawlform.mjs'),
    url,
    n,
    ...work,
  ]

const peers = {
  crawlform: crawlform('links'),
  'crawlform-markdown': crawlform('markdown'),
  'crawlform-1-thread': crawlform('links', '1'),
  'crawlform-markdown-1-thread': crawlform('markdown', '1'),
  'spider-rs': (url, n) => ['node', 'spider-rs.mjs', url, n],
  'spider-rs-markdown': (url, n) => ['node', 'spider-rs-md.mjs', url, n, 'out.jsonl'],
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

/** What ours is held to: at least so many times the pages of a peer in the same time, at most so much of anything. */
const bars = [
  { latency: 0, own: 'crawlform-markdown', peer: 'spider-rs-markdown', times: 1 },
  { latency: 0, own: 'crawlform-markdown', peer: 'crawlee-http-markdown', times: 8 },
  { latency: 0, own: 'crawlform-markdown', figure: 'CPU s/1,000', most: 1.3 },
  { latency: 0, own: 'crawlform-markdown', figure: 'peak MB', most: 250 },
  { latency: 0, own: 'crawlform', peer: 'spider-rs', times: 1 },
  { latency: 50, own: 'crawlform', peer: 'wget2', times: 1 },
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

/** Wall and CPU seconds, peak memory in MB and the site's own count of one run. GNU time measures the whole process. */
async function run(command, site) {
  await fetch(`${site.url}__reset`)
  rmSync(path.join(scratch, 'wget2'), { recursive: true, force: true })
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const timed = [
    '-o',
    path.join(scratch, 'time.txt'),
    '-f',
    '%e %U %S %M',
    'timeout',
    '-s',
    'KILL',
    '300',
    ...command,
  ]
  const child = spawn('/usr/bin/time', timed, { cwd: scratch, env, stdio: 'ignore' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const counted = await (await fetch(`${site.url}__stats`)).json()
  const line = spawnSync('tail', ['-1', path.join(scratch, 'time.txt')])
    .stdout.toString()
    .trim()
  const [wall, user, system, memory] = line.split(' ').map(Number)
  return {
    wall,
    cpu: user + system,
    memory: memory / 1024,
    pages: counted.uniquePages,
    duplicates: counted.duplicates,
    code,
  }
}

/** The medians of one peer's runs. */
function summary(pages, runs) {
  const of = (key) => median(runs.map((one) => one[key]))
  return {
    'pages/s': of('pages') / of('wall'),
    'CPU s/1,000': (of('cpu') / of('pages')) * 1000,
    'peak MB': of('memory'),
    pages: of('pages'),
    'fetched twice': of('duplicates'),
    remark: [
      ...(runs.some((one) => one.code !== 0) ? ['failed'] : []),
      ...(runs.some((one) => one.pages !== Number(pages)) ? ['not every page'] : []),
    ].join(', '),
  }
}

function printRows(results) {
  console.log(
    '  peer                         pages/s   CPU s/1,000   peak MB   pages   fetched twice   (medians; pages as the site counts them)',
  )
  for (const [name, row] of results) {
    const cells = [
      row['pages/s'].toFixed(0).padStart(7),
      row['CPU s/1,000'].toFixed(2).padStart(13),
      row['peak MB'].toFixed(0).padStart(9),
      String(row.pages).padStart(7),
      String(row['fetched twice']).padStart(15),
    ]
    console.log(`  ${name.padEnd(27)} ${cells.join(' ')}${row.remark === '' ? '' : `  (${row.remark})`}`)
  }
}

function printBars(latency, results) {
  for (const { own, peer, times, figure, most, ...bar } of bars) {
    const [ours, theirs] = [results.get(own), results.get(peer)]
    if (bar.latency !== Number(latency) || ours === undefined || (peer !== undefined && theirs === undefined))
      continue
    const value = peer === undefined ? ours[figure] : ours['pages/s'] / theirs['pages/s']
    const isMet = peer === undefined ? value <= most : value >= times
    const text =
      peer === undefined
        ? `${own}: ${value.toFixed(2)} ${figure}, bar at most ${most}`
        : `${own} / ${peer}: ${value.toFixed(2)} times the pages/s, bar at least ${times}`
    console.log(`  ${isMet ? 'met   ' : 'missed'}  ${text}`)
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
    console.log(`\n${pages} pages, ${latency} ms latency`)
    printRows(results)
    if (pages === '10000') printBars(latency, results)
  }
}
