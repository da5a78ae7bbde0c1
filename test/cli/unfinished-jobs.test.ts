import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { remoteProject, type RemoteProject } from '../support/remote-project.ts'
import { takeFeed } from '../support/take-feed.ts'

const URL = 'https://example.com/'
const output = ['--output', 'pages', '--feed', 'feed.jsonl', '--env', 'remote']

let remote: RemoteProject

beforeEach(async () => {
  remote = await remoteProject({
    'crawls/docs.yaml': `version: 2\nrequest: { url: "${URL}", limit: 50 }\n`,
  })
})
afterEach(() => remote.close())

/** Runs the crawl again. Its job ends as told, with these pages. */
async function crawl(
  status: 'completed' | 'failed' | 'cancelled' | 'scraping',
  texts: Record<string, string>,
) {
  remote.service.pages = Object.entries(texts).map(([name, markdown]) => ({
    markdown,
    metadata: { url: URL + name, sourceURL: URL + name, statusCode: 200 },
  }))
  const { length } = remote.service.pages
  remote.service.onStart = () =>
    Object.assign(remote.service.jobs.at(-1) ?? {}, { status, completed: length, total: length })
  const hasEnded = ['completed', 'failed', 'cancelled'].includes(status)
  const timeout = hasEnded ? [] : ['--timeout', '1ms']
  return remote.project.run(['apply', '--yes', '--rerun', '--wait', ...timeout, ...output])
}

/** Takes the feed away. */
const feed = () => takeFeed(remote.project.directory).map(({ op, url }) => `${op} ${url.slice(URL.length)}`)
const changes = async () => (await remote.project.run(['changes', '--env', 'remote'])).stdout

it.each(['failed', 'cancelled', 'scraping'] as const)(
  'a %s job with some pages is never compared, published or delivered',
  async (status) => {
    await crawl('completed', { a: 'A', b: 'B' })
    expect(feed()).toEqual(['upsert a', 'upsert b'])
    const partial = await crawl(status, { a: 'Another' })
    expect([partial.status, feed()]).toEqual([5, []])
    const results = await remote.project.run(['results', ...output])
    expect([results.status, feed()]).toEqual([5, []])
    const end = {
      failed: 'failed',
      cancelled: 'was cancelled',
      scraping: 'had not ended when last checked; "crawlform wait --env remote docs" follows it',
    }[status]
    expect(results.stderr).toContain(
      `docs: the last job ${end}. Pages written before and the feed stay as they are.\n`,
    )
    const files = ['results', '--output', 'pages', '--env', 'remote']
    const kept = await remote.project.run(files)
    const forced = results.stderr.replace(
      'and the feed stay as they are.',
      'stay as they are; --force writes these anyway.',
    )
    expect([kept.status, kept.stderr]).toEqual([5, forced])
    expect(existsSync(path.join(remote.project.directory, 'pages/docs/b.md'))).toBe(true)
    expect((await remote.project.run([...files, '--force'])).status).toBe(0)
    expect(existsSync(path.join(remote.project.directory, 'pages/docs/b.md'))).toBe(false)
    expect(await changes()).toBe('docs: no earlier job is known, so changes are shown after the next one\n')
    await crawl('completed', { a: 'A', b: 'B', d: 'D' })
    expect(feed()).toEqual(['upsert d'])
    await crawl(status, { a: 'Another' })
    await crawl(status, { a: 'Another' })
    const shown = await remote.project.run(['changes', '--env', 'remote'])
    expect(shown.stderr).toContain(`docs: the last job ${end}. This is the one before:\n`)
    expect(shown.stdout).toContain('docs: 1 added, 2 unchanged\n')
    await crawl('completed', { a: 'A', b: 'Other', c: 'C' })
    expect(feed()).toEqual(['delete d', 'upsert b', 'upsert c'])
    expect(await changes()).toContain('docs: 1 added, 1 removed, 1 changed, 1 unchanged\n')
  },
)

it('pages of a completed job are judged even if its end is not recorded', async () => {
  remote.project.write(
    'crawls/docs.yaml',
    `version: 2\nrequest: { url: "${URL}" }\nexpect: { minPages: 2 }\n`,
  )
  await crawl('scraping', { a: 'A' })
  Object.assign(remote.service.jobs.at(-1) ?? {}, { status: 'completed' })
  const { status, stderr } = await remote.project.run(['results', '--output', 'pages', '--env', 'remote'])
  expect([status, stderr]).toEqual([
    5,
    expect.stringContaining('docs: held back: 1 page, at least 2 expected.'),
  ])
})

it('pages that the service refuses are reported as a problem of their crawl', async () => {
  // The job's status and its failed pages come.
  remote.service.answers.push(200, 200, 403, 403, 403)
  const { status, stdout, stderr } = await crawl('completed', { a: 'A' })
  expect([status, stderr]).toEqual([5, expect.stringMatching(/^ {4}pages of job .*planned 403/m)])
  expect(stdout).toContain('1 submitted. 1 crawl with problems.\n')
  // The feed asks once more.
  expect(feed()).toEqual(['upsert a'])
})

