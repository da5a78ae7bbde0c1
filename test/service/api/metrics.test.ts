import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { site } from '../support/pages.ts'
import { startTestService, type TestService } from '../support/service.ts'

const KEY = 'of-your-own'
let web: LoopbackSite
let service: TestService

beforeEach(async () => {
  web = await startLoopbackSite(
    site({ '/': ['/a', '/broken'], '/a': [] }, { '/broken': (_, response) => void response.destroy() }),
  )
})

afterEach(async () => {
  await service.dispose()
  await web.close()
})

async function metrics(key = KEY): Promise<Response> {
  return fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${key}` } })
}

/** Reads samples by name and labels. */
function samplesOf(text: string): Map<string, number> {
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    rows.map((row) => [row.slice(0, row.lastIndexOf(' ')), Number(row.slice(row.lastIndexOf(' ') + 1))]),
  )
}

describe('/metrics', () => {
  it('is absent unless it is enabled', async () => {
    service = await startTestService({ apiKey: KEY })
    expect((await metrics()).status).toBe(404)
  })

  it('requires the key of the API', async () => {
    service = await startTestService({ apiKey: KEY, metrics: true })
    expect((await fetch(`${service.url}/metrics`)).status).toBe(401)
    expect((await metrics('x')).status).toBe(401)
    const { status, headers } = await metrics()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  })

  it('counts jobs and pages', async () => {
    service = await startTestService({ apiKey: KEY, metrics: true, limits: { attempts: 1 } })
    const before = samplesOf(await (await metrics()).text())
    expect(before.get('crawlform_jobs_started_total')).toBe(0)
    expect(before.get('crawlform_jobs_ended_total{status="failed"}')).toBe(0)
    await service.crawl({ url: web.url('/'), sitemap: 'skip' })
    const after = samplesOf(await (await metrics()).text())
    expect(Object.fromEntries(after)).toMatchObject({
      'crawlform_jobs{state="running"}': 0,
      'crawlform_jobs{state="waiting"}': 0,
      crawlform_jobs_started_total: 1,
      'crawlform_jobs_ended_total{status="completed"}': 1,
      crawlform_pages_total: 2,
      'crawlform_pages_failed_total{code="SCRAPE_SITE_ERROR"}': 1,
      crawlform_pages_in_flight: 0,
      crawlform_faults_total: 0,
    })
    expect(after.get('crawlform_last_page_timestamp_seconds')).toBeCloseTo(Date.now() / 1000, -3)
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  })

  it('follows the text format and its naming conventions', async () => {
    service = await startTestService({ apiKey: KEY, metrics: true, limits: { attempts: 1 } })
    await service.crawl({ url: web.url('/'), sitemap: 'skip' })
    const text = await (await metrics()).text()
    expect(text).toMatch(/\n$/)
    // A family: its help, its type, then its samples and no others.
    const families = text.split(/(?=^# HELP )/m)
    expect(families.length).toBeGreaterThan(10)
    for (const family of families) {
      const [help = '', type = '', ...rows] = family.trimEnd().split('\n')
      const [, , name = ''] = help.split(' ')
      expect(name).toMatch(/^(?:crawlform|process)_[a-z]+(?:_[a-z]+)*$/)
      expect(help.length).toBeGreaterThan(`# HELP ${name} `.length)
      expect(type).toBe(`# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`)
      expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|mb|percent)(?:_|$)/)
      for (const row of rows)
        expect(row).toMatch(new RegExp(`^${name}(?:\\{[a-z]+="[^"\\\\\\n]*"\\})? [\\d.e+]+$`))
    }
    expect(text).not.toContain(web.origin)
  })
})
