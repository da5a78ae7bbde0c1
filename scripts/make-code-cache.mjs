// Runs the built program on a small project and keeps the code that V8 compiled for it beside it, for scripts/launcher.cjs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runRecorded } from './run-recorded.mjs'

// What is compiled is also read at every start, so it is what the smallest usual file calls; the rest compiles when met.
const good = {
  'crawls/docs.yaml': `version: 2
request:
  url: https://docs.example.com/
  limit: 200
  excludePaths: ["^/old/"]
  scrapeOptions:
    formats: [markdown, links]
`,
}
const bad = {
  'crawls/typo.yaml': `version: 2
request:
  url: https://docs.example.com/
  limt: 10
  delay: 1000
  scrapeOptions: { formats: markdown }
`,
  'crawls/quote.yaml': 'version: 2\nrequest:\n  url: "https://docs.example.com/\n',
}
/** Each chunk keeps the code of the first run that loads it: with the functions compiled that checking a file calls. */
const runs = [
  { project: good, args: ['validate'], status: 0 },
  { project: bad, args: ['validate'], status: 1 },
  { project: good, args: ['plan'], status: 0 },
  { project: good, args: ['--help'], status: 0 },
  { project: good, args: ['validate', '--format', 'json'], status: 0 },
]

/**
 * Writes the compiled code for the Node that runs this into `folder`, which holds main.cjs and its chunks. The chunks
 * `startFiles`, which every check of a file loads, become one script, packed together with its code.
 */
export function makeCodeCache(folder, startFiles) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-build-'))
  const output = path.join(folder, `code-${process.version}-${process.arch}`)
  const record = path.join(scratch, 'code.json')
  mkdirSync(output)
  const startSource = oneScript(folder, startFiles)
  // With a pack, even without code in it, the launcher loads the chunks itself.
  const writePack = (code) => writeFileSync(path.join(output, 'start.pack'), packed(code, startSource))
  writePack(Buffer.alloc(0))
  const codes = new Map()
  try {
    for (const [n, { project, args, status }] of runs.entries()) {
      const directory = path.join(scratch, String(n))
      for (const [file, text] of Object.entries(project)) {
        mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
        writeFileSync(path.join(directory, file), text)
      }
      const run = runRecorded([path.join(folder, 'main.cjs'), ...args], { record, cwd: directory })
      if (run.status !== status)
        throw new Error(`crawlform ${args.join(' ')} ended with ${run.status}: ${run.stderr}`)
      const recorded = run.codes()
      if (n === 0 && recorded.size > 1)
        throw new Error(`the usual run loads ${[...recorded.keys()].join(', ')}, but one file should do`)
      for (const [file, code] of recorded) {
        if (!codes.has(file)) codes.set(file, code)
      }
    }
    for (const [file, code] of codes) {
      if (file === 'start.cjs') writePack(code)
      else writeFileSync(path.join(output, `${file}.bin`), code)
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A script whose value is the functions of `files` by name. */
function oneScript(folder, files) {
  const functions = files.map((file) => {
    const code = readFileSync(path.join(folder, file), 'latin1')
    return `${JSON.stringify(file)}: function (exports, require, module, __filename, __dirname) {${code}\n}`
  })
  return `({${functions.join(',\n')}})`
}

/** The file that scripts/launcher.cjs reads: its length and the end of the code (32 bits each), code, source. */
function packed(code, source) {
  const codeEnd = 8 + code.length
  const length = codeEnd + source.length
  if (length >= 1 << 20) throw new Error('the launcher reads no more than a megabyte')
  return Buffer.concat([new Uint32Array([length, codeEnd]), code, Buffer.from(source, 'latin1')].map(bytes))
}

function bytes(part) {
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
}
