// Crawls a page with the built service and keeps the code that V8 compiled for it, for scripts/service-launcher.cjs.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { importModule, toAscii, withLentImport } from './launched-code.mjs'
import { runRecorded } from './run-recorded.mjs'

/**
 * The program of each thread. Threads that read pages are given flags, for which V8 compiles code of its own; those flags
 * are the whole process's, and would be in the code of the serving thread too, which is loaded before they are set.
 */
const programs = [
  { folder: '', name: 'index', thread: 'main' },
  { folder: 'worker', name: 'page-worker', thread: 'worker' },
]

/** Puts launchers and compiled code for the Node that runs this into `service`, the folder of the built service. */
export function makeServiceCode(service) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-build-'))
  try {
    for (const { folder, name } of programs) {
      const file = path.join(service, folder, `${name}.cjs`)
      const program = path.join(service, folder, `${name}-program.cjs`)
      renameSync(file, program)
      writeFileSync(program, toAscii(withLentImport(readFileSync(program, 'utf8'))))
      copyFileSync(path.join(import.meta.dirname, 'service-launcher.cjs'), file)
      writeFileSync(path.join(service, folder, 'import-module.cjs'), importModule)
    }
    for (const { folder, name, thread } of programs) {
      const codes = path.join(service, folder, `code-${process.version}-${process.arch}`)
      mkdirSync(codes)
      // With code, even empty, the launcher compiles a script of which the code can be had.
      writeFileSync(path.join(codes, `${name}.bin`), '')
      const code = record(service, scratch, thread).get(`${name}-program.cjs`)
      writeFileSync(path.join(codes, `${name}.bin`), code)
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The code that one thread of a crawl compiled, by file. */
function record(service, scratch, thread) {
  const args = [path.join(import.meta.dirname, 'crawl-a-page.mjs'), service, scratch, thread]
  const run = runRecorded(args, { record: path.join(scratch, `${thread}.json`), thread })
  if (run.status !== 0)
    throw new Error(`the built service crawled no page: run node scripts/crawl-a-page.mjs.\n${run.stderr}`)
  return run.codes()
}
