// Peak memory of `apply --output --feed` over a large site of short pages: a first run, one in which a tenth of the pages has
// changed, and one of a crawl of a tenth of the pages. Linux only.
//   npm run bench -- memory [--pages 100000]
// All sides run on the Node that runs this.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { watchMemory } from '../support/linux-processes.mjs'

const MOST_MIB = 300
const LINKS = 50
const program = path.join(import.meta.dirname, '../../dist/cli/main.cjs')
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { pages: { type: 'string', default: '100000' } },
})
const most = Number(values.pages)
let version = 0

/** A short page with links to the next ones. */
function page(number) {
  const next = Array.from({ length: LINKS }, (_, index) => number + index + 1).filter((one) => one < most)
  const links = next.map((one) => `<a href="/page-${one}">Page ${one}</a>`).join(' ')
  const changing = number % 10 === 0 ? ` This is version ${version}.` : ''
  return `<!doctype html><title>Page ${number}</title><main><h1>Page ${number}</h1><p>What page ${number} says.${changing}</p></main><nav>${links}</nav>`
}

const site = createServer((request, response) => {
  const number = Number(/^\/page-(\d+)$/.exec(request.url)?.[1] ?? most)
  if (number >= most) return response.writeHead(404).end()
  response.setHeader('content-type', 'text/html; charset=utf-8').end(page(number))
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')

/** Crawls the site in a project, and returns the peak in MiB and the seconds. */
async function crawl(root, pages) {
  const url = `http://127.0.0.1:${site.address().port}/page-0`
  const request = `{ url: "${url}", limit: ${pages}, crawlEntireDomain: true, sitemap: skip, maxDiscoveryDepth: ${most} }`
  mkdirSync(path.join(root, 'crawls'), { recursive: true })
  writeFileSync(path.join(root, 'crawls/site.yaml'), `version: 2\nrequest: ${request}\n`)
  const words = ['apply', '--yes', '--summary', '--rerun', '--output', 'pages', '--feed', 'feed.jsonl']
  const from = performance.now()
  const child = spawn(process.execPath, [program, ...words], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const peak = watchMemory(child.pid)
  const [code] = await once(child, 'close')
  if (code !== 0 || !said.includes(`completed, ${pages} pages`)) throw new Error(`${code}: ${said}`)
  return { peak: peak(), seconds: (performance.now() - from) / 1000 }
}

const root = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-memory-'))
try {
  const say = (what, { peak, seconds }) => {
    const word = peak <= MOST_MIB ? 'met   ' : 'missed'
    console.log(
      `  ${word}  ${what}: peak ${peak.toFixed(0)} MiB, bar at most ${MOST_MIB}, ${seconds.toFixed(0)} s`,
    )
  }
  console.log(`\nPages of ${most} written as files, with a feed, on Node ${process.version}`)
  say(`${most / 10} pages`, await crawl(path.join(root, 'small'), most / 10))
  say('first run', await crawl(path.join(root, 'large'), most))
  version++
  say('second run', await crawl(path.join(root, 'large'), most))
} finally {
  site.close()
  rmSync(root, { recursive: true, force: true })
}
