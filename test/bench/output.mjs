// Writing pages as files, beside the crawl that finds them: whole processes on the embedded service.
//   npm run bench -- output [--pages 5000] [--runs 3]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { compare, print } from './measure.mjs'
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
  const side = (...words) => ({ name: words.join(' '), args: [program, ...words], cwd: root })
  const sides = [
    side('apply', '--yes', '--rerun', '--wait'),
    side('apply', '--yes', '--rerun', '--output', 'pages'),
    side('results', '--output', 'pages'),
  ]
  const title = `${values.pages} Markdown pages, against the crawl alone`
  print(title, compare(sides, Number(values.runs)), 'apply --output 1.10x, results --output 0.20x')
} finally {
  site.stop()
  rmSync(root, { recursive: true, force: true })
}
