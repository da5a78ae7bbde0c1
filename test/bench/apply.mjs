// CPU of `apply` per crawl, as a whole process, with a service that answers at once. `plan` is measured too: `apply` contains
// it. Also prints the bytes left on the disk and on stderr.
//   npm run bench -- apply [--crawls "250 1000 4000 10000"] [--runs 3]
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cpuOf, median } from './measure.mjs'

const program = path.join(import.meta.dirname, '../../dist/cli/main.cjs')
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    crawls: { type: 'string', default: '250 1000 4000 10000' },
    runs: { type: 'string', default: '3' },
  },
})

const service = spawn(process.execPath, [path.join(import.meta.dirname, 'answering-service.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const port = String(await new Promise((resolve) => service.stdout.once('data', resolve))).trim()
const scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-'))

function project(count) {
  const root = path.join(scratch, String(count))
  mkdirSync(path.join(root, 'crawls'), { recursive: true })
  writeFileSync(
    path.join(root, 'crawlform.yaml'),
    `version: 2\nenvironments:\n  local: { baseUrl: "http://127.0.0.1:${port}" }\n`,
  )
  for (let site = 0; site < count; site++)
    writeFileSync(
      path.join(root, `crawls/site-${site}.yaml`),
      `version: 2
request:
  url: https://site-${site}.example.com/guides/
  limit: ${100 + (site % 400)}
  maxDiscoveryDepth: ${2 + (site % 4)}
  delay: 1
  includePaths: ["^/guides/"]
  excludePaths: ["^/guides/v${site % 7}/changelog"]
  scrapeOptions:
    formats: [markdown, links]
    excludeTags: [nav, header, footer, ".cookie-banner"]
`,
    )
  return root
}

/** Bytes of all files below `folder`. */
function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => statSync(path.join(folder, name)))
    .reduce((sum, fact) => sum + (fact.isFile() ? fact.size : 0), 0)
}

function measure(count) {
  const root = project(count)
  const state = path.join(root, '.crawlform/state')
  const runs = { plan: [], apply: [] }
  for (let run = 0; run < Number(values.runs); run++) {
    rmSync(path.join(root, '.crawlform'), { recursive: true, force: true })
    runs.plan.push(cpuOf([program, 'plan', '--summary'], root))
    runs.apply.push(cpuOf([program, 'apply', '--yes'], root))
  }
  const kept = bytesBelow(state) / statSync(path.join(state, 'local.json')).size
  const again = spawnSync(process.execPath, [program, 'apply', '--yes', '--rerun'], { cwd: root })
  const lines = again.stderr.toString().split('\n').length
  const records = JSON.parse(readFileSync(path.join(state, 'local.json'), 'utf8')).records.length
  if (records !== count) throw new Error(`${records} of ${count} crawls are recorded`)
  const each = (name) => median(runs[name]) / count
  const after = bytesBelow(state) / statSync(path.join(state, 'local.json')).size
  return { count, plan: each('plan'), apply: each('apply'), lines, disk: Math.max(kept, after) }
}

try {
  const rows = values.crawls.split(' ').map((count) => measure(Number(count)))
  console.log('\napply at a service that answers at once: CPU ms a crawl, whole processes (medians)')
  for (const { count, plan, apply, lines, disk } of rows) {
    const figures = `apply ${apply.toFixed(2)}, of which plan ${plan.toFixed(2)}; ${lines} lines on stderr`
    console.log(
      `  ${String(count).padStart(6)} crawls: ${figures}; record and history ${disk.toFixed(2)}x the state`,
    )
  }
  const last = rows.at(-1).apply / rows[0].apply
  console.log(`  ${rows.at(-1).count} crawls / ${rows[0].count} crawls, for each: ${last.toFixed(2)}x`)
  console.log('  bar: 3 ms for few crawls, 1 ms for 10,000; history at most 5x the state')
} finally {
  service.kill()
  rmSync(scratch, { recursive: true, force: true })
}
