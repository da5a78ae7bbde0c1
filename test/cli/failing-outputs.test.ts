import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cliProject, type CliProject } from '../support/run-cli.ts'

let project: CliProject

beforeEach(() => {
  project = cliProject({
    'crawls/docs.yaml': 'version: 2\nrequest: { url: https://docs.example.com/, limit: 10 }\n',
  })
  for (const name of ['a', 'b']) mkdirSync(path.join(project.directory, name))
})

afterEach(() => project.remove())

it('each output that cannot be written is reported, and the others are written', async () => {
  const reports = ['json=a', 'markdown=b', 'json=c.json'].flatMap((report) => ['--report', report])
  const { status, stdout, stderr } = await project.run(['plan', ...reports], {
    env: { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: path.join(project.directory, 'no', 'file') },
  })
  const told = ['a', 'b'].map((name) => `crawlform: "${path.join(project.directory, name)}" is a directory.`)
  for (const line of told) expect(stderr).toContain(line)
  expect(stderr).toContain(`"${path.join(project.directory, 'no', 'file')}" does not exist.`)
  expect(stdout).toContain('docs')
  expect(JSON.parse(readFileSync(path.join(project.directory, 'c.json'), 'utf8'))).toHaveProperty(
    'formatVersion',
  )
  expect(status).toBe(3)
})

it.each([
  ['a/file', 'a/file", which is not a directory.'],
  ['a/file/pages', 'a/file/pages" has a parent that is not a directory.'],
])('pages that cannot be written to "%s" are refused before anything is submitted', async (output, why) => {
  writeFileSync(path.join(project.directory, 'a/file'), 'of its own')
  for (const command of ['apply', 'wait', 'results']) {
    const { status, stderr } = await project.run([command, '--output', output])
    expect([64, 3]).toContain(status)
    expect(stderr).toContain(why)
  }
  expect(existsSync(path.join(project.directory, '.crawlform'))).toBe(false)
})

it('a saved plan that is a directory is reported', async () => {
  const { status, stderr } = await project.run(['apply', '--plan', 'a'])
  expect([status, stderr]).toEqual([
    3,
    `crawlform: "${path.join(project.directory, 'a')}" is a directory.\n  help: Name a file.\n`,
  ])
})
