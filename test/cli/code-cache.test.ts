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
function runWith(
  change: (cli: string) => void,
  command: 'validate' | '--help' = 'validate',
): { output: string; taken: readonly boolean[] } {
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
    ['--require', watcher, path.join(cli, 'main.cjs'), command],
    {
      cwd: path.join(folder, 'project'),
      encoding: 'utf8',
    },
  )
  const lines = printed.trim().split('\n')
  const taken = lines.pop() ?? '[]'
  return { output: lines[0] ?? '', taken: JSON.parse(taken) as boolean[] }
}

function cacheOf(cli: string): string {
  const [name] = readdirSync(cli).filter((candidate) => candidate.startsWith('code-'))
  if (name === undefined) throw new Error('the build made no code cache')
  return path.join(cli, name)
}

function packOf(cli: string): string {
  return path.join(cacheOf(cli), 'start.pack')
}

const fine = 'No problems in 1 file (1 crawl)'

describe('the code compiled at build time', () => {
  it('is taken, all at once, for what checking a file loads', () => {
    expect(runWith(() => {})).toEqual({ output: fine, taken: [true] })
  })

  it('is taken for each chunk of other commands', () => {
    const { output, taken } = runWith(() => {}, '--help')
    expect(output).toContain('crawlform')
    expect(taken.length).toBeGreaterThan(1)
    expect(taken).not.toContain(false)
  })

  it('is not needed', () => {
    expect(runWith((cli) => rmSync(cacheOf(cli), { recursive: true }))).toEqual({ output: fine, taken: [] })
  })

  it('is left alone when it is cut short', () => {
    const { output, taken } = runWith((cli) => {
      writeFileSync(packOf(cli), readFileSync(packOf(cli)).subarray(0, 100_000))
    })
    expect({ output, taken }).toEqual({ output: fine, taken: [] })
  })

  it('is refused by V8 when another version wrote it', () => {
    const { output, taken } = runWith((cli) => {
      const pack = readFileSync(packOf(cli))
      // Behind the two numbers of the pack: V8's own header, which begins with its version.
      pack.fill(0, 8, 16)
      writeFileSync(packOf(cli), pack)
    })
    expect({ output, taken }).toEqual({ output: fine, taken: [false] })
  })

  it('is refused by V8 when a chunk has changed since', () => {
    const { output, taken } = runWith((cli) => {
      const chunk = path.join(cli, 'help-text.cjs')
      writeFileSync(chunk, `${readFileSync(chunk, 'utf8')}\n;`)
    }, '--help')
    expect(output).toContain('crawlform')
    expect(taken).toContain(false)
  })
})
