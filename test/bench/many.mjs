// Cost per crawl of a project with many crawls, compared with a project of a tenth of them: it should be equal. With a record on
// this disk and on a git remote. The service answers at once, so that all time is our own.
//   npm run bench -- many [--crawls 300]
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const PAGES = 20
const program = path.join(import.meta.dirname, '../../dist/cli/main.cjs')
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { crawls: { type: 'string', default: '300' } },
})
const scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-'))

/** How often all crawls were submitted: three pages of each are new each time. */
let round = 0
let jobs = 0

function page(number) {
  const url = `https://site.example.com/page-${number}`
  const markdown = `Page ${number}, version ${number < 3 ? round : 0}`
  return { markdown, metadata: { url, sourceURL: url, statusCode: 200, title: `Page ${number}` } }
}

function answerOf({ method, url, headers }) {
  if (method === 'POST') {
    const id = `00000000-0000-7000-8000-${String(++jobs).padStart(12, '0')}`
    return { success: true, id, url: `http://${headers.host}/v2/crawl/${id}` }
  }
  if (url.endsWith('/errors')) return { errors: [], robotsBlocked: [] }
  const data = Array.from({ length: PAGES }, (_, number) => page(number))
  const counts = { total: PAGES, completed: PAGES, creditsUsed: PAGES }
  return { success: true, status: 'completed', ...counts, expiresAt: '2100-01-01T00:00:00.000Z', data }
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answerOf(request)))
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')

function git(cwd, ...args) {
  execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], { cwd })
}

function makeProject(name, backend, count) {
  const root = path.join(scratch, name)
  mkdirSync(path.join(root, 'crawls'), { recursive: true })
  const baseUrl = `http://127.0.0.1:${server.address().port}`
  const project = { version: 2, environments: { prod: { baseUrl, state: { backend } } } }
  writeFileSync(path.join(root, 'crawlform.yaml'), JSON.stringify(project))
  for (let number = 0; number < count; number++) {
    const crawl = { version: 2, request: { url: `https://s${number}.example.com/`, limit: PAGES } }
    writeFileSync(path.join(root, `crawls/site-${number}.yaml`), JSON.stringify(crawl))
  }
  git(scratch, 'init', '--quiet', '--bare', `${name}.git`)
  git(root, 'init', '--quiet')
  git(root, 'remote', 'add', 'origin', path.join(scratch, `${name}.git`))
  git(root, 'commit', '--quiet', '--allow-empty', '--message', 'start')
  return root
}

/** Returns the milliseconds of a command for each crawl. */
async function time(root, count, ...args) {
  const from = performance.now()
  const child = spawn(process.execPath, [program, ...args, '--env', 'prod'], { cwd: root, stdio: 'ignore' })
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`crawlform ${args[0]} ended with ${status}.`)
  return (performance.now() - from) / count
}

async function measure(backend, count) {
  const root = makeProject(`${backend}-${count}`, backend, count)
  const apply = () =>
    time(root, count, 'apply', '--yes', '--rerun', '--wait', '--output', 'pages', '--feed', 'feed.jsonl')
  round = 0
  const first = await apply()
  round = 1
  return { 'first apply': first, 'second apply': await apply(), changes: await time(root, count, 'changes') }
}

try {
  const many = Number(values.crawls)
  for (const backend of ['local', 'git']) {
    console.log(`\n${many} crawls of ${PAGES} pages, record: ${backend}, beside ${many / 10} crawls`)
    const few = await measure(backend, many / 10)
    for (const [name, ms] of Object.entries(await measure(backend, many))) {
      const ratio = ms / few[name]
      const isMet = ratio <= 1.5
      console.log(
        `  ${isMet ? 'met   ' : 'missed'}  ${name}: ${ms.toFixed(1)} ms for each crawl, ${ratio.toFixed(2)} times, bar at most 1.5`,
      )
    }
  }
} finally {
  server.close()
  rmSync(scratch, { recursive: true, force: true })
}
