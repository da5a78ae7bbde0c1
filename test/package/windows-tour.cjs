// Uses the installed package on Windows, from beginning to end: `node windows-tour.cjs PROGRAM DIRECTORY`. It runs as one process of
// Windows, since each start under Wine takes seconds. It prints a JSON line for each step: { step, error? }.
const assert = require('node:assert/strict')
const { spawn } = require('node:child_process')
const events = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { pathToFileURL } = require('node:url')

const [, , program, directory] = process.argv

/** Pages by path; a function answers when it likes. */
const pages = new Map()
let site
let origin

const page = (title, text, links = []) =>
  `<title>${title}</title><h1>${title}</h1><p>${text}</p>${links.map((to) => `<a href="${to}">${to}</a>`).join(' ')}`

async function startSite() {
  site = http.createServer((request, response) => {
    const answer = pages.get(request.url)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (typeof answer === 'function') answer(response)
    else if (answer === undefined) response.writeHead(404).end('<title>Not found</title>')
    else response.end(answer)
  })
  site.listen(0, '127.0.0.1')
  await events.once(site, 'listening')
  origin = `http://127.0.0.1:${site.address().port}`
}

function start(args, options = {}) {
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    cwd: directory,
    ...options,
  })
  const ran = { child, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (ran.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (ran.stderr += text))
  ran.ended = events.once(child, 'close').then(([status]) => Object.assign(ran, { status }))
  return ran
}

async function run(args, { status = 0, input = '', ...options } = {}) {
  const ran = start(args, options)
  ran.child.stdin.on('error', () => undefined)
  ran.child.stdin.end(input)
  await ran.ended
  assert.equal(ran.status, status, `${args.join(' ')}: ${ran.status}\n${ran.stdout}\n${ran.stderr}`)
  return ran
}

