import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSubmittedRecord } from '../support/a-record.ts'
import type { FaultyJob } from '../support/faulty-crawl-service.ts'
import { remoteProject, type RemoteProject } from '../support/remote-project.ts'

const URL = 'https://example.com/'

let remote: RemoteProject

beforeEach(async () => {
  remote = await remoteProject()
})

afterEach(() => remote.close())

/** A crawl whose job has ended, as nobody has asked yet. */
function ended(job: Partial<FaultyJob>, expectation = '{ minPages: 1 }'): FaultyJob {
  const record = aSubmittedRecord({ request: { limit: 50 } })
  const whole = remote.recordJob(record, { status: 'completed', ...job })
  if (remote.service.pages.length === 0)
    remote.service.pages = Array.from({ length: whole.completed }, (_, index) => pageOf(`p${index}`))
  remote.project.write(
    'crawls/docs.yaml',
    `version: 2\nrequest: { url: "${URL}", limit: 50 }\nexpect: ${expectation}\n`,
  )
  return whole
}

function pageOf(name: string) {
  return { markdown: name, metadata: { url: URL + name, sourceURL: URL + name, statusCode: 200 } }
}

async function run(...words: string[]) {
  return at('-C', remote.project.directory, ...words, '--env', 'remote')
}

async function at(...words: string[]) {
  const { status, stdout, stderr } = await remote.project.run(words)
  return { status, out: stdout, err: stderr }
}

describe('a job that missed pages', () => {
  const errors = [
    { id: '1', url: `${URL}a`, error: 'It took\n too long.', code: 'SCRAPE_TIMEOUT' },
    { id: '2', url: `${URL}b`, error: 'No.' },
    { id: '3', url: `${URL}c`, error: 'No.' },
  ]
  const missed = { errors, robotsBlocked: [`${URL}private`], warning: 'Some pages were kept out.' }
  const lines = [
    `failed: ${URL}a: It took too long.`,
    `failed: ${URL}b: No.`,
    `failed: ${URL}c: No.`,
    `blocked by robots.txt: ${URL}private`,
    'warning: Some pages were kept out.',
  ]
  const told = lines.map((line) => `    ${line}\n`).join('')

  it('ends with each missed page, its reason, and the warning of the service', async () => {
    ended({ completed: 38, total: 38, ...missed })
    const { status, err } = await run('wait')
    expect([status, err]).toEqual([
      0,
      `docs: completed, 38 pages, 3 failed, 1 blocked by robots.txt\n${told}`,
    ])
  })

  it('has the same JSON in wait and in status', async () => {
    ended({ completed: 38, total: 38, ...missed })
    const expected = {
      result: { completed: 38, failed: 3, blocked: 1, warning: 'Some pages were kept out.' },
      failedPages: [
        { url: `${URL}a`, error: 'It took too long.', code: 'SCRAPE_TIMEOUT' },
        { url: `${URL}b`, error: 'No.' },
        { url: `${URL}c`, error: 'No.' },
      ],
      robotsBlocked: [`${URL}private`],
    }
    const { crawls } = JSON.parse((await run('status', '--format', 'json')).out)
    expect(crawls).toEqual([
      expect.objectContaining({ ...expected, result: expect.objectContaining(expected.result) }),
    ])
    const { results } = JSON.parse((await run('wait', '--format', 'json')).out)
    expect(results).toEqual([
      expect.objectContaining({ ...expected, result: expect.objectContaining(expected.result) }),
    ])
  })

  it('is listed by status, before and after its end is recorded, and offline by its counts', async () => {
    ended({ completed: 38, total: 38, ...missed })
    const row = /^docs  completed  38 pages, 3 failed, 1 blocked by robots\.txt  \S+  \S+\n/
    const before = await run('status')
    await run('wait')
    const after = await run('status')
    expect(before.out.replace(row, '')).toBe(told)
    expect(after.out.replace(row, '')).toBe(told)
    const offline = await run('status', '--offline')
    expect(offline.out.replace(row, '')).toBe('    warning: Some pages were kept out.\n')
    // The service has forgotten the job: what is recorded is still true.
    remote.service.jobs.length = 0
    const forgotten = await run('status')
    const unknown = '    warning: failed pages are not known: the service no longer lists them\n'
    expect(forgotten.out.replace(row, '')).toBe(`${unknown}    warning: Some pages were kept out.\n`)
    expect([forgotten.status, forgotten.err]).toEqual([0, ''])
  })

  it('names a few of very many pages, and the command that lists all', async () => {
    const many = Array.from({ length: 1200 }, (_, n) => ({ id: String(n), url: `${URL}${n}`, error: 'No.' }))
    ended({ completed: 1, total: 1, errors: many })
    const { err } = await run('wait')
    expect(err.split('\n')).toHaveLength(9)
    expect(err).toContain(
      'docs: held back, 1 page, 1200 failed\n    1200 of 1201 pages failed (more than were delivered)\n',
    )
    const command = `crawlform -C ${remote.project.directory} status --env remote docs --format json`
    expect(err).toContain(`    and 1195 more: see ${command}\n`)
  })

  it('is complete even if the service has no list of failed pages', async () => {
    ended({ completed: 1, total: 1 })
    remote.service.answers.push(200, 404)
    expect(await run('wait')).toMatchObject({ status: 0, err: 'docs: completed, 1 page\n' })
  })
})

