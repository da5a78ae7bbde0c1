import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let site: LoopbackSite
let project: CliProject

beforeEach(async () => {
  site = await startLoopbackSite({ '/': '<h1>Home</h1><p>All about lamps.' })
  project = hereProject()
})
afterEach(async () => {
  project.remove()
  await site.close()
})

const declare = (name: string, expectation = '') =>
  project.write(
    `crawls/${name}`,
    `version: 2\nrequest: { url: "${site.origin}/", limit: 3 }\n${expectation}\n`,
  )
const deliver = () => project.run(['apply', '--yes', '--output', 'pages', '--feed', 'feed.jsonl'])

it('the feed and the problems of a run leave out a crawl that the run forgets', async () => {
  declare('docs.yaml', 'expect: { minPages: 9 }')
  expect((await deliver()).status).toBe(5)
  declare('docs.yaml', 'name: handbook')
  const { status, stderr, stdout } = await deliver()
  expect([status, stderr]).toEqual([0, expect.stringContaining('docs: forgotten\n')])
  expect(stderr).not.toContain('docs: held back')
  expect(stdout).toContain('1 submitted, 1 forgotten.')
  const lines = readFileSync(path.join(project.directory, 'feed.jsonl'), 'utf8').trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { crawl: string }).crawl)).toEqual(['handbook'])
})
