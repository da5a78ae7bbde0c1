import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { remoteProject, type RemoteProject } from '../support/remote-project.ts'

const PAGE = 'https://example.com/a'
let remote: RemoteProject

beforeEach(async () => {
  remote = await remoteProject({
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "https://example.com/" }\n',
    'crawls/shop.yaml': 'version: 2\nrequest: { url: "https://example.com/shop/" }\n',
  })
})

afterEach(() => remote.close())

async function run(...words: string[]) {
  const { status, stdout, stderr } = await remote.project.run(['-C', remote.project.directory, ...words])
  return { status, out: stdout, err: stderr }
}

it.each([
  ['plan --full --summary', '"--full" and "--summary" cannot be used together'],
  ['plan --against HEAD --rerun', '"--against" and "--rerun" cannot be used together'],
  ['apply --yes --full --summary', '"--full" and "--summary" cannot be used together'],
  ['apply --yes --no-wait --output pages', '"--output" and "--no-wait" cannot be used together'],
  ['apply --yes --wait --no-wait', '"--wait" and "--no-wait" cannot be used together'],
  ['serve --no-browser --browser-tabs 2', '"--no-browser" and "--browser-tabs" cannot be used together'],
  ['apply --yes --no-wait --timeout 5m', '"--no-wait" and "--timeout" cannot be used together'],
  ['apply --yes --env remote --timeout 5m', '"--timeout" has no effect without waiting.'],
  ['results --output pages --format json', '"--output" writes pages as files, and "--format json" prints'],
  ['serve --show-data --discard-data', '"--discard-data" and "--show-data" cannot be used together'],
])('"%s" is refused as wrong usage, because one option would be ignored', async (line, message) => {
  const { status, out, err } = await run(...line.split(' '))
  expect([status, out]).toEqual([64, ''])
  expect(err).toContain(message)
  expect(remote.service.jobs).toEqual([])
})

it.each([
  ['apply --yes --output=', 'The value of "--output" is empty.'],
  ['apply --yes --output crawlform.yaml', 'crawlform.yaml", which is not a directory.'],
  ['results --output -', '"--output" is "-", but it must be the path of a directory.'],
  ['serve --host= --port 0', 'Write --host <address>, or leave it out.'],
  ['plan --out -', '"--out" is "-", but it must be the path of a file.'],
  ['plan --report json=-', '"--report" is "json=-", but it must be FORMAT=FILE.'],
  ['plan --report json=plan --report markdown=plan', 'Two reports cannot be written to "plan".'],
  ['validate --fix --dry-run --format json', '"--dry-run" prints a patch.'],
  ['explain d*', '"d*" is a pattern; expected the name of one crawl.\n  help: It matches "docs".'],
  [
    'render sh?p --as curl',
    '"sh?p" is a pattern; expected the name of one crawl.\n  help: It matches "shop".',
  ],
  ['fmt', 'Unknown command "fmt".\n  help: Write "crawlform validate --fix".'],
  ['login', 'set the variable that "apiKey" of the environment names'],
  ['constructor', 'Unknown command "constructor".\n  help: Run "crawlform --help"'],
  ['-- plan', 'Unknown command "plan".\n  help: Write the command before "--".'],
])('"%s" is refused as wrong usage, and writes and submits nothing', async (line, message) => {
  const { status, out, err } = await run(...line.split(' '))
  expect([status, out]).toEqual([64, ''])
  expect(err).toContain(message)
  expect(existsSync(path.join(remote.project.directory, '.crawlform'))).toBe(false)
})

it('apply --output names crawls without pages there if nothing was submitted', async () => {
  const there = ['--env', 'remote', '--yes']
  remote.service.pages = [{ markdown: 'text', metadata: { url: PAGE, sourceURL: PAGE, statusCode: 200 } }]
  expect(await run('apply', ...there)).toMatchObject({ status: 0 })
  for (const job of remote.service.jobs) Object.assign(job, { status: 'completed', completed: 1, total: 1 })
  expect(await run('wait', '--env', 'remote')).toMatchObject({ status: 0 })
  const results = `-C ${remote.project.directory} results docs shop --env remote --output ${remote.project.directory}/pages`
  const { status, out, err } = await run('apply', ...there, '--output', 'pages')
  expect([status, out]).toEqual([0, 'Nothing to submit.\n'])
  expect(err).toContain(
    `No pages of 2 crawls in ${remote.project.directory}/pages, because nothing was crawled again. To write those of the last job, run:\n  crawlform ${results}\n`,
  )
  expect(existsSync(path.join(remote.project.directory, 'pages'))).toBe(false)
  expect(await run(...results.split(' '))).toMatchObject({ status: 0 })
  expect((await run('apply', ...there, '--output', 'pages')).err).not.toContain('No pages')
  expect((await run('apply', ...there, '--output', 'others', 'docs')).err).toContain('No pages of docs in')
})
