import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const recorder = path.join(import.meta.dirname, 'record-code.cjs')

/**
 * Runs a program of Node's, and has the code that V8 compiled for one of its threads kept in the file `record`: `codes`
 * reads it, by the names of the scripts. The caller judges `status` first.
 */
export function runRecorded(args, { record, cwd, thread = 'main' }) {
  const { status, stderr } = spawnSync(process.execPath, ['--require', recorder, ...args], {
    cwd,
    env: { PATH: process.env.PATH, CRAWLFORM_RECORD_CODE: record, CRAWLFORM_RECORD_THREAD: thread },
    encoding: 'utf8',
  })
  const codes = () => {
    const recorded = Object.entries(JSON.parse(readFileSync(record, 'utf8')))
    return new Map(recorded.map(([file, code]) => [file, Buffer.from(code, 'base64')]))
  }
  return { status, stderr, codes }
}
