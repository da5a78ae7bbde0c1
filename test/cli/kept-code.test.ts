import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from '../service/support/pages.ts'
import { startLoopbackSite } from '../support/loopback-site.ts'
import { spawnCommand } from '../support/spawn-command.ts'

const built = path.join(import.meta.dirname, '../../dist')
const fine = 'No problems in 1 file (1 crawl)\n'
const crawl = 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 10\n'
let folder = ''
let caches = ''
let program = ''

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'crawlform-code-'))
  mkdirSync(path.join(folder, 'project/crawls'), { recursive: true })
  writeFileSync(path.join(folder, 'project/crawls/docs.yaml'), crawl)
  program = path.join(folder, 'package/dist/cli')
  cpSync(path.join(built, 'cli'), program, { recursive: true })
  cpSync(path.join(built, '../package.json'), path.join(folder, 'package/package.json'))
  // Tells at exit of each script that V8 compiled whether it took the code that was kept of it.
  writeFileSync(
    path.join(folder, 'watch.cjs'),
    `const vm = require('node:vm'), taken = []
vm.Script = class extends vm.Script {
  constructor(source, options) { super(source, options); taken.push(this.cachedDataRejected === false) }
}
process.on('exit', () => process._rawDebug('taken: ' + JSON.stringify(taken)))`,
  )
})

