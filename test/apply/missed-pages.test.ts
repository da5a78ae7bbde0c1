import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addMissedPages } from '../../src/apply/job-result.ts'
import type { JobResult } from '../../src/state/state.ts'
import { aResult } from '../support/a-record.ts'
import { ApplyStand } from '../support/apply-stand.ts'
import type { FaultyJob } from '../support/faulty-crawl-service.ts'

const JOB = '00000000-0000-7000-8000-00000000000a'
let stand: ApplyStand

beforeEach(async () => {
  stand = await ApplyStand.open()
})
afterEach(() => stand.close())

const settings = { startUrl: 'https://start.example/', expect: undefined, before: undefined }

function ask(result: JobResult, missed: Pick<FaultyJob, 'errors' | 'robotsBlocked'>, pages = 0) {
  const facts = {
    attempt: '',
    body: {},
    createdAt: '2026-11-21T00:00:00.000Z',
    completed: pages,
    total: pages,
  }
  stand.service.jobs.push({ ...facts, id: JOB, status: 'completed', ...missed })
  return addMissedPages(result, JOB, { client: stand.client(), ...settings })
}

const failed = (url: string, more: object = {}) => ({ id: url, url, error: 'HTTP\n 500', ...more })

describe('the pages that a job missed', () => {
  it('are listed, and counted in its result', async () => {
    const errors = [failed('https://a.example/', { code: 'SCRAPE_TIMEOUT' }), failed('https://b.example/')]
    const robotsBlocked = ['https://c.example/']
    expect(await ask(aResult('completed', 3), { errors, robotsBlocked })).toStrictEqual({
      result: { ...aResult('completed', 3), failed: 2, blocked: 1, summary: { errorPages: 0 } },
      failedPages: [
        { url: 'https://a.example/', error: 'HTTP 500', code: 'SCRAPE_TIMEOUT' },
        { url: 'https://b.example/', error: 'HTTP 500' },
      ],
      robotsBlocked,
    })
  })

  it('are all counted, and at most a thousand of each kind are listed', async () => {
    const urls = Array.from({ length: 1001 }, (_, index) => `https://a.example/${index}`)
    const errors = urls.map((url) => failed(url))
    const { result, failedPages, robotsBlocked } = await ask(aResult('completed', 3), {
      errors,
      robotsBlocked: urls,
    })
    expect(result).toMatchObject({ failed: 1001, blocked: 1001 })
    expect([failedPages?.length, robotsBlocked?.length]).toEqual([1000, 1000])
    expect(robotsBlocked?.at(-1)).toBe('https://a.example/999')
  })

  it('are left out if the service has no list of them', async () => {
    stand.service.answers.push(404)
    expect(await ask(aResult('completed', 0), {})).toEqual({ result: aResult('completed', 0) })
  })

  it('are unknown if the service fails to list them, and the reason is given', async () => {
    stand.service.answers.push(418)
    expect(await ask(aResult('completed', 0), {})).toEqual({
      result: aResult('completed', 0),
      unlisted: `errors of job ${JOB}: HTTP 418: planned 418`,
    })
  })

  it('are unknown if the service does not deliver all pages', async () => {
    stand.service.ignoresSkip = true
    const { result, unlisted } = await ask(aResult('completed', 2), {}, 2)
    expect(unlisted).toContain('2 pages completed, and the service delivered 0 different ones')
    expect(result).not.toHaveProperty('failed')
  })

  it('do not hide an internal error', async () => {
    const reason = new Error('why')
    const client = Object.assign(stand.client(), { errors: () => Promise.reject(reason) })
    await expect(addMissedPages(aResult('completed'), JOB, { client, ...settings })).rejects.toBe(reason)
  })
})

describe('a sitemap without URLs', () => {
  const map = { url: 'https://a.example/map.xml', statusCode: 200, urls: 57 }
  const child = { url: 'https://a.example/child.xml', statusCode: 200, urls: 57 }
  const index = { url: 'https://a.example/map.xml', statusCode: 200, urls: 0 }
  const other = { url: 'https://a.example/other.xml', statusCode: 200, urls: 3 }
  const lost = 'so these URLs of the job before are missing'
  const none = 'no sitemap lists any URLs, so these of the job before are missing'
  const missing = { ...index, statusCode: 404 }
  it.each([
    ['it listed URLs before', [map], [index], [{ ...map, error: `it lists no URLs, ${lost}` }]],
    ['it is gone', [map], [missing], [{ ...missing, urls: 57, error: `it answered 404, ${lost}` }]],
    ['it fails', [map], [{ ...index, error: 'x' }], [{ ...map, error: `x, ${lost}` }]],
    ['it never listed URLs', [index], [missing], [missing]],
    [
      'another sitemap lists URLs',
      [other, map],
      [other, index],
      [{ ...map, error: `it lists no URLs, ${lost}` }, other],
    ],
    ['its children are gone', [index, child], [index], [{ url: child.url, urls: 57, error: none }, index]],
    ['it belongs to another site', [map], [{ ...index, url: 'https://b.example/map.xml' }], undefined],
    ['it lists URLs again', [{ ...map, error: 'x' }], [{ ...map, urls: 1 }], undefined],
  ])('has the right error and number: %s', async (_which, before, sitemaps, recorded) => {
    const client = Object.assign(stand.client(), {
      errors: () => Promise.resolve({ errors: [], robotsBlocked: [], sitemaps }),
    })
    const options = { ...settings, client, before: { ...aResult('completed'), sitemaps: before } }
    const { result } = await addMissedPages(aResult('completed'), JOB, options)
    expect(result.sitemaps).toEqual(recorded ?? sitemaps)
    // The next job knows the number too.
    const again = await addMissedPages(aResult('completed'), JOB, { ...options, before: result })
    expect(again.result.sitemaps).toEqual(result.sitemaps)
  })
})

describe('a completed job without a page', () => {
  const one = [failed('https://a.example/')]
  const blocked = ['https://c.example/']
  it.each([
    ['one page failed', { errors: one }, {}, 'https://a.example/: HTTP 500'],
    [
      'several pages failed',
      { errors: [...one, ...one], robotsBlocked: blocked },
      {},
      'https://a.example/: HTTP 500, and 1 other page failed',
    ],
    ['robots.txt blocks the page', { robotsBlocked: blocked }, {}, 'robots.txt blocks https://c.example/'],
    ['the service warned', {}, { warning: 'the domain is parked' }, 'the domain is parked'],
    ['no reason is known', {}, {}, 'the service gives no reason'],
    ['the job has an error', { errors: one }, { error: 'no such host' }, 'no such host'],
  ])('has the reason as its error: %s', async (_what, missed, more, error) => {
    const { result } = await ask({ ...aResult('completed', 0), ...more }, missed)
    expect(result.error).toBe(error)
  })

  it.each([aResult('completed', 1), aResult('failed', 0)])('is not the same as %j', async (result) => {
    expect((await ask(result, { errors: one })).result).toMatchObject({ ...result, failed: 1, blocked: 0 })
  })
})