describe('a job of a hosted service that delivers error pages', () => {
  const page = (path: string, statusCode: number, markdown = '# Page') => ({
    markdown,
    metadata: { url: URL + path, sourceURL: URL + path, statusCode, scrapeId: `scrape of ${path}` },
  })

  it('is judged by the status of its pages, and copies with a query are counted', async () => {
    remote.service.pages = [
      page('', 200, '# Start'),
      page('a', 200),
      page('a?utm_source=x', 200),
      page('b', 503),
    ]
    ended({ completed: 4, total: 4 }, '{ minPages: 4 }')
    const { status, err } = await run('wait', '--output', 'pages')
    expect(status).toBe(5)
    expect(err).toContain('docs: held back, 3 pages, 1 failed\n')
    expect(err).toContain(`    failed: ${URL}b: HTTP 503\n`)
    expect(err).toContain('1 page differs from another page only in its query')
    const { out } = await run('results')
    expect(out.trimEnd().split('\n')).toHaveLength(3)
  })

  it('removes no page if the list of failed pages cannot be read', async () => {
    remote.service.pages = [page('', 200, '# Start'), page('a', 200), page('b', 200)]
    ended({ completed: 3, total: 3 }, '{ minPages: 1 }')
    await run('wait')
    await run('apply', '--yes', '--rerun', '--no-wait')
    Object.assign(remote.service.jobs.at(-1)!, { status: 'completed', completed: 2, total: 2 })
    remote.service.pages.pop()
    remote.service.answers.push(200, 404)
    await run('wait')
    expect((await run('changes')).out).toContain('docs: 1 not reached, 2 unchanged\n')
  })

  it('fails if its start page is an error page', async () => {
    remote.service.pages = [page('', 404), page('a', 200)]
    ended({ completed: 2, total: 2 })
    const { status, err } = await run('wait')
    expect([status, err]).toEqual([5, expect.stringContaining(`the start page failed: ${URL}: HTTP 404`)])
  })
})

describe('a completed job without a page', () => {
  const dns = {
    id: '1',
    url: 'https://exmaple.com/',
    error: 'DNS resolution failed for hostname: exmaple.com.',
  }

  it.each([
    ['the page that failed', { errors: [dns] }, `https://exmaple.com/: ${dns.error}`],
    [
      'the first of several',
      { errors: [dns, dns, dns] },
      `https://exmaple.com/: ${dns.error}, and 2 other pages failed`,
    ],
    ['robots.txt', { robotsBlocked: [URL] }, `robots.txt blocks ${URL}`],
    ['a warning', { warning: 'Try a higher path.' }, 'Try a higher path.'],
    ['nobody', {}, 'the service gives no reason'],
  ])('is not a success, and says why: %s', async (_who, job, why) => {
    ended(job)
    const { status, err } = await run('wait')
    expect(status).toBe(5)
    expect(err).toMatch(/^docs: held back, 0 pages/)
    expect(err.split(why)).toHaveLength(2)
    expect(err).toContain(`    no page: ${why}\n`)
    // The recorded outcome answers the next question, also without the service.
    remote.service.jobs.length = 0
    expect((await run('wait')).err).toContain(`    no page: ${why}\n`)
    expect((await run('status', '--offline')).out).toContain(why)
  })

  it('is a success if the file expects no pages, but not if the host is unknown', async () => {
    const job = ended({ robotsBlocked: [URL] }, '{ minPages: 0 }')
    expect((await run('wait')).status).toBe(0)
    remote.service.jobs.length = 0
    ended({ ...job, robotsBlocked: [], errors: [dns] }, '{ minPages: 0 }')
    expect((await run('wait')).status).toBe(5)
  })

  it('has results that say why there are no pages', async () => {
    ended({ errors: [dns] })
    const why = `docs: no pages: https://exmaple.com/: ${dns.error}\n`
    expect(await run('results')).toEqual({ status: 0, out: '', err: why })
    expect(await run('results', '--format', 'json')).toMatchObject({ status: 0, err: why })
    const files = await run('results', '--output', 'pages')
    expect([files.status, files.err]).toEqual([
      5,
      expect.stringContaining('exmaple.com. Pages written before'),
    ])
  })
})

