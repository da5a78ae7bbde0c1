// From an edit in an editor to its diagnostics, and the memory of the language server, in a project of 1,000 crawls.
//   npm run bench -- lsp [--crawls 1000] [--edits 100]
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { cleanProject } from './clean-project.mjs'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    crawls: { type: 'string', default: '1000' },
    edits: { type: 'string', default: '100' },
  },
})
const here = import.meta.dirname
const program = path.join(here, '../../dist/cli/main.cjs')
/** Between two keys of somebody who types fast. */
const KEY_MS = 100
/** After every tenth edit, longer than the pause after which the server checks everything. */
const PAUSE_MS = 500

/** Writes 1,000 crawls with most of the settings that there are, and several problems each. */
function crowdedProject(root) {
  const make = path.join(here, 'make-crawls.mjs')
  execFileSync(process.execPath, [make, values.crawls, path.join(root, 'crawls'), '1', '--crawl-files'], {
    stdio: 'ignore',
  })
  return root
}

async function measure(title, root) {
  const file = `crawls/${readdirSync(path.join(root, 'crawls'))[0]}`
  const child = spawn(process.execPath, [program, 'lsp'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const uri = pathToFileURL(path.join(root, file)).href
  let waiting = { version: 0, resolve: () => {} }
  connection.onNotification('textDocument/publishDiagnostics', (params) => {
    if (params.uri === uri && params.version === waiting.version) waiting.resolve()
  })
  connection.listen()
  const published = (version) => new Promise((resolve) => (waiting = { version, resolve }))
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    capabilities: {},
  })
  await connection.sendNotification('initialized', {})
  const text = readFileSync(path.join(root, file), 'utf8')
  const opened = published(1)
  const start = performance.now()
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  })
  await opened
  const opening = performance.now() - start
  const range = { start: { line: 0, character: 0 }, end: { line: 40, character: 0 } }
  const times = []
  let memory = 0
  for (let edit = 1; edit <= Number(values.edits); edit++) {
    const shown = published(edit + 1)
    const before = performance.now()
    void connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: edit + 1 },
      contentChanges: [{ text: `${text}# ${'x'.repeat(edit)}\n` }],
    })
    // Editors ask this after every edit.
    const asked = ['inlayHint', 'codeAction'].map((method) =>
      connection.sendRequest(`textDocument/${method}`, {
        textDocument: { uri },
        range,
        context: { diagnostics: [] },
      }),
    )
    await shown
    times.push(performance.now() - before)
    await Promise.all(asked)
    await sleep(edit % 10 === 0 ? PAUSE_MS : KEY_MS)
    // The answer comes after a check of everything that is under way: an edit in between would wait for it.
    await connection.sendRequest('textDocument/hover', { textDocument: { uri }, position: range.start })
    memory = Math.max(memory, residentMegabytes(child.pid))
  }
  child.stdin.end()
  await new Promise((resolve) => child.once('close', resolve))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => `${sorted[Math.ceil(sorted.length * share) - 1].toFixed(0)} ms`
  console.log(`  ${title}`)
  console.log(`    opening a file: ${opening.toFixed(0)} ms`)
  console.log(
    `    from an edit to its diagnostics: median ${at(0.5)}, 95th percentile ${at(0.95)}, longest ${at(1)}`,
  )
  console.log(`    memory: ${memory.toFixed(0)} MB`)
}

function residentMegabytes(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

const scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-'))
try {
  console.log(`\nlsp in a project of ${values.crawls} crawls, ${values.edits} edits`)
  const clean = cleanProject(path.join(scratch, 'clean'), Number(values.crawls))
  await measure('crawls without problems', clean)
  const crowded = crowdedProject(path.join(scratch, 'crowded'))
  await measure('long crawls with several problems each', crowded)
  console.log('  bar: 95th percentile 50 ms, memory 150 MB')
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
