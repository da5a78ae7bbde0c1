// The limits on what the program may cost, in CPU of whole processes. Crawls are compared with another built checkout, in turn.
//   npm run bench -- costs --base DIR [--runs 5] [--pages 10000]
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cleanProject } from './clean-project.mjs'
import { run } from './crawl-runs.mjs'
import { cpuOf, cpuOfRepeated, median } from './measure.mjs'
import { startSite } from './start-site.mjs'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    base: { type: 'string' },
    runs: { type: 'string', default: '5' },
    pages: { type: 'string', default: '10000' },
  },
})
const here = import.meta.dirname
const own = path.join(here, '../..')
const program = path.join(own, 'dist/cli/main.cjs')
const runs = Number(values.runs)
const scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-'))

/** Measures all sides in turn. Resolves to the median ratio of each side to the first, from runs next to each other. */
async function ratios(sides) {
  const rows = []
  for (let round = 0; round < runs; round++) {
    const row = []
    for (const side of sides) row.push(await side())
    rows.push(row)
  }
  return sides.map((_, index) => median(rows.map((row) => row[index] / row[0])))
}

function report(work, figure, limit, unit = '') {
  const verdict = figure <= limit ? 'met   ' : 'missed'
  console.log(`  ${verdict}  ${work.padEnd(58)} ${figure.toFixed(2)}${unit}, limit ${limit}${unit}`)
}

async function measureStart() {
  const root = cleanProject(path.join(scratch, '1'), 1)
  const empty = path.join(scratch, 'empty.mjs')
  writeFileSync(empty, '')
  const [, validate, plan] = await ratios(
    [[empty], [program, 'validate'], [program, 'plan']].map((args) => () => cpuOfRepeated(args, root, 10)),
  )
  report('validate of one crawl / an empty script', validate, 1.9)
  report('plan of one crawl / an empty script', plan, 2.5)
}

async function measureMany(root) {
  const peer = [
    path.join(here, 'peers/plain-script.cjs'),
    path.join(here, 'peers/crawl.schema.json'),
    'crawls',
  ]
  const [, validate, plan] = await ratios(
    [peer, [program, 'validate'], [program, 'plan', '--summary']].map((args) => () => cpuOf(args, root)),
  )
  report('validate of 10,000 unlike files / a yaml + ajv script', validate, 1)
  report('plan --summary of 10,000 / validate', plan / validate, 3)
}

async function measureApply(projects) {
  const service = spawn(process.execPath, [path.join(here, 'answering-service.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const port = String(await new Promise((resolve) => service.stdout.once('data', resolve))).trim()
    for (const { root, count, limit } of projects) {
      writeFileSync(
        path.join(root, 'crawlform.yaml'),
        `version: 2\nenvironments:\n  local: { baseUrl: "http://127.0.0.1:${port}" }\n`,
      )
      const times = []
      for (let round = 0; round < runs; round++) {
        rmSync(path.join(root, '.crawlform'), { recursive: true, force: true })
        times.push(cpuOf([program, 'apply', '--yes'], root))
      }
      report(`apply of ${count}, CPU for each crawl`, median(times) / count, limit, ' ms')
    }
  } finally {
    service.kill()
  }
}

async function measureCrawl(work, site) {
  let peak = 0
  const crawlBy = (checkout) => async () => {
    const script = path.join(checkout, 'test/bench/peers/crawlform.mjs')
    const { cpu, memory, pages, code } = await run(
      [process.execPath, script, site.url, values.pages, work],
      site,
    )
    if (code !== 0 || pages !== Number(values.pages)) throw new Error(`${checkout} crawled ${pages} pages`)
    if (checkout === own) peak = Math.max(peak, memory)
    return cpu
  }
  const sides = values.base === undefined ? [own] : [path.resolve(values.base), own]
  const [, ratio] = await ratios(sides.map(crawlBy))
  const name = `crawl of ${values.pages} pages for ${work}`
  if (ratio !== undefined) report(`${name}, CPU / base`, ratio, 1.15)
  report(`${name}, peak memory`, peak, 300, ' MB')
}

/** Measures the crawl of a site whose pages are stored against the crawl that stored them. */
async function measureSecondCrawl(work, limit, ...siteOptions) {
  const site = await startSite(values.pages, '0', 8311, ...siteOptions)
  const data = path.join(scratch, 'second-crawl')
  const crawl = async () => {
    const args = [path.join(here, 'peers/crawl-again.mjs'), data, site.url, values.pages]
    const { status, stdout } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    if (status !== 0) throw new Error('the crawl failed')
    return Number(stdout)
  }
  try {
    const first = async () => {
      rmSync(data, { recursive: true, force: true })
      return crawl()
    }
    const [, ratio] = await ratios([first, crawl])
    report(`second crawl of unchanged pages ${work} / the first`, ratio, limit)
  } finally {
    site.stop()
  }
}

try {
  console.log('\nCPU of whole processes (medians)')
  await measureStart()
  const many = cleanProject(path.join(scratch, '10000'), 10_000)
  await measureMany(many)
  const few = cleanProject(path.join(scratch, '250'), 250)
  await measureApply([
    { root: few, count: 250, limit: 3 },
    { root: many, count: 10_000, limit: 1 },
  ])
  const site = await startSite(values.pages, '0', 8310)
  try {
    for (const work of ['markdown', 'links']) await measureCrawl(work, site)
  } finally {
    site.stop()
  }
  await measureSecondCrawl('by 304', 0.35)
  await measureSecondCrawl('without validators', 0.6, '--no-validators')
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
