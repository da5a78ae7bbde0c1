import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cliProject, type CliProject, type CliRun } from '../support/run-cli.ts'

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'))
const system = `crawlform ${version}, Node ${process.version}, ${process.platform} ${process.arch}`
let project: CliProject

beforeEach(() => {
  project = cliProject({
    'crawls/docs.yaml': 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 10\n',
  })
})

afterEach(() => project.remove())

/** Runs a command in a process in which reading a directory does `act`. */
async function runWhereReading(act: string, args: readonly string[]): Promise<CliRun> {
  project.write('broken.cjs', `require('node:fs').readdirSync = () => { ${act} }`)
  const broken = path.join(project.directory, 'broken.cjs')
  return project.run(args, { nodeArgs: ['--require', broken] })
}

const nodes = "throw Object.assign(new TypeError('The argument is wrong'), { code: 'ERR_INVALID_ARG_TYPE' })"

describe('an unexpected error', () => {
  it.each([
    [
      'an error of crawlform',
      "throw new TypeError('null is not what it seems')",
      'null is not what it seems',
    ],
    ['an error of Node with a code', nodes, 'The argument is wrong'],
    ['a thrown text', "throw 'a text'", 'a text'],
    ['an error in a later callback', "setImmediate(() => { throw new Error('later') }); return []", 'later'],
    ['an unhandled rejection', "Promise.reject(new Error('unseen')); return []", 'unseen'],
  ])('%s is a bug, with status 70', async (_, act, message) => {
    const { status, stderr } = await runWhereReading(act, ['plan'])
    expect(stderr).toContain('crawlform: this is a bug in crawlform; please report it with the text below.')
    expect(stderr).toContain(message)
    expect(stderr).toContain(system)
    expect(status).toBe(70)
  })

  it('is reported with its places in the source', async () => {
    const { stderr } = await runWhereReading(nodes, ['validate'])
    const places = [...stderr.matchAll(/ \(?(src\/[\w/.-]+\.ts):(\d+):(\d+)\)?/g)]
    expect(places.map(([, file]) => file)).toEqual(
      expect.arrayContaining(['src/load/disk-files.ts', 'src/load/load.ts', 'src/cli/commands/validate.ts']),
    )
    for (const [, file = '', line] of places) {
      const source = readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')
      expect(source.split('\n')[Number(line) - 1], `${file}:${line}`).toMatch(/\(|await/)
    }
    expect(stderr).not.toMatch(/dist\/cli\/(?!main)/)
  })

  it('keeps the places of generated code and packages, which have no source here', async () => {
    const folder = path.join(import.meta.dirname, '../../dist/cli')
    const file = readdirSync(folder).find((name) => /^check-.*\.cjs$/.test(name) && !name.includes('place'))
    const places = readFileSync(path.join(folder, file ?? ''), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        Array.from({ length: Math.ceil(line.length / 500) }, (_, part) => `${index + 1}:${part * 500 + 1}`),
      )
    const frames = places.map((place) => `\n    at f (${path.join(folder, file ?? '')}:${place})`).join('')
    const { status, stderr } = await runWhereReading(
      `throw Object.assign(new Error(), { stack: ${JSON.stringify(`Error: everywhere${frames}`)} })`,
      ['validate'],
    )
    expect(stderr).toContain('crawlform: this is a bug in crawlform')
    expect(stderr).toMatch(/everywhere[^]*\.cjs:\d+[^]*\(src\/validate\//)
    expect(status).toBe(70)
  })

  it('shows the command line without its values', async () => {
    const secret = 'hunter2'
    const args = ['plan', '--set', `limit=${secret}`, `--env=${secret}`, '-C', project.directory, secret]
    const { stderr } = await runWhereReading(nodes, args)
    expect(stderr).toContain('crawlform plan --set ... --env=... -C ... ...\n')
    expect(stderr).not.toContain(secret)
  })
})

describe('an error of the system', () => {
  it('is not reported as a bug', async () => {
    const refuse =
      "throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'scandir' })"
    const { status, stderr } = await runWhereReading(refuse, ['validate'])
    expect(status).toBe(3)
    expect(stderr).not.toContain('bug')
  })
})
