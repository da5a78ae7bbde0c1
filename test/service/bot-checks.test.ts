import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite, type SiteAnswer } from '../support/loopback-site.ts'
import { page } from './support/pages.ts'
import { paths, startTestService, type TestService } from './support/service.ts'

let service: TestService
let web: LoopbackSite

beforeEach(async () => {
  service = await startTestService()
  web = await startLoopbackSite()
})

afterEach(async () => {
  await service.dispose()
  await web.close()
})

const moment =
  '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title><meta http-equiv="refresh" content="390"></head><body><noscript>Enable JavaScript and cookies to continue</noscript></body></html>'
const verify = '<html><body><script>xhr.open("POST", "/_sec/verify?provider=interstitial", false)</script>'
const denied =
  '<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n<P>\nReference&#32;&#35;18&#46;2d351ab8\n</BODY></HTML>'
const incapsula =
  '<html style="height:100%"><body><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=31&xinfo=1">Request unsuccessful. Incapsula incident ID: 1-2</iframe></body></html>'
const waf =
  '<html><head><script src="https://x.token.awswaf.com/challenge.js"></script></head><body></body></html>'

const SAMPLES: readonly (readonly [string, SiteAnswer])[] = [
  ['Cloudflare', { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: moment }],
  ['Cloudflare', { status: 503, body: moment }],
  ['Cloudflare', { status: 403, body: '<title>Attention Required! | Cloudflare</title>You are blocked' }],
  [
    'DataDome',
    { status: 403, body: '<script src="https://ct.captcha-delivery.com/c.js"></script>Enable JS' },
  ],
  ['Akamai', { body: '<meta http-equiv="refresh" content="5; URL=/?bm-verify=AAQA"><script></script>' }],
  ['Akamai', { status: 428, body: verify }],
  ['Akamai', { status: 403, body: denied }],
  ['Imperva', incapsula],
  ['AWS WAF', { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } }],
  ['AWS WAF', { status: 405, headers: { 'x-amzn-waf-action': 'captcha' }, body: waf }],
  ['Vercel', { status: 429, headers: { 'x-vercel-mitigated': 'challenge' }, body: 'Verifying' }],
  ['HUMAN', { status: 403, body: '<div id="px-captcha"></div>' }],
  [
    'SiteGround',
    { status: 202, body: '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=1">' },
  ],
  ['Anubis', '<script id="anubis_challenge" type="application/json">{}</script><h1>Not a bot?</h1>'],
  ['DDoS-Guard', { status: 403, body: '<title>DDoS-Guard</title>Checking your browser' }],
  ['Sucuri', { status: 403, headers: { 'x-sucuri-block': '1' }, body: 'Access denied' }],
]

describe.each(SAMPLES)('a bot check of %s', (name, answer) => {
  it('is no page, and says so once', async () => {
    web.set('/docs', answer)
    const id = await service.start({ url: web.url('/docs'), sitemap: 'skip' })
    const error = `"${web.url('/docs')}" shows a bot check (${name}) instead of a page. Ask the site to admit this crawler, or use a service that passes such checks.`
    const ended = await service.finished(id)
    expect(ended).toMatchObject({ status: 'failed', error, data: [] })
    expect(ended).not.toHaveProperty('warning')
    expect((await service.errors(id)).errors).toMatchObject([{ code: 'SCRAPE_SITE_ERROR', error }])
    expect(web.count('/docs')).toBe(1)
  })
})

it('pages about bot checks, and pages of sites that have one, are pages', async () => {
  const words = 'Just a moment..., cf-mitigated: challenge, Incapsula incident ID, Reference #18, px-captcha'
  web.set('/', {
    headers: { 'x-datadome': 'protected', 'x-cdn': 'Imperva', 'cf-ray': '1', server: 'AkamaiGHost' },
    body: page(words, ['/_Incapsula_Resource?SWJIYLWA=1', '/.well-known/sgcaptcha/']).replace(
      '</head>',
      '<script src="/_Incapsula_Resource?SWJIYLWA=1"></script><script src="/cdn-cgi/challenge-platform/x.js"></script></head>',
    ),
  })
  expect(paths(await service.crawl({ url: web.url('/'), sitemap: 'skip', limit: 1 }))).toEqual(['/'])
})

it('a page of signs that begin and do not end is read in linear time', async () => {
  web.set('/', { body: `<p>x${'url=?bm-verify url="<iframe '.repeat(50_000)}` })
  expect((await service.crawl({ url: web.url('/'), sitemap: 'skip' })).completed).toBe(1)
})
