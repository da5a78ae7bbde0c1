import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeHost } from '../support/fake-host.ts'

let directory = ''
let home = ''
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'crawlform-remembered-'))
  home = path.join(directory, 'home')
  mkdirSync(path.join(directory, 'project/crawls'), { recursive: true })
  mkdirSync(path.join(directory, 'project/.git'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const place = (name: string): string => path.join(directory, 'project', name)
const write = (name: string, text: string): void => writeFileSync(place(name), text)

function crawlFile(site: number | string, more = ''): string {
  return `version: 2\nrequest:\n  url: https://site-${site}.example.com/\n  limit: 5\n${more}`
}

function writeCrawls(count: number): void {
  for (let site = 0; site < count; site++) write(`crawls/site-${site}.yaml`, crawlFile(site))
}

interface Told {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** What `validate` says, and whether it checked the files. */
async function validate(env: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
  const host = fakeHost({ argv: ['validate', ...args], cwd: place(''), env: { HOME: home, ...env } })
  let hasChecked = false
  const status = await runCli({ ...host, expectFiles: () => (hasChecked = true) })
  const told: Told = { status, out: host.out(), err: host.err() }
  return { told, hasChecked }
}

const caches = (): string => path.join(home, '.cache/crawlform/checked')
const keptFile = (): string => path.join(caches(), readdirSync(caches())[0] ?? '')

describe('a check of many files that found nothing', () => {
  it('is remembered until a file is another, also when the record of it is damaged', async () => {
    writeCrawls(500)
    const first = await validate()
    expect(first.told).toEqual({ status: 0, out: 'No problems in 500 files (500 crawls)\n', err: '' })
    expect(await validate()).toEqual({ told: first.told, hasChecked: false })
    const kept = readFileSync(keptFile(), 'utf8')
    const damaged = ['', '{}', '[]', 'null', kept.slice(0, -9), kept.replace('500', '501'), `${kept}x`]
    damaged.push(kept.replace('list crawls', 'list other'), kept.replace('crawls/**', 'c*/**'))
    for (const text of damaged) {
      writeFileSync(keptFile(), text)
      expect(await validate(), text).toEqual({ told: first.told, hasChecked: true })
    }
    expect((await validate()).hasChecked).toBe(false)
    expect(readdirSync(caches())).toHaveLength(1)
  })

  it('is remembered for no project of few files, without a cache directory, and for no check with options', async () => {
    writeCrawls(20)
    await validate()
    expect(existsSync(home)).toBe(false)
    writeCrawls(500)
    await validate({ CRAWLFORM_NO_CHECK_CACHE: '1' })
    await validate({}, ['crawls'])
    await validate({}, ['--env', 'local'])
    await validate({}, ['--format', 'json'])
    expect(existsSync(home)).toBe(false)
    writeFileSync(home, 'no directory')
    expect((await validate()).told.status).toBe(0)
    expect((await validate()).hasChecked).toBe(true)
  })

  it('is not remembered when variables had a part in it', async () => {
    writeCrawls(500)
    write('crawls/one.yaml', crawlFile('one').replace('5', '${env:LIMIT:-7}'))
    await validate()
    expect(existsSync(home)).toBe(false)
    expect((await validate({ LIMIT: 'many' })).told.status).toBe(1)
  })

  it('says with it what it says without, whatever is changed', async () => {
    writeCrawls(520)
    await validate()
    const changes: readonly (() => void)[] = [
      () => write('crawls/site-7.yaml', crawlFile(7, '  sitemap: onyl\n')),
      () => write('crawls/site-7.yaml', crawlFile(7)),
      () => write('crawls/site-7.yaml', crawlFile(8)),
      () => write('crawls/site-7.yaml', crawlFile(7, '# another comment\n')),
      () => renameSync(place('crawls/site-7.yaml'), place('crawls/site-8b.yaml')),
      () => rmSync(place('crawls/site-8b.yaml')),
      () => write('crawls/other.yml', crawlFile('other')),
      () => rmSync(place('crawls/other.yml')),
      () => write('crawlform.yml', 'version: 2\n'),
      () => renameSync(place('crawlform.yml'), place('crawlform.yaml')),
      () => write('crawlform.yaml', 'version: 2\ndefaults: { request: { limit: 0 } }\n'),
      () => write('crawlform.yaml', 'version: 2\ncrawls: ["crawls/*.yaml", "more/*.yaml"]\n'),
      () => mkdirSync(place('more')),
      () => write('more/one.yaml', crawlFile('more')),
      () => write('crawls.lock.json', '{"formatVersion":1,"prompts":[]}'),
      () => write('crawls.lock.json', '{"formatVersion":1,"prompts":[{}]}'),
      () => rmSync(place('crawls.lock.json')),
      () => rmSync(place('more/one.yaml')),
      () => symlinkSync(place('crawls/site-3.yaml'), place('more/link.yaml')),
      () => writeFileSync(place('more/link.yaml'), crawlFile('linked')),
      () => rmSync(place('crawls/site-3.yaml')),
    ]
    for (const [index, change] of changes.entries()) {
      change()
      const without = await validate({ CRAWLFORM_NO_CHECK_CACHE: '1' })
      // Of a clean project the second run remembers the first.
      expect((await validate()).told, String(index)).toEqual(without.told)
      expect(await validate(), String(index)).toEqual({
        told: without.told,
        hasChecked: without.told.out.startsWith('No problems') === false,
      })
    }
  })
})
