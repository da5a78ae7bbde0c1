// Runs the built program on a small project and keeps the code that V8 compiled for it beside it, for scripts/launcher.cjs.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const project = {
  'crawlform.yaml': 'version: 2\nprofiles: { polite: { request: { delay: 1 } } }\n',
  'crawls/docs.yaml': `# A crawl with something of everything
version: 2
extends: [polite]
matrix: { locale: [en, de] }
request:
  url: https://docs.example.com/\${matrix.locale}/
  limit: 200
  includePaths:
    - ^/\${matrix.locale}/
  excludePaths: { append: ["/old/"] }
  scrapeOptions:
    formats: [markdown, 'links']
    headers: { Accept-Language: "en" }
    waitFor: 1000
  webhook: https://hooks.example.com/crawl
tests:
  in: ["/\${matrix.locale}/start"]
  out: ["/\${matrix.locale}/old/"]
`,
}
/** Each chunk keeps the code of the first run that loads it: with the functions compiled that checking a file calls. */
const runs = [['validate'], ['plan'], ['--help'], ['validate', '--format', 'json']]

/** Writes the code cache for the Node that runs this, into `folder`, which holds main.cjs and its chunks. */
export function makeCodeCache(folder) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-build-'))
  const output = path.join(folder, `code-${process.version}-${process.arch}.bin`)
  const record = path.join(scratch, 'code.json')
  try {
    for (const [file, text] of Object.entries(project)) {
      mkdirSync(path.dirname(path.join(scratch, file)), { recursive: true })
      writeFileSync(path.join(scratch, file), text)
    }
    // An empty cache makes the launcher load the chunks itself, as it will with the whole one.
    writeCache(output, new Map())
    const codes = new Map()
    for (const args of runs) {
      const recorder = path.join(import.meta.dirname, 'record-code.cjs')
      execFileSync(process.execPath, ['--require', recorder, path.join(folder, 'main.cjs'), ...args], {
        cwd: scratch,
        env: { PATH: process.env.PATH, CRAWLFORM_RECORD_CODE: record },
        stdio: 'ignore',
      })
      for (const [file, code] of Object.entries(JSON.parse(readFileSync(record, 'utf8')))) {
        if (!codes.has(file)) codes.set(file, Buffer.from(code, 'base64'))
      }
    }
    writeCache(output, codes)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function writeCache(output, codes) {
  const index = Buffer.from(JSON.stringify([...codes].map(([file, code]) => [file, code.length])))
  const head = Buffer.alloc(4)
  head.writeUInt32LE(index.length)
  writeFileSync(output, Buffer.concat([head, index, ...codes.values()]))
}
