import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Trail } from '../../src/frontier/trail.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let site: LoopbackSite
let project: CliProject

const link = (to: string): string => `<a href="${to}">${to}</a>`

beforeEach(async () => {
  site = await startLoopbackSite({
    '/': `<title>Home</title><h1>Home</h1>${link('/good')}${link('/missing')}${link('/broken')}`,
    '/good': '<h1>Good</h1>',
    '/broken': { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Sorry</h1>' },
  })
  project = hereProject()
  declare()
})

afterEach(async () => {
  project.remove()
  await site.close()
})

function declare(expectation = ''): void {
  const request = `request: { url: "${site.url('/')}", limit: 9, scrapeOptions: { maxAge: 0 } }`
  project.write('crawls/docs.yaml', `version: 2\n${request}\n${expectation}\n`)
}

const apply = (...words: string[]) => project.run(['apply', '--yes', '--output', 'pages', ...words])

function written(): readonly string[] {
  const folder = path.join(project.directory, 'pages')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .toSorted()
}

const index = () => readFileSync(path.join(project.directory, 'pages/index.jsonl'), 'utf8')

describe('a page that is answered with 4xx or 5xx', () => {
  it('is a failed page: it is reported with its status, and not written', async () => {
    const { status, stderr } = await apply()
    expect(status).toBe(0)
    expect(stderr).toContain('docs: completed, 2 pages, 2 failed\n')
    expect(stderr).toContain(`    failed: ${site.url('/missing')}: HTTP 404\n`)
    expect(stderr).toContain(`    failed: ${site.url('/broken')}: HTTP 500\n`)
    expect(written()).toEqual(['docs/good.md', 'docs/index.md'])
    expect(index()).not.toContain('missing')
  })

  it('is listed by status, and counted by plan', async () => {
    await apply()
    const { stdout } = await project.run(['status'])
    expect(stdout).toContain('2 pages, 2 failed')
    expect(stdout).toContain(`    failed: ${site.url('/missing')}: HTTP 404\n`)
    const { crawls } = JSON.parse((await project.run(['status', '--format', 'json'])).stdout)
    expect(crawls[0]).toMatchObject({
      result: { completed: 2, failed: 2, summary: { errorPages: 2 } },
      failedPages: expect.arrayContaining([
        { url: site.url('/missing'), error: 'HTTP 404', status: 404, depth: 1, from: site.url('/') },
        { url: site.url('/broken'), error: 'HTTP 500', status: 500, depth: 1, from: site.url('/') },
      ]),
    })
    const plan = await project.run(['plan'])
    expect(plan.stdout).toContain('the last job has 2 failed pages')
    const list = await project.run(['state', 'list'])
    expect(list.stdout).toContain('2 pages, 2 failed')
  })

  it('is left out of results, printed or as files, with a note', async () => {
    await apply()
    const printed = await project.run(['results'])
    expect(printed.stdout.trimEnd().split('\n')).toHaveLength(2)
    expect(printed.stderr).toBe('docs: 2 failed pages left out: see crawlform status docs\n')
    const copied = await project.run(['results', '--output', 'pages'])
    expect([copied.status, copied.stdout]).toEqual([0, expect.stringContaining('docs: 2 pages written')])
    expect(written()).toEqual(['docs/good.md', 'docs/index.md'])
  })

  it('does not count for minPages, with or without files', async () => {
    declare('expect: { minPages: 3 }')
    const { status, stderr } = await project.run(['apply', '--yes'])
    expect([status, stderr]).toEqual([5, expect.stringContaining('2 pages, at least 3 expected')])
    expect((await apply('--rerun')).status).toBe(5)
    expect(written()).toEqual([])
  })

  it('is an ordinary page with errorPages: keep, also for a job that has ended', async () => {
    await project.run(['apply', '--yes'])
    declare('expect: { minPages: 4, errorPages: keep }')
    const { status, stderr } = await project.run(['wait'])
    expect([status, stderr]).toEqual([0, expect.stringContaining('docs: completed, 4 pages\n')])
    await project.run(['results', '--output', 'pages'])
    expect(written()).toEqual(['docs/broken.md', 'docs/good.md', 'docs/index.md', 'docs/missing.md'])
    declare('expect: { minPages: 4 }')
    expect((await project.run(['wait'])).status).toBe(5)
  })
})

describe('a start page that is answered with 4xx or 5xx', () => {
  const fail = () =>
    site.set('/', { status: 404, headers: { 'content-type': 'text/html' }, body: link('/good') })

  it('fails the crawl, and the files are kept', async () => {
    await apply()
    const [files, lines] = [written(), index()]
    fail()
    const { status, stderr } = await apply('--rerun')
    expect(status).toBe(5)
    expect(stderr).toContain(`    the start page failed: ${site.url('/')}: HTTP 404\n`)
    expect([written(), index()]).toEqual([files, lines])
    expect((await project.run(['wait'])).status).toBe(5)
    const { stdout } = await project.run(['plan'])
    expect(stdout).toMatch(/the last job was held back: the start page failed: \S+: HTTP 404;/)
  })

  it('is not written if it is the only page', async () => {
    await apply()
    site.set('/', { status: 410, headers: { 'content-type': 'text/html' }, body: 'gone' })
    const { status, stderr } = await apply('--rerun')
    expect([status, stderr]).toEqual([5, expect.stringContaining(`no page: ${site.url('/')}: HTTP 410`)])
    const results = await project.run(['results', '--output', 'pages'])
    expect(results.status).toBe(5)
    expect(results.stderr).toContain('HTTP 410. Pages written before stay as they are;')
    expect(written()).toEqual(['docs/good.md', 'docs/index.md'])
  })

  it('is an ordinary page with errorPages: keep', async () => {
    fail()
    declare('expect: { errorPages: keep }')
    expect((await apply()).status).toBe(0)
    expect(written()).toEqual(['docs/good.md', 'docs/index.md'])
  })
})

describe('a page that cannot be fetched', () => {
  it('is named once in its line', async () => {
    site.set('/good', { headers: { 'content-type': 'text/html' }, body: '' })
    const line = `${site.url('/good')}: it answered 200 with an empty body.\n`
    expect((await apply()).stderr).toContain(`    failed: ${line}`)
    expect((await project.run(['preview', 'docs'])).stdout).toContain(`failed  ${line}`)
  })
})

describe('an error page in explain and preview', () => {
  /** Returns the trail that the page of `preview` holds. */
  async function trailOf(): Promise<Trail> {
    const { stdout } = await project.run(['preview', 'docs', '--format', 'html'])
    const [, json = ''] = /<script type="application\/json" id="crawl">(.*?)<\/script>/s.exec(stdout) ?? []
    return JSON.parse(json).trail
  }
  const failuresOf = ({ urls, visits }: Trail) =>
    visits.flatMap(({ url, failure }) => (failure === undefined ? [] : [[urls[url], failure]]))

  it('counts as failed', async () => {
    const failures = failuresOf(await trailOf())
    expect(new Map(failures as [string, unknown][])).toEqual(
      new Map([
        [site.url('/missing'), { error: 'HTTP 404', status: 404 }],
        [site.url('/broken'), { error: 'HTTP 500', status: 500 }],
      ]),
    )
    const { stdout } = await project.run(['explain', 'docs', '/missing'])
    expect(stdout).toContain(
      '  Failed if the site answers 4xx or 5xx: crawlform status docs lists such pages.\n',
    )
  })

  it('counts as a page with errorPages: keep', async () => {
    declare('expect: { errorPages: keep }')
    expect(failuresOf(await trailOf())).toEqual([])
    expect((await project.run(['preview', 'docs'])).stdout).toContain('docs reaches 4 pages.\n')
    const { stdout } = await project.run(['explain', 'docs', '/missing'])
    expect(stdout).toContain('  Kept even if the site answers 4xx or 5xx: "expect.errorPages" is "keep".\n')
  })
})

describe('a start page that the patterns exclude', () => {
  const only = (pattern: string) =>
    project.write(
      'crawls/docs.yaml',
      `version: 2\nrequest: { url: "${site.url('/')}", includePaths: ['${pattern}'], scrapeOptions: { maxAge: 0 } }\n`,
    )

  it('is not a failure, because its links were followed', async () => {
    only('^/good$')
    const { status, stderr } = await apply()
    expect([status, stderr]).toEqual([0, expect.stringContaining('docs: completed, 1 page\n')])
    expect((await project.run(['status'])).stdout).not.toContain('fail')
    expect((await project.run(['plan'])).stdout).toContain('Nothing to submit: 1 unchanged.')
  })

  it('is named if there is no other page', async () => {
    only('^/nowhere$')
    const why = `no page: ${site.url('/')}: The patterns of the crawl keep its start URL out of the result.`
    expect(await apply()).toMatchObject({ status: 5, stderr: expect.stringContaining(why) })
  })
})

it('wait lists the failed pages of a job that had already ended, as apply did', async () => {
  const failures = (text: string) => text.split('\n').filter((line) => line.includes('failed: '))
  const { stderr } = await apply()
  const waited = await project.run(['wait'])
  expect([waited.status, failures(waited.stderr)]).toEqual([0, failures(stderr)])
  const { results } = JSON.parse((await project.run(['wait', '--format', 'json'])).stdout)
  expect(results[0].failedPages).toHaveLength(2)
})