describe('a list of pages that is not complete', () => {
  const lack =
    'pages of job 00000000-0000-7000-8000-00000000000a: 3 pages completed, and the service delivered 2 different ones; 1 not delivered, these delivered more than once: https://example.com/0, https://example.com/1'

  beforeEach(() => {
    ended({ completed: 3, total: 3 })
    remote.service.ignoresSkip = true
    remote.service.partSize = 2
    remote.service.pages = ['0', '1', '2'].map(pageOf)
  })

  it('is an error of results, in text, JSON and files', async () => {
    const text = await run('results')
    expect(text).toEqual({
      status: 3,
      out: expect.stringMatching(/^(?:docs\b.*\n){2}$/),
      err: `docs: ${lack}\n`,
    })
    const { status, out } = await run('results', '--format', 'json')
    const { crawls } = JSON.parse(out)
    expect([status, crawls[0].pages.length, crawls[0].error]).toEqual([3, 2, lack])
    expect(await run('results', '--output', 'pages')).toEqual({ status: 3, out: '', err: `docs: ${lack}\n` })
  })

  it('is a problem of a job that wait follows', async () => {
    const { status, err } = await run('wait', '--output', 'pages')
    const told = `docs: completed, 3 pages\n    ${lack}; "crawlform `
    expect([status, err.slice(0, told.length)]).toEqual([5, told])
  })
})

it('pages from the cache are counted when they are read', async () => {
  ended({ completed: 2, total: 2 })
  remote.service.pages = ['hit', 'miss'].map((cacheState) => ({
    markdown: cacheState,
    metadata: { url: URL + cacheState, sourceURL: URL + cacheState, statusCode: 200, cacheState },
  }))
  const { err } = await run('wait', '--output', 'pages')
  expect(err).toMatch(/^docs: completed, 2 pages, 1 from the cache\ndocs: 2 pages written to /)
})

it('pages without text have no file and are not counted, and their warnings are shown', async () => {
  const warning = 'It needs a browser.'
  const names = ['e', 'd', 'c', 'b', 'a']
  ended({ completed: 5, total: 5 })
  remote.service.pages = names.map((name) => ({
    markdown: name === 'a' ? 'text' : '',
    ...(name === 'a' ? {} : { warning }),
    metadata: { url: URL + name, sourceURL: URL + name, statusCode: 200 },
  }))
  const said = [
    'docs: 1 page written to pages; 4 without text have no file',
    ...['b', 'c', 'd'].map((name) => `    warning: ${URL}${name}: ${warning}`),
    '    and 1 more page with a warning',
  ]
  const lines = (text: string) => text.replaceAll(`${remote.project.directory}/`, '').trimEnd().split('\n')
  const waited = await run('wait', '--output', 'pages')
  expect([waited.status, lines(waited.err)]).toEqual([0, ['docs: completed, 5 pages', ...said]])
  const read = await run('results', '--output', 'pages')
  expect([read.status, lines(read.out)]).toEqual([0, said])
})

it('pages without Markdown are explained by the formats, unless they are broken', async () => {
  ended({ completed: 3, total: 3 })
  const metadata = (name: string) => ({ url: URL + name, sourceURL: URL + name, statusCode: 200 })
  remote.service.pages = [
    { html: '<p>a</p>', metadata: metadata('a') },
    { markdown: 5, metadata: metadata('b') } as never,
    { metadata: metadata('c') },
  ]
  const { out } = await run('results', '--output', 'pages')
  expect(out.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(
      /; 1 page came without Markdown: "scrapeOptions.formats" does not ask for it; 2 without text have no file$/,
    ),
    `    warning: ${URL}b: The service sent no usable markdown.`,
  ])
})