beforeEach(() => {
  caches = mkdtempSync(path.join(folder, 'caches-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  readonly taken: readonly boolean[]
}

function environment(env: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], XDG_CACHE_HOME: caches, ...env }
}

function run(args: readonly string[] = ['validate'], env: Readonly<Record<string, string>> = {}): Ran {
  const watch = path.join(folder, 'watch.cjs')
  const ran = spawnSync(process.execPath, ['--require', watch, path.join(program, 'main.cjs'), ...args], {
    cwd: path.join(folder, 'project'),
    env: environment(env),
    encoding: 'utf8',
  })
  const [stderr = '', taken = '[]'] = ran.stderr.split('taken: ')
  return { status: ran.status, stdout: ran.stdout, stderr, taken: JSON.parse(taken) as boolean[] }
}

/** The files that are kept, by their path in the cache directory. */
function kept(): string[] {
  return readdirSync(caches, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.code'))
}

function keptFile(): string {
  const [file, ...others] = kept()
  if (file === undefined || others.length > 0) throw new Error(`one file was to be kept: ${kept().join()}`)
  return path.join(caches, file)
}

/** Where a kept file has code, and where it has the code again: behind the text of what was compiled. */
function codeIn(file: Buffer): readonly [number, number] {
  const source = statSync(path.join(program, 'program.cjs')).size
  return [source, (source + file.length) / 2]
}

const asWithout = { status: 0, stdout: fine, stderr: '' }

describe('the code that V8 compiled', () => {
  it('is kept for this command, this version and this Node, and taken from the second run on', () => {
    expect(run()).toMatchObject({ ...asWithout, taken: expect.arrayContaining([false]) })
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package/package.json'), 'utf8'))
    const node = `${process.version}-${process.platform}-${process.arch}`
    expect(kept()).toEqual([path.join('crawlform', version, node, 'validate/cli-program.cjs.code')])
    const before = readFileSync(keptFile())
    const again = run()
    expect(again).toMatchObject(asWithout)
    expect(new Set(again.taken)).toEqual(new Set([true]))
    expect(readFileSync(keptFile()).equals(before)).toBe(true)
  })

  it('made by another installation, which is gone, leaves the places of an error in the source', () => {
    const other = path.join(folder, 'other')
    cpSync(path.join(folder, 'package'), other, { recursive: true })
    const start = (main: string, ...args: readonly string[]) =>
      spawnSync(process.execPath, [...args, path.join(main, 'dist/cli/main.cjs'), 'validate'], {
        cwd: path.join(folder, 'project'),
        env: environment({}),
        encoding: 'utf8',
      })
    expect(start(other).status).toBe(0)
    rmSync(other, { recursive: true })
    const broken = path.join(folder, 'broken.cjs')
    writeFileSync(broken, "require('node:fs').readdirSync = () => { throw new TypeError('broken') }")
    const { status, stderr } = start(path.join(folder, 'package'), '--require', broken)
    expect(status).toBe(70)
    expect(stderr).toMatch(/ \(?src\/load\/disk-files\.ts:\d+:\d+\)?\n/)
    expect(stderr).not.toContain(other)
  })

  it('grows by what another run of the command loads', () => {
    run()
    expect(run(['validate', '--format', 'json']).taken).toContain(false)
    expect(run(['validate', '--format', 'json']).taken).not.toContain(false)
    expect(run().taken).not.toContain(false)
  })

  it('is as good as none when a bit of it has flipped anywhere', () => {
    run()
    const whole = readFileSync(keptFile())
    const [code, copy] = codeIn(whole)
    const place = fc.oneof(
      fc.nat(whole.length - 1),
      fc.nat(400).map((nth) => code + nth),
      fc.nat(400).map((nth) => copy + nth),
    )
    fc.assert(
      fc.property(place, fc.nat(7), (at, bit) => {
        const flipped = Buffer.from(whole)
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
        writeFileSync(keptFile(), flipped)
        expect(run()).toMatchObject(asWithout)
      }),
      { numRuns: 40 },
    )
  })

  it('is as good as none when it is cut short anywhere, or is something else', () => {
    run()
    const whole = readFileSync(keptFile())
    const file = keptFile()
    for (const bytes of [
      ...[0, 1, 30, 1000, 200_000, whole.length - 1, ...codeIn(whole)].map((length) =>
        whole.subarray(0, length),
      ),
      Buffer.from('null\n'),
      Buffer.concat([whole, whole]),
    ]) {
      writeFileSync(file, bytes)
      const ran = run()
      expect(ran).toMatchObject(asWithout)
      expect(ran.taken).toContain(false)
    }
    expect(run().taken).not.toContain(false)
  })

  it('is not taken for a program that has changed since', () => {
    run()
    const files = readdirSync(program)
      .filter((name) => name.endsWith('.cjs'))
      .map((name) => path.join(program, name))
    const file = files.find((name) => readFileSync(name, 'utf8').includes('No problems')) ?? ''
    const source = readFileSync(file, 'utf8')
    try {
      // As long as before, which is all that V8 itself would look at.
      writeFileSync(file, source.replace('No problems', 'NO PROBLEMS'))
      expect(run().stdout).toBe(fine.replace('No problems', 'NO PROBLEMS'))
      expect(run().stdout).toBe(fine.replace('No problems', 'NO PROBLEMS'))
    } finally {
      writeFileSync(file, source)
    }
    expect(run()).toMatchObject(asWithout)
  })

  it('is refused and made anew when V8 is another one, or has other flags', () => {
    run()
    const bytes = readFileSync(keptFile())
    // V8's own header begins with its version.
    for (const at of codeIn(bytes)) bytes.fill(0, at, at + 8)
    writeFileSync(keptFile(), bytes)
    expect(run()).toMatchObject({ ...asWithout, taken: expect.arrayContaining([false]) })
    expect(run().taken).not.toContain(false)
    const flags = { NODE_OPTIONS: '--max-old-space-size=900' }
    expect(run(['validate'], flags)).toMatchObject(asWithout)
    expect(run(['validate'], flags)).toMatchObject(asWithout)
  })

  it('is not looked for where another Node keeps its own', () => {
    run()
    const file = keptFile()
    const other = file.replace(process.version, 'v19.0.0')
    mkdirSync(path.dirname(other), { recursive: true })
    cpSync(file, other)
    rmSync(file)
    expect(run().taken).toContain(false)
    expect(existsSync(file)).toBe(true)
  })

  it('is neither read nor written with CRAWLFORM_NO_CODE_CACHE', () => {
    const env = { CRAWLFORM_NO_CODE_CACHE: '1' }
    expect(run(['validate'], env)).toMatchObject(asWithout)
    expect(kept()).toEqual([])
    run()
    expect(new Set(run(['validate'], env).taken)).toEqual(new Set([false]))
  })

  it('is not needed where it cannot be kept', () => {
    writeFileSync(path.join(caches, 'file'), '')
    for (const directory of [path.join(caches, 'file'), 'relative', '/dev/null/none']) {
      expect(run(['validate'], { XDG_CACHE_HOME: directory })).toMatchObject(asWithout)
    }
    expect(run(['validate'], { XDG_CACHE_HOME: '', HOME: '' })).toMatchObject(asWithout)
    expect(existsSync(path.join(folder, 'project/relative'))).toBe(false)
  })

  it('is kept in the cache directory of the home directory where nothing says another', () => {
    run(['validate'], { XDG_CACHE_HOME: '', HOME: caches })
    expect(kept()).toHaveLength(1)
  })

  it('is whole when processes write it at once', async () => {
    const args = [path.join(program, 'main.cjs'), 'validate']
    const all = Array.from({ length: 6 }, () =>
      spawnCommand(process.execPath, args, path.join(folder, 'project'), environment({})),
    )
    for (const ran of await Promise.all(all)) expect(ran).toEqual({ status: 0, output: fine })
    expect(readdirSync(path.dirname(keptFile()))).toEqual(['cli-program.cjs.code'])
    expect(run().taken).not.toContain(false)
  })

  it('is not kept of a command line that is wrong', () => {
    expect(run(['valid']).status).toBe(64)
    expect(run(['validate', '--nonsense']).status).toBe(64)
    expect(kept()).toEqual([])
  })

  it('is kept of the embedded service too, before V8 gets other flags for its crawls', async () => {
    const site = await startLoopbackSite({ '/': page('Start', ['/more']), '/more': page('More') })
    const project = path.join(folder, 'crawling')
    mkdirSync(path.join(project, 'crawls'), { recursive: true })
    writeFileSync(
      path.join(project, 'crawls/site.yaml'),
      crawl.replace('https://docs.example.com/', site.url('/')),
    )
    const watch = path.join(folder, 'name.cjs')
    // Names each file of which V8 took the code that was kept.
    writeFileSync(
      watch,
      `const vm = require('node:vm')
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options)
    if (this.cachedDataRejected === false) process._rawDebug('taken: ' + options.filename)
  }
}`,
    )
    const args = ['--require', watch, path.join(built, 'cli/main.cjs'), 'apply', '--yes', '--rerun', '--wait']
    const apply = () => spawnCommand(process.execPath, args, project, environment({}))
    const first = await apply()
    expect(first).toMatchObject({ status: 0, output: expect.stringContaining('completed, 2 pages') })
    const files = kept().map((file) => path.basename(file))
    expect(files).toEqual(expect.arrayContaining(['cli-apply.cjs.code', 'service-index.cjs.code']))
    const again = await apply()
    expect(again.output).toContain('completed, 2 pages')
    for (const file of ['cli/program.cjs', 'cli/apply.cjs', 'service/index.cjs'])
      expect(again.output).toContain(`taken: ${path.join(built, file)}\n`)
    await site.close()
  })

  it('is not kept of a run for which V8 got other flags', () => {
    const many = path.join(folder, 'project/many')
    mkdirSync(many)
    for (let n = 0; n < 210; n++) {
      writeFileSync(path.join(many, `c${n}.yaml`), crawl.replace('/\n', `/${n}/\n`))
    }
    expect(run(['validate', 'many'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('210 files'),
    })
    expect(kept()).toEqual([])
  })
})
