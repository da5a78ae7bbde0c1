// Hooks of git name files of a whole repository, which may hold several projects.
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cliProject, type CliProject } from '../support/run-cli.ts'
import { runHere } from '../support/run-here.ts'

let project: CliProject

const wrong = 'version: 2\nextends: [small]\nrequest: { url: "https://docs.example.com/", limit: "5" }\n'

beforeEach(() => {
  project = cliProject({
    'crawls/top.yaml': 'version: 2\nrequest: { url: "https://top.example.com/", limit: 5 }\n',
    'sites/shop/crawlform.yaml': 'version: 2\nprofiles: { small: { request: { limit: 5 } } }\n',
    'sites/shop/crawls/docs.yaml':
      'version: 2\nextends: [small]\nrequest: { url: "https://docs.example.com/" }\n',
    'sites/wiki/crawlform.yaml': 'version: 2\nprofiles: { small: { request: { limit: 7 } } }\n',
    'sites/wiki/crawls/docs.yaml': wrong,
  })
  mkdirSync(path.join(project.directory, '.git'))
})
afterEach(() => project.remove())

const validate = (...words: string[]) => runHere(project.directory, ['validate', ...words])

it('checks a file with the profiles of its own project', async () => {
  expect(await validate('sites/shop/crawls/docs.yaml')).toMatchObject({
    status: 0,
    stdout: `In ${path.normalize('sites/shop')}:\nNo problems in 1 file (1 crawl)\n`,
  })
})

it('checks the files of several projects, and ends with the worst status', async () => {
  const files = ['crawls/top.yaml', 'sites/wiki/crawls/docs.yaml', 'sites/shop/crawls']
  const { status, stdout } = await validate(...files)
  expect(status).toBe(1)
  expect(stdout.split('\n').filter((line) => /^In |^crawls\/|problems in|^1 error/.test(line))).toEqual([
    'In .:',
    'No problems in 1 file (1 crawl)',
    `In ${path.normalize('sites/wiki')}:`,
    expect.stringContaining('crawls/docs.yaml:3:'),
    expect.stringMatching(/^1 error/),
    `In ${path.normalize('sites/shop')}:`,
    'No problems in 1 file (1 crawl)',
  ])
})

it('expands a pattern in the project that it points into', async () => {
  expect(await validate('sites/shop/crawls/*.yaml')).toMatchObject({ status: 0 })
})

it('fixes files of another project', async () => {
  expect(await validate('--fix', 'sites/wiki/crawls/docs.yaml')).toMatchObject({ status: 0 })
  expect(readFileSync(path.join(project.directory, 'sites/wiki/crawls/docs.yaml'), 'utf8')).toBe(
    wrong.replace('"5"', '5'),
  )
})

it('prints JSON for files of one project, and refuses it for several projects', async () => {
  const one = await validate('--format', 'json', 'sites/wiki/crawls/docs.yaml')
  expect(JSON.parse(one.stdout)).toMatchObject({ diagnostics: [{ file: 'crawls/docs.yaml' }] })
  const several = await validate('--format', 'json', 'crawls/top.yaml', 'sites/shop/crawls/docs.yaml')
  expect(several).toMatchObject({
    status: 64,
    stderr: expect.stringContaining(`These files belong to 2 projects: ., ${path.normalize('sites/shop')}.`),
  })
})

it('does not take an empty path, as from an unset shell variable, as the whole project', async () => {
  const { status, stdout } = await validate('', 'sites/shop/crawls/docs.yaml')
  expect([status, stdout]).toEqual([1, expect.not.stringContaining('No problems in 3 files')])
  expect(stdout).toContain('No problems in 1 file (1 crawl)')
})

it('names a file that does not exist', async () => {
  const { status, stdout } = await validate('sites/none/crawls/docs.yaml')
  expect([status, stdout]).toEqual([1, expect.stringContaining('sites/none/crawls/docs.yaml')])
})
