import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

const old = 'version: 1\nrequest: { url: https://example.com/, limit: 5, allowBackwardLinks: true }\n'
const killed = '3f2b8c1e-0a4d-4e6f-9b7a-1c2d3e4f5a6b.new'

let project: CliProject
beforeEach(() => {
  project = hereProject({ 'crawls/docs.yaml': old, 'crawls/blog.yaml': old })
})
afterEach(() => project.remove())

it.each(['docs', 'blog'])('migrate removes the file that a killed run left next to %s.yaml', async (name) => {
  project.write(`crawls/${name}.yaml.${killed}`, 'version: 2\n')
  const { status } = await project.run(['migrate', '--write'])
  expect(status).toBe(0)
  expect(readdirSync(path.join(project.directory, 'crawls')).toSorted()).toEqual(['blog.yaml', 'docs.yaml'])
})

it.each(['crawls/docs.yaml.new', `crawls/other.yaml.${killed}`])(
  'migrate leaves %s, which it did not write',
  async (file) => {
    project.write(file, 'mine')
    await project.run(['migrate', '--write'])
    expect(existsSync(path.join(project.directory, file))).toBe(true)
  },
)
