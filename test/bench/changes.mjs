// What changed between two jobs, in CPU of whole processes, next to a script that only reads both manifests with JSON.parse.
//   npm run bench -- changes [--runs 5] [--pages 10000]
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cpuOfRepeated } from './measure.mjs'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { runs: { type: 'string', default: '5' }, pages: { type: 'string', default: '10000' } },
})
const LIMIT = 3
const program = path.join(import.meta.dirname, '../../dist/cli/main.cjs')
const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const request = { url: 'https://docs.example.com/', limit: Number(values.pages) }

/** Every hundredth page is new, and every fiftieth has changed. */
function manifestOf(job, at) {
  const lines = Array.from({ length: Number(values.pages) }, (_, page) => {
    const name = page % 100 === 0 ? `${page}-${job}` : String(page)
    const url = `https://docs.example.com/guides/part-${page % 40}/section-${name}.html`
    const hash = sha256(page % 50 === 1 ? `${job} ${page}` : String(page)).slice(0, 32)
    return { url, hash, status: 200, title: `Section ${name} of the guide`, etag: `"${hash.slice(0, 16)}"` }
  })
    .sort((a, b) => (a.url < b.url ? -1 : 1))
    .map((page) => `${JSON.stringify(page)}\n`)
    .join('')
  const head = { formatVersion: 1, crawl: 'docs', job, at, request, count: Number(values.pages) }
  return `${JSON.stringify({ ...head, digest: sha256(lines) })}\n${lines}`
}

function jobOf(job, at) {
  const total = Number(values.pages)
  const result = { status: 'completed', completed: total, total, creditsUsed: 0, at }
  return { job, url: `https://api.example.com/${job}`, at, fingerprint: sha256(job), request, result }
}

const root = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-'))
try {
  const state = path.join(root, '.crawlform/state')
  const manifests = path.join(state, 'manifests/local/docs')
  mkdirSync(path.join(root, 'crawls'))
  mkdirSync(manifests, { recursive: true })
  const { url, limit } = request
  writeFileSync(
    path.join(root, 'crawls/docs.yaml'),
    `version: 2\nrequest:\n  url: ${url}\n  limit: ${limit}\n`,
  )
  const jobs = [jobOf('first', '2026-11-01T10:00:00.000Z'), jobOf('second', '2026-11-02T10:00:00.000Z')]
  const files = jobs.map(({ job, at }) => {
    const file = path.join(manifests, `${at.replaceAll(':', '%3a').replaceAll('.', '%2e')}.${job}.jsonl`)
    writeFileSync(file, manifestOf(job, at))
    return file
  })
  const record = { ...jobs[1], previous: jobs[0], crawl: 'docs', attempt: 'a', phase: 'submitted' }
  const whole = { formatVersion: 1, environment: 'local', lineage: 'l', serial: 1, records: [record] }
  writeFileSync(path.join(state, 'local.json'), JSON.stringify(whole))
  const peer = path.join(root, 'peer.cjs')
  const read = `require('node:fs').readFileSync(file, 'utf8').trimEnd().split('\\n').map((line) => JSON.parse(line))`
  writeFileSync(peer, `const all = process.argv.slice(2).map((file) => ${read})\n`)

  const sides = [
    [peer, ...files],
    [program, 'changes'],
    [program, 'status', '--offline'],
  ]
  const times = sides.map(() => [])
  for (let round = 0; round < Number(values.runs); round++)
    for (const [index, side] of sides.entries()) times[index].push(cpuOfRepeated(side, root, 5))
  // The least of several runs, because other work on the machine only adds.
  const [reading, comparing, starting] = times.map((all) => Math.min(...all))
  const ratio = comparing / reading
  console.log(`\nCPU of changes between two jobs of ${values.pages} pages (least of ${values.runs})`)
  console.log(`  ${'reading both manifests with JSON.parse'.padEnd(44)} ${reading.toFixed(0).padStart(5)} ms`)
  console.log(`  ${'crawlform changes'.padEnd(44)} ${comparing.toFixed(0).padStart(5)} ms`)
  console.log(
    `  ${'crawlform status --offline, which only starts'.padEnd(44)} ${starting.toFixed(0).padStart(5)} ms`,
  )
  console.log(`  ${ratio < LIMIT ? 'met' : 'missed'}  ${ratio.toFixed(2)}x, limit ${LIMIT}x`)
} finally {
  rmSync(root, { recursive: true, force: true })
}
