import { mkdirSync, readFileSync } from 'node:fs'
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

it('each output that cannot be written is told, and the others are written', async () => {
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
