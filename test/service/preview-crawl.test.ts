import { afterEach, describe, expect, it } from 'vitest'
import { previewCrawl } from '../../src/service/index.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startModel } from './support/model.ts'
import { site } from './support/pages.ts'

let web: LoopbackSite

afterEach(() => web.close())

describe('a preview', () => {
  it('lists the pages that a crawl reaches, and the reasons to leave out others', async () => {
    web = await startLoopbackSite({
      ...site({
        '/docs/': [
          '/docs/a',
          '/blog',
          '/docs/private/x',
          '/docs/pic.png',
          'https://example.com/',
          '/docs/a#top',
          '/docs/zip',
        ],
        '/docs/a': ['/docs/b', '/docs/'],
        '/docs/b': ['/docs/c'],
        '/docs/c': [],
      }),
      '/docs/zip': { headers: { 'content-type': 'application/zip' } },
      '/robots.txt': 'User-agent: *\nDisallow: /docs/private',
    })
    const preview = await previewCrawl({
      url: web.url('/docs/'),
      maxDiscoveryDepth: 2,
      sitemap: 'skip',
      maxConcurrency: 1,
      webhook: web.url('/hook'),
      scrapeOptions: { formats: ['screenshot'], actions: [{ type: 'wait', milliseconds: 1 }] },
    })
    expect(preview).toEqual({
      pages: [
        { url: web.url('/docs/'), depth: 0, via: 'start' },
        { url: web.url('/docs/a'), depth: 1, via: 'link', from: web.url('/docs/') },
        { url: web.url('/docs/b'), depth: 2, via: 'link', from: web.url('/docs/a') },
      ],
      skipped: [
        { url: web.url('/blog'), reason: 'child-path', from: web.url('/docs/') },
        { url: web.url('/docs/private/x'), reason: 'robots', from: web.url('/docs/') },
        { url: web.url('/docs/pic.png'), reason: 'file-type', from: web.url('/docs/') },
        { url: 'https://example.com/', reason: 'host', from: web.url('/docs/') },
        { url: web.url('/docs/c'), reason: 'depth', from: web.url('/docs/b') },
      ],
      failed: [{ url: web.url('/docs/zip'), error: expect.stringContaining('zip') }],
      sitemaps: [],
      truncated: false,
    })
    expect(web.count('/hook')).toBe(0)
  })

  it('says why it reaches only the start URL', async () => {
    web = await startLoopbackSite({
      '/docs/': { status: 302, headers: { location: '/en/docs/' } },
      ...site({ '/en/docs/': ['/en/docs/a'], '/other/': ['/no'], '/one/': [] }),
      '/robots.txt': 'User-agent: *\nDisallow: /no',
    })
    const warningOf = async (path: string) =>
      (await previewCrawl({ url: web.url(path), sitemap: 'skip' })).warning
    expect(await warningOf('/docs/')).toContain(`redirects to "${web.url('/en/docs/')}", which is outside`)
    expect(await warningOf('/one/')).toContain('start it at a higher path')
    // The pages that robots.txt keeps out are listed.
    expect(await warningOf('/other/')).toContain('start it at a higher path')
    expect(await warningOf('/no')).toBeUndefined()
  })

  it('follows sitemaps and a prompt, and gives reasons for pages that are left out', async () => {
    const urls = ['/docs/a', '/blog/b', '/docs/c'].map((at) => `<url><loc>URL${at}</loc></url>`).join('')
    web = await startLoopbackSite(site({ '/docs/': [], '/docs/a': [], '/docs/c': [] }))
    const map = `<urlset>${urls.replaceAll('URL', web.url('/').slice(0, -1))}</urlset>`
    web.set('/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body: map })
    const model = await startModel()
    model.answers.push({ excludePaths: ['/c$'] })
    const body = { url: web.url('/docs/'), sitemap: 'only', prompt: 'not c', maxConcurrency: 1 }
    const { pages, skipped } = await previewCrawl(body, { model: model.settings })
    await model.close()
    expect(pages).toEqual([
      { url: web.url('/docs/'), depth: 0, via: 'start' },
      { url: web.url('/docs/a'), depth: 0, via: 'sitemap' },
    ])
    expect(skipped).toEqual([
      { url: web.url('/blog/b'), reason: 'child-path' },
      { url: web.url('/docs/c'), reason: 'excluded' },
    ])
    await expect(previewCrawl(body)).rejects.toThrow('"prompt" needs a language model')
  })

  it('lists URLs that lead to a page with another URL', async () => {
    web = await startLoopbackSite(
      site({
        '/': ['/a?x=1', '/a?x=1#top', '/a?x=2', '/b/', '/b', '/zip', '/'],
        '/a': ['/a?x=2', '/zip'],
        '/b/': ['/'],
      }),
    )
    web.set('/zip', { headers: { 'content-type': 'application/zip' } })
    const body = { url: web.url('/'), ignoreQueryParameters: true, sitemap: 'skip', maxConcurrency: 1 }
    const { pages, skipped } = await previewCrawl(body)
    expect(pages.map(({ url }) => url)).toEqual(['/', '/a?x=1', '/b/'].map((at) => web.url(at)))
    expect(skipped).toEqual(
      ['/a?x=2', '/b'].map((at) => ({ url: web.url(at), reason: 'duplicate', from: web.url('/') })),
    )
  })

  it('lists a page once for links to several of its sections', async () => {
    web = await startLoopbackSite(
      site({ '/docs/': ['/blog#x', '/blog', '/blog#y', '#z', '/docs/a#x'], '/docs/a': [] }),
    )
    const { pages, skipped } = await previewCrawl({ url: web.url('/docs/'), sitemap: 'skip' })
    expect(pages.map(({ url }) => url)).toEqual([web.url('/docs/'), web.url('/docs/a')])
    const from = web.url('/docs/')
    expect(skipped).toEqual([
      { url: web.url('/blog'), reason: 'child-path', from },
      { url: web.url('/docs/#z'), reason: 'fragment', from },
    ])
  })

  it('lists the URLs that the limit leaves out', async () => {
    web = await startLoopbackSite(site({ '/': ['/a', '/b', '/c'], '/a': [], '/b': [], '/c': [] }))
    const { pages, skipped } = await previewCrawl({ url: web.url('/'), limit: 2, sitemap: 'skip' })
    expect(pages.map(({ url }) => url)).toEqual([web.url('/'), web.url('/a')])
    expect(skipped.map(({ url, reason }) => [url, reason])).toEqual([
      [web.url('/b'), 'limit'],
      [web.url('/c'), 'limit'],
    ])
    expect(web.count('/b')).toBe(0)
  })

  it('refuses a request that a crawl would refuse, and can be aborted', async () => {
    web = await startLoopbackSite({ '/': () => undefined })
    await expect(previewCrawl({ url: web.url('/'), limit: 0 })).rejects.toMatchObject({
      name: 'PreviewRefused',
    })
    const controller = new AbortController()
    const preview = previewCrawl({ url: web.url('/') }, {}, controller.signal)
    controller.abort(new Error('enough'))
    await expect(preview).rejects.toThrow('enough')
  })
})