it('a job that the service no longer has is reported with the command that crawls again', async () => {
  await crawl('completed', { a: 'A' })
  remote.service.jobs.length = 0
  const again = /HTTP 404.*; services keep jobs .*"crawlform apply --env remote docs --rerun" crawls again/
  const asked = [
    ['results'],
    ['results', '--output', 'files'],
    ['results', ...output, '--feed-from', 'start'],
  ]
  for (const args of asked) {
    const { status, stderr } = await remote.project.run([...args, '--env', 'remote'])
    expect([args, status, stderr]).toEqual([args, 3, expect.stringMatching(again)])
  }
  // Nobody asked for the end of this one while the service had it.
  await crawl('scraping', { a: 'A' })
  remote.service.jobs.length = 0
  remote.project.write(
    '.crawlform/state/remote.json',
    readFileSync(path.join(remote.project.directory, '.crawlform/state/remote.json'), 'utf8').replaceAll(
      /"at": "[^"]*"/g,
      '"at": "2020-01-01T00:00:00.000Z"',
    ),
  )
  const waited = await remote.project.run(['wait', '--env', 'remote'])
  expect([waited.status, waited.stderr]).toEqual([5, expect.stringMatching(again)])
  const known = await remote.project.run(['status', '--env', 'remote'])
  expect([known.status, known.stdout]).toEqual([3, expect.stringMatching(again)])
  const compared = await remote.project.run(['changes', '--env', 'remote'])
  expect([compared.status, compared.stdout]).toEqual([3, expect.stringMatching(again)])
})

it('wait and results without a job print JSON, and name crawls without one', async () => {
  const none = async (...args: string[]) => {
    const { status, stdout, stderr } = await remote.project.run([
      ...args,
      '--format',
      'json',
      '--env',
      'remote',
    ])
    return { status, stderr, ...(JSON.parse(stdout) as object) }
  }
  expect(await none('wait')).toMatchObject({
    status: 0,
    stderr: 'Nothing to wait for: no job is recorded.\n',
    results: [],
  })
  expect(await none('results')).toMatchObject({
    status: 0,
    stderr: 'No results: no job is recorded.\n',
    crawls: [],
  })
  await crawl('completed', { a: 'A' })
  remote.project.write('crawls/new.yaml', `version: 2\nrequest: { url: "${URL}new", limit: 50 }\n`)
  expect((await none('wait', 'docs', 'new')).stderr).toContain('new: no job is recorded\n')
  expect((await none('results', 'docs', 'new')).stderr).toBe('new: no job is recorded\n')
})

it('a plan says that the last job had too few pages for the present expectations', async () => {
  const expecting = (pages: string) =>
    remote.project.write('crawls/docs.yaml', `version: 2\nrequest: { url: "${URL}", limit: 50 }\n${pages}`)
  const planned = async () => (await remote.project.run(['plan', '--summary', '--env', 'remote'])).stdout
  await crawl('completed', { a: 'A', b: 'B', c: 'C', d: 'D' })
  expect(await planned()).not.toContain('docs')
  expecting('expect: { minPages: 9 }\n')
  expect(await planned()).toContain(
    'unchanged: the last job brought 4 pages, at least 9 expected  up to 50 pages',
  )
  expecting('expect: { maxDrop: 50% }\n')
  await crawl('completed', { a: 'A', b: 'B' })
  expect(await planned()).not.toContain('docs')
  await crawl('completed', {})
  expect(await planned()).toContain('the last job was held back: no page: the service gives no reason  ')
  expecting('expect: { minPages: 0 }\n')
  expect(await planned()).toContain('the last job was held back: no page')
})

it('a job with an unknown status counts as running, and the status is named', async () => {
  await crawl('completed', { a: 'A' })
  // A newer service may have words of its own.
  const word = 'unknown status "queued": the job counts as running'
  expect((await crawl('queued' as 'scraping', { a: 'A', b: 'B' })).stderr).toContain(`docs: waits: ${word}`)
  expect((await remote.project.run(['status', '--env', 'remote'])).stdout).toContain(`    waits: ${word}`)
  const { stderr } = await remote.project.run(['results', '--env', 'remote'])
  expect(stderr).toContain(`the job is still running (2 of 2); ${word}`)
})

it.each(['docs/a.md', 'index.jsonl'])('a directory in place of %s is reported', async (name) => {
  await crawl('completed', { a: 'A' })
  const file = path.join(remote.project.directory, 'pages', name)
  rmSync(file)
  mkdirSync(file)
  const { status, stderr } = await crawl('completed', { a: 'B' })
  expect([status, stderr]).toEqual([3, expect.stringContaining(`crawlform: "${file}" is a directory.\n`)])
})

it('too few credits are explained', async () => {
  remote.service.faults.push('402')
  const { status, stderr } = await crawl('completed', { a: 'A' })
  expect(status).toBe(4)
  expect(stderr).toContain('Insufficient credits to perform this request.')
  expect(stderr).toContain('The service wants credits for the whole "limit" of a crawl before it starts')
})
