import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { hereProject } from '../support/run-here.ts'
import type { CliProject } from '../support/run-cli.ts'

let site: LoopbackSite
let project: CliProject

beforeEach(async () => {
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  serve('/', '"1"', 'First text.')
  project = hereProject()
  crawl()
})
afterEach(async () => {
  project.remove()
  await site.close()
})

/** Answers 304 to a request that names the page's tag. */
function serve(place: string, etag: string, text: string): void {
  const body = `<title>Page</title><main><h1>Page</h1><p>${text} This page has enough words to be one.</p></main>`
  site.set(place, ({ headers }) =>
    headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : { headers: { etag }, body },
  )
}

function crawl(more = '', scrape = ''): void {
  project.write(
    'crawls/docs.yaml',
    `version: 2\n${more}\nrequest: { url: "${site.origin}/", limit: 5${scrape} }\n`,
  )
}

const apply = (...args: string[]) => project.run(['apply', '--yes', '--output', 'pages', ...args])
const asked = () =>
  site.requests.filter((request) => request.path === '/').map(({ headers }) => headers['if-none-match'])
const written = () => readFileSync(path.join(project.directory, 'pages/docs/index.md'), 'utf8')

it('a rerun asks the site about each page, and gets only changed pages again', async () => {
  await apply()
  const { stderr, status } = await apply('--rerun')
  expect([status, asked()]).toEqual([0, [undefined, '"1"']])
  expect(stderr).not.toContain('cache')
  serve('/', '"2"', 'Second text.')
  await apply('--rerun')
  expect(asked()).toEqual([undefined, '"1"', '"1"'])
  expect(written()).toContain('Second text.')
})

it('a crawl that is due fetches fresh pages, whatever its maxAge is', async () => {
  crawl('refresh: 1ms', ', scrapeOptions: { maxAge: 86400000 }')
  await apply()
  await apply()
  expect(asked()).toEqual([undefined, '"1"'])
})

it('a changed request uses cached pages that are younger than maxAge', async () => {
  await apply()
  crawl('', ', excludePaths: ["/never"]')
  const { stderr } = await apply()
  expect(stderr).toContain('docs: completed, 1 page, 1 from the cache')
  expect(asked()).toEqual([undefined])
  crawl('', ', excludePaths: ["/not"]')
  await apply('--rerun')
  expect(asked()).toEqual([undefined, '"1"'])
})

it('a rerun that was killed before it was sent is sent again as a rerun', async () => {
  await apply()
  await apply('--rerun')
  const directory = path.join(project.directory, '.crawlform/state')
  const file = path.join(directory, readdirSync(directory).find((name) => name.endsWith('.json')) ?? '')
  const state = JSON.parse(readFileSync(file, 'utf8'))
  const { job: _job, url: _url, result: _result, ...record } = state.records[0]
  expect(record).toMatchObject({ phase: 'submitted', fresh: true })
  const intent = { ...record, phase: 'submitting', attempt: '00000000-0000-4000-8000-000000000009' }
  writeFileSync(file, JSON.stringify({ ...state, records: [intent] }))
  await project.run(['state', 'reconcile'])
  await project.run(['wait'])
  expect(asked()).toEqual([undefined, '"1"', '"1"'])
})
