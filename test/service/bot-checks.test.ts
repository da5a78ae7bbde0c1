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

const imperva =
  '<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=719d"></script></head><body></body></html>'
const sucuri =
  "<html><title>You are being redirected...</title><noscript>Javascript is required.</noscript><script>var s={},u,e=eval,sucuri_cloudproxy_js='',S='Yj0n';</script></html>"
const goAway =
  '<!DOCTYPE html><html><head><title>Checking you are not a bot</title><meta http-equiv="refresh" content="9"></head><body><h1>Checking you are not a bot</h1><p id="status">Loading challenge...</p><script async type="module" src="/.well-known/.git.gammaspectra.live/git/go-away/cmd/go-away/challenge/js/script.mjs"></script><p>Protected by <a href="https://git.example/go-away">go-away</a> <a href="#">again</a></p></body></html>'
const kasada =
  '<!DOCTYPE html><html><head></head><body><script>window.KPSDK={};KPSDK.now=Date.now;</script><script src="/149e9513-01fa/2d206a39-8ed7/ips.js?x-kpsdk-v=j-1"></script></body></html>'
const fastly =
  '<!DOCTYPE html><html lang="en"><head><title>Client Challenge</title><link rel="stylesheet" href="/_fs-ch-1T1wmsGaOgGaSxcX/assets/styles.css"></head><body><noscript>JavaScript is disabled in your browser.</noscript><div id="loading-error">A required part of this site could not load.</div><script src="/_fs-ch-1T1wmsGaOgGaSxcX/script.js"></script></body></html>'
const basedFlare =
  '<!DOCTYPE html><html><head><title>Hold on...</title><script src="/.basedflare/js/challenge.min.js"></script></head><body data-pow="1"><h3>Checking your browser for robots</h3><noscript>JavaScript is required</noscript><div>Security and performance by <a href="https://basedflare.com">BasedFlare</a></div></body></html>'
const unnamed =
  '<html><head><meta name="robots" content="noindex"><script src="/check/v1.js"></script></head><body>One moment</body></html>'
const hidden = '<html><head><script src="/.guard/v1.js"></script></head><body></body></html>'

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
  ['Imperva', imperva],
  ['Sucuri', sucuri],
  ['Sucuri', { headers: { 'x-sucuri-id': '1' }, body: '<title>You are being redirected...</title>' }],
  ['go-away', { status: 418, body: goAway }],
  ['Kasada', { status: 429, body: kasada }],
  ['Kasada', { status: 429, headers: { 'x-kpsdk-ct': '0' } }],
  ['Fastly', fastly],
  ['Fastly', fastly.replace('Client Challenge', 'One moment')],
  ['BasedFlare', { status: 403, body: basedFlare }],
  ['BasedFlare', basedFlare],
  ['unknown service', unnamed],
  ['unknown service', hidden],
]

describe.each(SAMPLES)('a bot check of %s', (name, answer) => {
  it('is a failed page, and is reported once', async () => {
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

it('pages about bot checks, and pages of protected sites, are results', async () => {
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

it.each([
  ['the shell of an app', unnamed.replace('One moment', '<div id="root"></div>')],
  ['a form', unnamed.replace('One moment', '<form><input name="user">')],
  ['a page with links', unnamed.replace('One moment', '<a href="/docs">Docs</a>')],
  ['a page with text', unnamed.replace('One moment', 'Words of the page. '.repeat(20))],
  ['a page that may be indexed', unnamed.replace('noindex', 'index')],
  ['a page that loads a check later', `${page('Text '.repeat(150))}<script src="/_fs-ch-1/x.js"></script>`],
])('%s counts as a page', async (_name, body) => {
  web.set('/', { body })
  expect((await service.crawl({ url: web.url('/'), sitemap: 'skip', limit: 1 })).completed).toBe(1)
})

it('a page with many unfinished signs of a bot check is read in linear time', async () => {
  web.set('/', { body: `<p>x${'url=?bm-verify url="<iframe '.repeat(50_000)}` })
  expect((await service.crawl({ url: web.url('/'), sitemap: 'skip' })).completed).toBe(1)
})
