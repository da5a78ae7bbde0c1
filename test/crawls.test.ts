import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const repository = path.join(import.meta.dirname, '..')
const program = path.join(repository, 'dist/cli/main.cjs')
const examples = readdirSync(path.join(repository, 'crawls')).toSorted()

let root: string

// A copy, so that nothing recorded in the checkout shows.
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'crawlform-examples-'))
  for (const name of ['crawlform.yaml', 'crawls', 'schema'])
    cpSync(path.join(repository, name), path.join(root, name), { recursive: true })
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function crawlform(...args: string[]): {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
} {
  return spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' })
}

it('the example crawls have no errors', () => {
  const run = crawlform('validate')
  expect(run.status, run.stderr + run.stdout).toBe(0)
})

it('the plan of the example crawls is the recorded one', async () => {
  const run = crawlform('plan', '--env', 'production', '--format', 'text')
  expect(run.status).toBe(0)
  await expect(run.stdout).toMatchFileSnapshot('fixtures/crawls/production-plan.txt')
})

it('every example is in the plan', () => {
  const plan = JSON.parse(crawlform('plan', '--format', 'json').stdout) as { changes: { file: string }[] }
  const planned = new Set(plan.changes.map((change) => path.basename(change.file)))
  expect([...planned].toSorted()).toEqual(examples)
})
