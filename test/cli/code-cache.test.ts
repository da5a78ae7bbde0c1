import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const built = path.join(import.meta.dirname, '../../dist/cli')
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'crawlform-code-'))
  mkdirSync(path.join(folder, 'project/crawls'), { recursive: true })
  const crawl = 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 10\n'
  writeFileSync(path.join(folder, 'project/crawls/docs.yaml'), crawl)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a copy of the built program, after `change` to its folder; says what it printed and which compiled code V8 took. */
function validateWith(change: (cli: string) => void): { output: string; taken: readonly boolean[] } {
  const cli = path.join(folder, 'cli')
  rmSync(cli, { recursive: true, force: true })
  cpSync(built, cli, { recursive: true })
  change(cli)
  const watcher = path.join(folder, 'watch.cjs')
  writeFileSync(
    watcher,
    `const vm = require('node:vm'), taken = []
vm.Script = class extends vm.Script {
  constructor(source, options) { super(source, options); taken.push(this.cachedDataRejected === false) }
}
process.on('exit', () => console.log(JSON.stringify(taken)))`,
  )
  const printed = execFileSync(
    process.execPath,
    ['--require', watcher, path.join(cli, 'main.cjs'), 'validate'],
    {
      cwd: path.join(folder, 'project'),
      encoding: 'utf8',
    },
  )
  const [output = '', taken = '[]'] = printed.trim().split('\n')
  return { output, taken: JSON.parse(taken) as boolean[] }
}

function cacheOf(cli: string): string {
  const [name] = readdirSync(cli).filter((candidate) => candidate.startsWith('code-'))
  if (name === undefined) throw new Error('the build made no code cache')
  return path.join(cli, name)
}

describe('the code compiled at build time', () => {
  it('is taken for every chunk that checking a file loads', () => {
    const { output, taken } = validateWith(() => {})
    expect(output).toBe('No problems in 1 file (1 crawl)')
    expect(taken.length).toBeGreaterThan(3)
    expect(taken).not.toContain(false)
  })

  it('is not needed', () => {
    const { output, taken } = validateWith((cli) => rmSync(cacheOf(cli), { recursive: true }))
    expect({ output, taken }).toEqual({ output: 'No problems in 1 file (1 crawl)', taken: [] })
  })

  it('is refused by V8 when it is cut short', () => {
    const { output, taken } = validateWith((cli) => {
      const cache = path.join(cacheOf(cli), 'core.cjs.bin')
      writeFileSync(cache, readFileSync(cache).subarray(0, 1000))
    })
    expect(output).toBe('No problems in 1 file (1 crawl)')
    expect(taken).toContain(false)
  })

  it('is refused by V8 when a chunk has changed since', () => {
    const { output, taken } = validateWith((cli) => {
      const chunk = path.join(cli, 'core.cjs')
      writeFileSync(chunk, `${readFileSync(chunk, 'utf8')}\n;`)
    })
    expect(output).toBe('No problems in 1 file (1 crawl)')
    expect(taken).toContain(false)
  })
})
