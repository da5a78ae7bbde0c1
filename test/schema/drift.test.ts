// If the first test fails: a schema in schema/ or a script in scripts/generate was changed and what follows from it was not.
// Run `npm run generate` and commit what it writes. Never edit a generated file.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const made: string[] = []

afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true })
})

function check(...args: string[]): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, ['scripts/generate.mjs', '--check', ...args], {
    cwd: root,
    encoding: 'utf8',
  })
}

/** Runs the check against schemas in which files were edited. */
function checkEdited(...edits: readonly (readonly [file: string, from: string, to: string])[]): {
  status: number | null
  stderr: string
} {
  const directory = mkdtempSync(path.join(tmpdir(), 'crawlform-schema-'))
  made.push(directory)
  cpSync(path.join(root, 'schema'), directory, { recursive: true })
  for (const [file, from, to] of edits) {
    const text = readFileSync(path.join(directory, file), 'utf8')
    expect(text).toContain(from)
    writeFileSync(path.join(directory, file), text.replace(from, to))
  }
  return check('--from', directory)
}

test('the generated files match the schemas', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' })
})

test('an edited schema makes exactly its generated files stale', () => {
  const { status, stderr } = checkEdited(
    ['request.v2.schema.json', '"maximum": 60,', '"maximum": 61,'],
    ['source/project-file.json', '"budget": {', '"budgets": {'],
  )
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual(
    [
      'schema/crawl.v1.schema.json',
      'schema/crawl.v2.schema.json',
      'schema/crawl.schema.json',
      'schema/project.schema.json',
      'schema/lock.schema.json',
      'src/schema/project-file.gen.ts',
      'src/schema/validators.gen.ts',
      'schema/validators-v1.gen.cjs',
      'schema/validators-project.gen.cjs',
      'schema/settings.json',
    ].map((file) => `${file} is not what npm run generate writes`),
  )
})

test('a reference to a missing definition stops the generator', () => {
  const { status, stderr } = checkEdited([
    'request.v1.schema.json',
    '#/properties/limit',
    '#/properties/limits',
  ])
  expect(status).toBe(1)
  expect(stderr).toContain('there is no /properties/limits')
})

// The recipe "Add a setting" of docs/contributing.md, followed in a copy.
const SETTING =
  '"description": "Redirects that a page may take.", "type": "integer", "minimum": 0, "default": 20'
const BEFORE = '        "blockAds": {'

test('a new setting without x-decides stops the generator, which names the setting', () => {
  const { status, stderr } = checkEdited([
    'request.v2.schema.json',
    BEFORE,
    `        "maxRedirects": { ${SETTING} },\n${BEFORE}`,
  ])
  expect(status).toBe(1)
  expect(stderr).toContain(
    '/scrapeOptions/maxRedirects of request.v2.schema.json needs "x-decides": fetch, answer, browser, content, freshness',
  )
})

test('a new setting with x-decides makes only generated files stale', () => {
  const { status, stderr } = checkEdited([
    'request.v2.schema.json',
    BEFORE,
    `        "maxRedirects": { "x-decides": "answer", ${SETTING} },\n${BEFORE}`,
  ])
  expect(status).toBe(1)
  const stale = stderr.trim().split('\n')
  expect(stale.every((line) => line.endsWith(' is not what npm run generate writes'))).toBe(true)
  expect(stderr).toContain('src/schema/request-standards.gen.ts')
  expect(stderr).toContain('schema/crawl.v2.schema.json')
})
