import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../support/run-here.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'crawlform-fix-'))
  mkdirSync(path.join(root, 'crawls'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const file = () => path.join(root, 'crawls', 'docs.yaml')
const validate = (...args: string[]) => runHere(root, ['validate', ...args])

const broken = [
  'version: "2" # why',
  'request:',
  '  url: https://docs.example.com/',
  '  limit: "20" # pages',
  '  limt: 3',
  '  scrapeOptions: { onlyMainContent: yes }',
  '',
].join('\n')
const fixed = [
  'version: 2 # why',
  'request:',
  '  url: https://docs.example.com/',
  '  limit: 20 # pages',
  '  limt: 3',
  '  scrapeOptions: { onlyMainContent: true }',
  '',
].join('\n')

describe('validate --fix', () => {
  it('fixes certain problems, keeps comments and layout, and reports the rest', async () => {
    writeFileSync(file(), broken, { mode: 0o640 })
    const run = await validate('--fix')
    expect(readFileSync(file(), 'utf8')).toBe(fixed)
    expect(statSync(file()).mode & 0o777).toBe(0o640)
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('Fixed 3 problems in 1 file.')
    expect(run.stdout).toContain('"limt" is not a setting of the request. [schema/unknown-key]')
    expect(run.stdout).not.toContain('quoted-number')
  })

  it('finds no problem to fix in a second run', async () => {
    writeFileSync(file(), broken)
    await validate('--fix')
    const run = await validate('--fix')
    expect(run.stderr).not.toContain('Fixed')
    expect(readFileSync(file(), 'utf8')).toBe(fixed)
  })

  it('prints the difference with --dry-run, and writes nothing', async () => {
    writeFileSync(file(), broken)
    const run = await validate('--fix', '--dry-run')
    expect(readFileSync(file(), 'utf8')).toBe(broken)
    expect(run.stdout).toContain('--- a/crawls/docs.yaml\n+++ b/crawls/docs.yaml\n')
    expect(run.stdout).toContain('-  limit: "20" # pages\n')
    expect(run.stdout).toContain('+  limit: 20 # pages\n')
    expect(run.stderr).toContain('Would fix 3 problems in 1 file.')
    expect(run.status).toBe(1)
  })

  it('fails with --dry-run even if every problem can be fixed', async () => {
    writeFileSync(file(), 'version: "2"\nrequest: { url: https://docs.example.com/, limit: 5 }\n')
    expect((await validate('--fix', '--dry-run')).status).toBe(1)
    expect((await validate('--fix')).status).toBe(0)
    expect((await validate('--fix', '--dry-run')).status).toBe(0)
  })

  it('changes only the named files', async () => {
    writeFileSync(file(), broken)
    const other = path.join(root, 'crawls', 'other.yaml')
    writeFileSync(other, broken)
    await validate('--fix', 'crawls/other.yaml')
    expect(readFileSync(file(), 'utf8')).toBe(broken)
    expect(readFileSync(other, 'utf8')).toBe(fixed)
  })

  it('accepts absolute paths below the root, and refuses an empty path', async () => {
    writeFileSync(file(), broken)
    const folder = path.dirname(file())
    expect((await runHere(folder, ['validate', '--fix', ''])).stdout).toContain('"" does not exist.')
    expect(readFileSync(file(), 'utf8')).toBe(broken)
    expect((await runHere(folder, ['validate', '--fix', file()])).stderr).toContain('Fixed 3 problems')
    expect(readFileSync(file(), 'utf8')).toBe(fixed)
  })

  it('refuses standard input and a lone --dry-run', async () => {
    expect((await validate('--fix', '-')).stderr).toContain('"--fix" cannot write standard input')
    const lone = await validate('--dry-run')
    expect([lone.status, lone.stderr]).toEqual([64, expect.stringContaining('"--dry-run" needs "--fix"')])
  })

  it('leaves no fixable problem, and changes no other line', async () => {
    const lines = fc.subarray(
      [
        '  limit: "20" # a',
        '  sitemap: Include',
        '  allowExternalLinks: yes',
        '  delay: "1"',
        '  excludePaths: [a, 3]',
        '  allowSubdomains: "true"',
        '  limt: 3',
        '  maxConcurrency: 2 # fine',
      ],
      { minLength: 1 },
    )
    await fc.assert(
      fc.asyncProperty(lines, fc.constantFrom('\n', '\r\n'), async (some, end) => {
        const text = ['version: 2', 'request:', '  url: https://docs.example.com/', ...some, ''].join(end)
        writeFileSync(file(), text)
        await validate('--fix')
        const after = readFileSync(file(), 'utf8')
        const { diagnostics } = JSON.parse((await validate('--format', 'json')).stdout)
        expect(diagnostics.filter(({ fix }: { fix?: unknown }) => fix !== undefined)).toEqual([])
        expect(after.split(end)).toHaveLength(text.split(end).length)
        for (const line of ['  limt: 3', '  maxConcurrency: 2 # fine'])
          expect(after.includes(line)).toBe(text.includes(line))
      }),
      { numRuns: 40 },
    )
  })
})
