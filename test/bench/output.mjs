// Writing pages as files, compared with the crawl that finds them: whole processes on the embedded service.
//   npm run bench -- output [--pages 5000] [--runs 3]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { median, print, timesOf } from './measure.mjs'
import { startSite } from './start-site.mjs'

const program = path.join(import.meta.dirname, '../../dist/cli/main.cjs')
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { pages: { type: 'string', default: '5000' }, runs: { type: 'string', default: '3' } },
})
const site = await startSite(values.pages, '0', 8390)
const root = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-'))
try {
  mkdirSync(path.join(root, 'crawls'))
  writeFileSync(
    path.join(root, 'crawls/site.yaml'),
    // Pages from the cache would flatter every crawl but the first.
    `version: 2
request:
  url: ${site.url}
  limit: ${values.pages}
  scrapeOptions: { maxAge: 0 }
`,
  )
  const side = (...words) => ({ name: words.join(' '), words, times: [] })
  const sides = [
    side('apply', '--yes', '--rerun', '--wait'),
    side('apply', '--yes', '--rerun', '--output', 'pages'),
    side('results', '--output', 'pages'),
    // Nothing of it is there before.
    side('results', '--output', 'new'),
  ]
  for (let run = 0; run <= Number(values.runs); run++) {
    for (const { words, times } of sides) {
      const named = words.map((word) => (word === 'new' ? `new-${run}` : word))
      const taken = timesOf([program, ...named], root)
      if (run > 0) times.push(taken)
    }
  }
  for (const what of ['cpu', 'wall']) {
    const rows = sides.map(({ name, times }) => ({
      name,
      ms: median(times.map((taken) => taken[what])),
      least: Math.min(...times.map((taken) => taken[what])),
      most: Math.max(...times.map((taken) => taken[what])),
      ratio: median(times.map((taken, run) => taken[what] / sides[0].times[run][what])),
    }))
    const title = `${values.pages} Markdown pages, against the crawl alone: ${what === 'cpu' ? 'CPU' : 'time'}`
    print(title, rows, 'apply --output 1.10x, results --output 0.20x')
  }
} finally {
  site.stop()
  rmSync(root, { recursive: true, force: true })
}
