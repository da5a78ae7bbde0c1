import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeGithubOutputs } from '../../src/cli/output/ci.ts'
import { fakeHost } from '../support/fake-host.ts'
import { parseOutputs } from '../support/run-action.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'outputs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (
  env: Record<string, string>,
  summary: string,
  outputs: Record<string, string | number>,
): void => writeGithubOutputs(fakeHost({ env }), () => summary, outputs)

it('a value cannot add other outputs, whatever it contains', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: path.join(folder, 'out') }
  write(env, '', { summary: 'one\r\ntwo\nowned=yes\n', digest: 'a<<END\n=', changes: 2 })
  expect(parseOutputs(readFileSync(path.join(folder, 'out'), 'utf8'))).toEqual({
    summary: 'one two owned=yes ',
    digest: 'a<<END =',
    changes: '2',
  })
})

it('the job summary keeps the text of other steps', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: path.join(folder, 'page') }
  write(env, '### One', {})
  write(env, '### Two', {})
  expect(readFileSync(path.join(folder, 'page'), 'utf8')).toBe('### One\n### Two\n')
})

it('nothing is written outside GitHub Actions', () => {
  write({ GITHUB_OUTPUT: path.join(folder, 'out') }, '### One', { changes: 1 })
  expect(() => readFileSync(path.join(folder, 'out'))).toThrow('ENOENT')
})