const file = (...names) => path.join(directory, ...names)
const read = (...names) => fs.readFileSync(file(...names), 'utf8')
function write(text, ...names) {
  fs.mkdirSync(path.dirname(file(...names)), { recursive: true })
  fs.writeFileSync(file(...names), text)
}
const windowsLines = (...lines) => lines.map((line) => `${line}\r\n`).join('')
function assertWindowsLines(text) {
  assert.match(text, /\r\n/)
  assert.doesNotMatch(text, /(?<!\r)\n/)
}
const feedLines = () =>
  read('feed.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const textOf = (url) => {
  const entries = read('pages', 'index.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return read('pages', entries.find((entry) => entry.url === origin + url).file)
}
const upserts = () => feedLines().flatMap((line) => (line.op === 'upsert' ? [line] : []))

const DELIVER = ['apply', 'docs', '--yes', '--wait', '--output', 'pages', '--feed', 'feed.jsonl']

const steps = {
  'begins a project': async () => {
    await run(['init', '--url', `${origin}/docs/`, '--name', 'docs', '--ci', 'github', '--yes'])
    assert.ok(fs.existsSync(file('crawls', 'docs.yaml')))
    assert.equal((await run(['validate'])).stdout, 'No problems in 1 file (1 crawl)\n')
  },
  'fixes a file and keeps its line endings': async () => {
    const lines = [
      'version: 2',
      '# Ours',
      'request:',
      `  url: ${origin}/docs/`,
      '  limit: 5',
      '  include_paths: [^/docs/]',
    ]
    write(windowsLines(...lines), 'crawls', 'fixed.yaml')
    await run(['validate', '--fix', 'crawls\\fixed.yaml'])
    assert.match(read('crawls', 'fixed.yaml'), /# Ours\r\n[^]*includePaths/)
    assertWindowsLines(read('crawls', 'fixed.yaml'))
  },
  'migrates a file and keeps its line endings': async () => {
    const lines = [
      'version: 1',
      '# Ours',
      'request:',
      `  url: ${origin}/docs/`,
      '  limit: 5',
      '  ignoreSitemap: true',
    ]
    write(windowsLines(...lines), 'crawls', 'old.yaml')
    await run(['migrate', 'crawls\\o*.yaml', '--write'])
    assert.match(read('crawls', 'old.yaml'), /# Ours\r\n[^]*sitemap: skip/)
    assertWindowsLines(read('crawls', 'old.yaml'))
  },
  'imports a file with its line endings': async () => {
    const lines = [
      'curl https://api.firecrawl.dev/v1/crawl \\',
      `  -d '{"url": "${origin}/docs/", "limit": 5}'`,
    ]
    write(windowsLines(...lines), 'call.sh')
    await run(['import', '.\\call.sh', '--name', 'imported', '--write'])
    assert.match(read('crawls', 'imported.yaml'), /limit: 5/)
    for (const name of ['fixed', 'old', 'imported']) fs.rmSync(file('crawls', `${name}.yaml`))
  },
  'takes paths and globs with backslashes': async () => {
    const crawls = path.join(directory, 'crawls')
    const report = 'json=..\\reports\\found.json'
    const { stdout } = await run([
      '-C',
      crawls,
      'validate',
      '.\\docs.yaml',
      '..\\crawls\\d*.yaml',
      '--report',
      report,
    ])
    assert.match(stdout, /No problems in 1 file/)
    assert.ok(fs.existsSync(file('reports', 'found.json')))
    assert.match((await run(['plan', 'crawls\\docs.yaml'], { status: 64 })).stderr, /crawlform plan docs/)
  },
  'writes commands with quotes that its shells take': async () => {
    const folder = path.join(directory, 'a b')
    write(read('crawls', 'docs.yaml'), 'a b', 'crawls', 'docs.yaml')
    const { stderr } = await run(['-C', folder, 'plan', 'crawls/docs.yaml'], { status: 64 })
    assert.ok(stderr.includes(`crawlform -C "${folder}" plan docs`), stderr)
  },
  'delivers pages with names that Windows does not allow, and a path above 260 characters': async () => {
    assert.match((await run(['plan'])).stdout, /Plan: 1 to submit/)
    await run(DELIVER)
    assert.match(read('pages', 'docs', 'docs', 'index.md'), /Hello/)
    const files = fs
      .readdirSync(file('pages'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
    // index.jsonl is one more.
    assert.equal(files.length, pages.size + 1)
    assert.ok(files.some((entry) => path.join(entry.parentPath, entry.name).length > 260))
    assert.equal(upserts().length, pages.size)
    for (const line of upserts()) assert.ok(fs.existsSync(file('pages', ...line.file.split('/'))), line.file)
    assert.match((await run(['plan'])).stdout, /Nothing to submit: 1 unchanged/)
  },
  'delivers the changes of a second run': async () => {
    pages.set('/docs/next', page('Next', 'Changed'))
    // As an editor or a viewer has it.
    const open = fs.openSync(file('pages', 'docs', 'docs', 'index.md'), 'r')
    const during = start([...DELIVER, '--rerun'])
    during.child.stdin.end()
    await during.ended
    fs.closeSync(open)
    // Wine lets the folder be renamed; Windows refuses, and the next run does it.
    if (during.status !== 0) {
      assert.match(during.stderr, /is it open in another program/)
      await run(DELIVER)
    }
    assert.match(textOf('/docs/next'), /Changed/)
    // Nobody took the first feed, so its lines stay, and the line of the changed page moves to the end.
    assert.equal(upserts().length, pages.size)
    assert.equal(upserts().at(-1).url, `${origin}/docs/next`)
    assert.match(read('pages', ...upserts().at(-1).file.split('/')), /Changed/)
    assert.match((await run(['changes', 'docs'])).stdout, /next/)
  },
  'lets two runs at once take turns': async () => {
    const both = [start([...DELIVER, '--rerun']), start([...DELIVER, '--rerun'])]
    for (const ran of both) ran.child.stdin.end()
    const ended = await Promise.all(both.map((ran) => ran.ended))
    for (const ran of ended) assert.ok(ran.status === 0 || /locked|out of date/.test(ran.stderr), ran.stderr)
    assert.ok(
      ended.some(({ status }) => status === 0),
      ended.map(({ stderr }) => stderr).join('\n'),
    )
  },
  'goes on after a run that was killed': async () => {
    const plain = pages.get('/docs/next')
    const asked = new Promise((resolve) => pages.set('/docs/next', resolve))
    const killed = start([...DELIVER, '--rerun'])
    await asked
    killed.child.kill('SIGKILL')
    await killed.ended
    pages.set('/docs/next', plain)
    await run([...DELIVER])
    assert.match(textOf('/docs/next'), /Changed/)
    assert.doesNotMatch((await run(['state', 'list'])).stdout, /attempt/)
  },
  'prints results, reasons and the record': async () => {
    assert.match((await run(['results', 'docs'])).stdout, /\/docs\/next/)
    assert.match((await run(['status'])).stdout, /completed/)
    assert.match((await run(['explain', 'docs', '/docs/next'])).stdout, /in scope/)
    assert.match((await run(['preview', 'docs'])).stdout, /\/docs\/next/)
    assert.match((await run(['state', 'list'])).stdout, /docs/)
    assert.match((await run(['render', 'docs', '--as', 'curl'])).stdout, /v2\/crawl/)
  },
  'keeps records of environments and crawls that are named as devices': async () => {
    const project = file('devices')
    write('version: 2\nenvironments:\n  aux: { service: embedded }\n', 'devices', 'crawlform.yaml')
    write(
      `version: 2\nname: con\nrequest:\n  url: ${origin}/docs/next\n  limit: 1\n`,
      'devices',
      'crawls',
      'a.yaml',
    )
    await run([
      '-C',
      project,
      'apply',
      '--env',
      'aux',
      '--yes',
      '--wait',
      '--output',
      file('devices', 'pages'),
    ])
    assert.ok(fs.existsSync(path.join(project, '.crawlform', 'state', '%61ux.json')))
    assert.ok(fs.existsSync(path.join(project, 'pages', '_con')))
    assert.match((await run(['-C', project, 'state', 'list', '--env', 'aux'])).stdout, /con/)
  },
  'serves crawls': async () => {
    const service = start(['serve', '--port', '0'], { env: { ...process.env, CRAWLFORM_KEY: '' } })
    const url = await new Promise((resolve, reject) => {
      const look = () => {
        const [found] = /http:\/\/[\w.:[\]]+/.exec(service.stdout + service.stderr) ?? []
        if (found !== undefined) resolve(found)
      }
      service.child.stdout.on('data', look)
      service.child.stderr.on('data', look)
      void service.ended.then(() => reject(new Error(service.stdout + service.stderr)))
    })
    const { status } = await fetch(`${url}/v2/crawl/active`)
    assert.ok(status === 200 || status === 401, String(status))
    service.child.kill()
    await service.ended
  },
  'answers editors, whose addresses of files have an encoded colon': async () => {
    const address = pathToFileURL(file('crawls', 'docs.yaml')).href.replace(
      /^file:\/\/\/([A-Z]):/,
      (_, disk) => `file:///${disk.toLowerCase()}%3A`,
    )
    const root = address.replace('/crawls/docs.yaml', '')
    const server = start(['lsp', '--stdio'])
    const send = (message) => {
      const text = JSON.stringify({ jsonrpc: '2.0', ...message })
      server.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
    }
    const until = (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => pattern.test(server.stdout) && resolve()
        server.child.stdout.on('data', look)
        void server.ended.then(() => reject(new Error(server.stdout + server.stderr)))
        look()
      })
    send({
      id: 1,
      method: 'initialize',
      params: {
        processId: null,
        rootUri: root,
        workspaceFolders: [{ uri: root, name: 'x' }],
        capabilities: {},
      },
    })
    await until(/"capabilities"/)
    send({ method: 'initialized', params: {} })
    const text = `version: 2\r\nrequest:\r\n  url: ${origin}/docs/\r\n  limt: 5\r\n`
    send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri: address, languageId: 'yaml', version: 1, text } },
    })
    await until(/limt/)
    const published = [...server.stdout.matchAll(/"uri":"([^"]*docs\.yaml)"/g)].map(([, uri]) => uri)
    assert.deepEqual([...new Set(published)], [address])
    send({ id: 2, method: 'shutdown' })
    await until(/"id":2/)
    send({ method: 'exit' })
    await server.ended
  },
}

async function main() {
  await startSite()
  const long = `/docs/${'a-long-name/'.repeat(14)}${'b'.repeat(110)}`
  const links = ['/docs/next', '/docs/con', '/docs/aux.html', '/docs/a.', '/docs/a:b', '/docs/Next', long]
  pages.set('/docs/', page('Docs', 'Hello', links))
  for (const link of links) pages.set(link, page(link.slice(0, 20), `Text of ${link}`))
  for (const [step, act] of Object.entries(steps)) {
    const at = Date.now()
    const error = await act().then(
      () => undefined,
      (error) => String(error?.stack ?? error),
    )
    process.stdout.write(`${JSON.stringify({ step, seconds: (Date.now() - at) / 1000, error })}\n`)
  }
  site.close()
  site.closeAllConnections()
}

if (require.main === module) void main()
else module.exports = { steps: Object.keys(steps) }