it('pages of a held-back job replace no earlier pages until they are forced', async () => {
  const written = () =>
    readdirSync(`${remote.project.directory}/pages`, { recursive: true, encoding: 'utf8' }).toSorted((a, b) =>
      a < b ? -1 : 1,
    )
  ended({ completed: 2, total: 2 }, '{ minPages: 2 }')
  remote.service.pages = [pageOf('a'), pageOf('b')]
  expect((await run('wait', '--output', 'pages')).status).toBe(0)
  remote.service.jobs.length = 0
  ended({ completed: 1, total: 1 }, '{ minPages: 2 }')
  remote.service.pages = [pageOf('login')]
  const { status, err } = await run('wait', '--output', 'pages', '--links', 'relative')
  expect(status).toBe(5)
  const { directory } = remote.project
  const command = `-C ${directory} results docs --env remote --output ${directory}/pages --links relative --force`
  expect(err).toContain(
    `    1 page, at least 2 expected\n    held back, so its pages were not written; "crawlform ${command}" writes them anyway\n`,
  )
  expect(written()).toEqual(['docs', 'docs/a.md', 'docs/b.md', 'index.jsonl'])
  expect((await at(...command.split(' '))).status).toBe(0)
  expect(written()).toEqual(['docs', 'docs/login.md', 'index.jsonl'])
})

describe('results of a job that has not completed', () => {
  const written = () =>
    readdirSync(`${remote.project.directory}/pages`, { recursive: true, encoding: 'utf8' }).toSorted((a, b) =>
      a < b ? -1 : 1,
    )

  it.each([
    ['failed', 5, 'failed'],
    ['cancelled', 5, 'was cancelled'],
    ['scraping', 0, 'is still running'],
  ] as const)('replace no earlier pages if the job is %s and has none', async (status, exit, words) => {
    ended({ completed: 1, total: 1 })
    remote.service.pages = [pageOf('a')]
    expect((await run('results', '--output', 'pages')).status).toBe(0)
    remote.service.jobs.length = 0
    remote.service.pages = []
    ended({ status, completed: 0, total: 1 })
    const { status: code, out, err } = await run('results', '--output', 'pages')
    expect([code, out]).toEqual([exit, ''])
    expect(err).toMatch(new RegExp(`^docs: no pages; the job ${words}`))
    expect(err).toContain('docs: nothing was written; pages of earlier jobs were kept\n')
    expect(written()).toEqual(['docs', 'docs/a.md', 'index.jsonl'])
  })

  it.each([
    ['failed', 'docs: 1 page, not all; the job failed\n'],
    ['scraping', 'docs: 1 page so far; the job is still running (1 of 5)\n'],
  ] as const)('carry a note if the job is %s and has some', async (status, told) => {
    ended({ status, completed: 1, total: 5 })
    remote.service.pages = [pageOf('a')]
    expect(await run('results')).toMatchObject({ status: 0, err: told })
    const files = await run('results', '--output', 'pages')
    expect([files.status, files.err]).toEqual([0, told])
    expect(files.out).toMatch(/^docs: 1 page written to /)
  })

  it('are judged once for both the files and the feed', async () => {
    ended({ completed: 1, total: 1 })
    remote.service.pages = [pageOf('a')]
    await run('wait')
    const asked = () => remote.service.requests.filter(({ path }) => path.endsWith('/errors')).length
    const before = asked()
    const fed = await run('results', '--output', 'pages', '--feed', 'feed.jsonl')
    expect([fed.status, fed.out]).toEqual([0, expect.stringContaining('1 upsert, 0 deletes')])
    expect(asked() - before).toBe(1)
  })
})

describe('--rerun', () => {
  const note = "pages younger than 2d may come from the service's cache; set maxAge: 0 for fresh ones"

  it('warns before anything is sent that pages may come from the cache', async () => {
    ended({ completed: 2, total: 2 })
    expect((await run('plan')).out).not.toContain(note)
    expect((await run('plan', '--rerun')).out).toContain(`scrapeOptions.maxAge: ${note}`)
    expect((await run('apply', '--rerun')).err).toContain(note)
  })

  it('does not warn about the cache if maxAge is 0', async () => {
    ended({ completed: 2, total: 2 })
    const { out } = await run('plan', '--rerun', '--set', 'docs.request.scrapeOptions.maxAge=0')
    expect(out).not.toContain('may come from')
  })
})
