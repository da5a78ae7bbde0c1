// Tries the official CLI and MCP server of Firecrawl with the embedded service, by hand after a release of either.
//   npm install --ignore-scripts --prefix DIR firecrawl-cli firecrawl-mcp   (about 120 MB, so they are not in package.json)
//   npm run build && node scripts/try-clients.mjs DIR
// Starts a site and a service, prints one line for each call, and exits 1 when an answer is not as expected.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('Say where the clients are: node scripts/try-clients.mjs DIR')
const programOf = (name) => path.resolve(directory, 'node_modules', name, 'dist/index.js')
const home = mkdtempSync(path.join(tmpdir(), 'clients-'))
const KEY = 'fc-try'
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/
let failed = 0

const site = createServer((request, response) => {
  const links = request.url === '/' ? '<a href="/a">a</a> <a href="/b">b</a>' : ''
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Page ${request.url}</h1>${links}`)
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
const url = `http://127.0.0.1:${site.address().port}/`

const main = path.resolve(import.meta.dirname, '../dist/cli/main.cjs')
const service = spawn(process.execPath, [main, 'serve', '--port', '0'], {
  cwd: home,
  env: { ...process.env, CRAWLFORM_API_KEY: KEY },
})
const serviceUrl = await new Promise((resolve, reject) => {
  service.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0]))
  service.once('exit', () => reject(new Error('The service ended.')))
})
const env = { ...process.env, HOME: home, FIRECRAWL_API_KEY: KEY, FIRECRAWL_API_URL: serviceUrl }

function check(name, answer, expected) {
  const isRight = expected.test(answer)
  if (!isRight) failed++
  console.log(`${isRight ? 'ok   ' : 'FAILS'} ${name}${isRight ? '' : `: ${answer.slice(0, 300)}`}`)
  return answer
}

function cli(...args) {
  return new Promise((resolve) => {
    const options = { env, cwd: home, timeout: 60_000 }
    execFile(process.execPath, [programOf('firecrawl-cli'), ...args], options, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}

async function tryCli() {
  const crawl = (...args) => cli('crawl', ...args)
  check('cli crawl --wait', await crawl(url, '--limit', '3', '--wait', '--poll-interval', '1'), /# Page \/b/)
  const started = check('cli crawl', await crawl(url, '--limit', '2', '--sitemap', 'skip'), UUID)
  const id = UUID.exec(started)?.[0] ?? ''
  check('cli crawl --status', await crawl(id, '--status'), /"status": ?"(?:completed|scraping)"|Status: /)
  check('cli crawl --cancel', await crawl(id, '--cancel'), /cancel|already completed/i)
  check('cli crawl --delay 100', await crawl(url, '--delay', '100'), /"delay" must be <= 60/)
  // The service offers crawls only, and says so.
  for (const command of ['scrape', 'map'])
    check(`cli ${command}`, await cli(command, url), /not offered here/)
}

async function tryMcp() {
  const server = spawn(process.execPath, [programOf('firecrawl-mcp')], { env, cwd: home })
  const waiting = new Map()
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line)
    waiting.get(message.id)?.(line)
  })
  let calls = 0
  const call = (method, params) =>
    new Promise((resolve) => {
      const id = ++calls
      waiting.set(id, resolve)
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  const tool = (name, args) => call('tools/call', { name: `firecrawl_${name}`, arguments: args })
  const client = { name: 'try-clients', version: '1' }
  await call('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: client })
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const crawled = check('mcp crawl', await tool('crawl', { url, limit: 2, sitemap: 'skip' }), UUID)
  const id = UUID.exec(crawled)?.[0]
  check('mcp check_crawl_status', await tool('check_crawl_status', { id }), /completed/)
  for (const name of ['scrape', 'map']) check(`mcp ${name}`, await tool(name, { url }), /not offered here/)
  server.kill()
}

try {
  await tryCli()
  await tryMcp()
} finally {
  service.kill()
  await once(service, 'exit')
  site.close()
  site.closeAllConnections()
  rmSync(home, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1
