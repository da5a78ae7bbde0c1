// The service's pages over HTTP, as browsers and others ask for them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { startGatedSite } from '../support/gated-site.ts'
import { page, site } from '../support/pages.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { ask } from './ask.ts'
import { manyJobs } from './many-jobs.ts'

const KEY = 'of-your-own'
let web: LoopbackSite
let service: TestService

beforeEach(async () => {
  web = await startLoopbackSite(site({ '/': ['/a', '/gone'], '/a': [] }))
  service = await startTestService({ apiKey: KEY })
})

afterEach(async () => {
  await service.dispose()
  await web.close()
})

/** Signs in with the key and returns the cookie. */
async function signIn(at = service.url): Promise<string> {
  const { status, headers } = await ask(`${at}/sign-in`, { form: { key: KEY, next: '/' } })
  expect(status).toBe(303)
  return (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
}

describe('signing in', () => {
  it('is required for all pages and actions', async () => {
    const id = await service.start({ url: web.url('/') })
    await service.finished(id)
    for (const path of [
      '/',
      `/jobs/${id}`,
      `/jobs/${id}/pages/0`,
      `/jobs/${id}/pages/0/markdown`,
      '/jobs/x',
      '/open/x',
    ]) {
      const { status, text } = await ask(service.url + path)
      expect({ path, status }).toEqual({ path, status: 401 })
      expect(text).toContain('Service key')
      expect(text).not.toContain(web.origin)
    }
    const cancel = await ask(`${service.url}/jobs/${id}/cancel`, { form: {} })
    expect(cancel.status).toBe(401)
  })

  it('sets a cookie for a week that no script and no other site can use', async () => {
    const { headers } = await ask(`${service.url}/sign-in`, { form: { key: ` ${KEY} `, next: '/' } })
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^crawlform_[\da-f]{12}=\d+\.[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ])
    const encrypted = await ask(`${service.url}/sign-in`, {
      form: { key: KEY },
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(encrypted.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
  })

  it('redirects to the requested page, and nowhere else', async () => {
    const job = '/jobs/8d375a8d-332b-4bad-bbb9-1ff86c5e9d1c'
    const asked = [
      job,
      `${job}?pages=2&failed=3`,
      `${job}/pages/7`,
      '//evil.example',
      'https://evil.example/',
      '/\\evil.example',
      '/sign-out',
    ]
    const led = await Promise.all(
      asked.map(
        async (next) => (await ask(`${service.url}/sign-in`, { form: { key: KEY, next } })).headers.location,
      ),
    )
    expect(led).toEqual([...asked.slice(0, 3), '/', '/', '/', '/'])
  })

  it('refuses a wrong key, and a cookie that is forged, old or for another key', async () => {
    const wrong = await ask(`${service.url}/sign-in`, { form: { key: `${KEY}x` } })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('Wrong key.')
    expect(wrong.headers['set-cookie']).toBeUndefined()
    const cookie = await signIn()
    expect((await ask(service.url, { headers: { cookie } })).status).toBe(200)
    const forged = [
      cookie.replace(/=\d+/, '=99999999999999'),
      cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      `${cookie}.x`,
      cookie.replace(/=.*/, '='),
      cookie.replace(/\..*/, ''),
    ]
    for (const one of forged) expect((await ask(service.url, { headers: { cookie: one } })).status).toBe(401)
    const other = await startTestService({ apiKey: 'another' })
    expect((await ask(other.url, { headers: { cookie } })).status).toBe(401)
    await other.dispose()
  })

  it('expires after a week', async () => {
    const clock = new FakeClock()
    const timed = await startTestService({ apiKey: KEY, clock })
    const cookie = await signIn(timed.url)
    clock.advance(7 * 86_400_000 - 1000)
    expect((await ask(timed.url, { headers: { cookie } })).status).toBe(200)
    clock.advance(2000)
    expect((await ask(timed.url, { headers: { cookie } })).status).toBe(401)
    await timed.dispose()
  })

  it('survives a restart with the same key, and accepts the key as a bearer token', async () => {
    const cookie = await signIn()
    const again = await startTestService({ apiKey: KEY })
    expect((await ask(again.url, { headers: { cookie } })).status).toBe(200)
    expect((await ask(again.url, { headers: { authorization: `Bearer ${KEY}` } })).status).toBe(200)
    expect((await ask(again.url, { headers: { authorization: 'Bearer x' } })).status).toBe(401)
    await again.dispose()
  })

  it('works by a link once, within ten minutes', async () => {
    const clock = new FakeClock()
    const timed = await startTestService({ apiKey: KEY, clock })
    const link = await timed.signInLink()
    const first = await ask(link)
    expect(first).toMatchObject({ status: 303, headers: { location: '/' } })
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    expect((await ask(timed.url, { headers: { cookie } })).status).toBe(200)
    const second = await ask(link)
    expect(second.status).toBe(401)
    expect(second.text).toContain('This link was already used or has expired.')
    const late = await timed.signInLink()
    clock.advance(10 * 60_000 + 1)
    expect((await ask(late)).status).toBe(401)
    await timed.dispose()
  })

  it('is undone by signing out', async () => {
    const { status, headers } = await ask(`${service.url}/sign-out`, { form: {} })
    expect(status).toBe(303)
    expect(headers['set-cookie']?.[0]).toMatch(/^crawlform_[\da-f]{12}=; Max-Age=0; Path=\/; /)
  })

  it('refuses a form that is too large', async () => {
    expect((await ask(`${service.url}/sign-in`, { form: { key: 'x'.repeat(9000) } })).status).toBe(413)
  })
})

describe('other sites', () => {
  it('cannot sign in, sign out or cancel, as forms must come from the service', async () => {
    const gated = await startGatedSite(1)
    const id = await service.start({ url: gated.url('/') })
    const cookie = await signIn()
    const { host } = new URL(service.url)
    const origins = [
      'https://evil.example',
      'null',
      '',
      `http://${host}.evil.example`,
      web.origin,
      'http://localhost',
    ]
    for (const origin of origins) {
      for (const path of [`/jobs/${id}/cancel`, '/sign-in', '/sign-out']) {
        const { status } = await ask(service.url + path, { form: { key: KEY }, headers: { cookie, origin } })
        expect({ origin, path, status }).toEqual({ origin, path, status: 403 })
      }
    }
    expect((await service.status(id)).status).toBe('scraping')
    gated.open()
    await gated.close()
  })

  it('get no answer for their host name from a service without a key', async () => {
    const open = await startTestService()
    const { port } = new URL(open.url)
    for (const host of [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`]) {
      const { status, text } = await ask(open.url, { headers: { host, origin: `http://${host}` } })
      expect(status).toBe(403)
      expect(text).not.toContain('No jobs yet')
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect((await ask(open.url, { headers: { host } })).status).toBe(200)
    }
    expect(await open.signInLink()).toBe(`${open.url}/`)
    await open.dispose()
  })

  it('cannot embed, store or read the pages', async () => {
    const { headers } = await ask(service.url)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^ ;]+'; style-src 'sha256-[^ ;]+'; /)
    for (const part of [
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })
})

describe('the pages of the service', () => {
  const get = async (path: string): Promise<{ status: number; text: string }> =>
    ask(service.url + path, { headers: { authorization: `Bearer ${KEY}` } })

  it('do not change the answer for programs', async () => {
    expect(await service.request('/')).toEqual({ status: 200, body: { message: 'crawlform crawl service' } })
  })

  it('answer an unknown address with an error page', async () => {
    const id = await service.start({ url: web.url('/') })
    await service.finished(id)
    const paths = [
      '/jobs/x',
      '/jobs/8d375a8d-332b-4bad-bbb9-1ff86c5e9d1c',
      `/jobs/${id}/pages/9`,
      `/jobs/${id}/pages/-1`,
      '/jobs/',
    ]
    const answers = await Promise.all(paths.map(get))
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 404, 404, 404])
    for (const { text } of answers) expect(text).toContain('All jobs')
  })

  it('show 1,000 jobs and 10,000 pages in parts', async () => {
    await service.close()
    const big = manyJobs(service.dataDirectory, {
      jobs: 1000,
      pages: 10_000,
      failures: 250,
      site: web.origin,
    })
    service = await startTestService({ apiKey: KEY, dataDirectory: service.dataDirectory })
    const first = await get('/')
    expect(first.text).toContain('1,000 jobs: 0 running, 0 waiting, 1,000 ended.')
    expect(first.text.match(/<li>/g)).toHaveLength(50)
    expect(first.text).toContain('Part 1 of 20')
    const seen = new Set<string>()
    for (let part = 1; part <= 20; part++) {
      const { text } = await get(`/?part=${part}`)
      for (const [, id = ''] of text.matchAll(/href="\/jobs\/([\da-f-]{36})"/g)) seen.add(id)
    }
    expect(seen.size).toBe(1000)
    expect((await get('/?part=21')).text).toContain('There are only 20 parts.')
    const { text } = await get(`/jobs/${big}?pages=100&failed=3`)
    expect(text).toContain('Part 100 of 100')
    expect(text).toContain(`${web.origin}/p9999<`)
    expect(text).toContain('Part 3 of 3')
    expect(text).toContain(`${web.origin}/f249<`)
    expect(text.length).toBeLessThan(60_000)
    expect((await get(`/jobs/${big}?pages=101`)).text).toContain('This part is empty.')
    expect((await get(`/jobs/${big}?pages=x&failed=-1`)).text).toContain('Part 1 of 100')
  })

  it('show that a job has failed or was cancelled', async () => {
    await service.crawl({ url: 'http://127.0.0.1:1/', sitemap: 'skip' })
    expect((await get('/')).text).toMatch(/failed<\/span>|class="badge failed"/)
    const gated = await startGatedSite(1)
    const id = await service.start({ url: gated.url('/') })
    await service.request(`/v2/crawl/${id}`, { method: 'DELETE' })
    expect((await get(`/jobs/${id}`)).text).toContain('class="badge cancelled"')
    await gated.close()
  })

  it('show waiting jobs, and cancel them', async () => {
    const gated = await startGatedSite(1)
    const narrow = await startTestService({ limits: { runningJobs: 1 } })
    const ids = [await narrow.start({ url: gated.url('/') }), await narrow.start({ url: web.url('/') })]
    await until(() => gated.waiting.length > 0)
    const { text } = await ask(narrow.url)
    expect(text).toContain('2 jobs: 1 running, 1 waiting, 0 ended.')
    const cancel = await ask(`${narrow.url}/jobs/${ids[1]}/cancel`, { form: {} })
    expect(cancel).toMatchObject({ status: 303, headers: { location: `/jobs/${ids[1]}` } })
    expect((await narrow.status(ids[1] ?? '')).status).toBe('cancelled')
    expect((await ask(`${narrow.url}/jobs/${ids[1]}/cancel`, { form: {} })).text).toContain(
      'The job is already cancelled.',
    )
    gated.open()
    await narrow.dispose()
    await gated.close()
  })

  it('show Markdown as text that a browser does not run', async () => {
    web.set(
      '/',
      page('One', []).replace(
        '</main>',
        '<pre><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></pre></main>',
      ),
    )
    const id = await service.start({ url: web.url('/'), limit: 1 })
    await service.finished(id)
    const file = await ask(`${service.url}/jobs/${id}/pages/0/markdown`, {
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(file.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
    expect(file.text).toContain('<script>alert(1)</script>')
    const shown = await get(`/jobs/${id}/pages/0`)
    expect(shown.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(shown.text).not.toContain('<script>alert')
  })
})
