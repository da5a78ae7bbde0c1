// What the service's pages find, count and render, over HTTP.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { site } from '../support/pages.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { ask } from './ask.ts'

let web: LoopbackSite
let service: TestService

beforeEach(async () => {
  web = await startLoopbackSite(site({ '/': ['/a', '/gone'], '/a': [] }))
  service = await startTestService()
})

afterEach(async () => {
  await service.dispose()
  await web.close()
})

const get = async (path: string): Promise<{ text: string }> => ask(service.url + path)

describe('the pages of the service', () => {
  it('show the names of crawls, and find jobs by name, URL, id and status', async () => {
    const start = async (url: string, name?: string): Promise<string> => {
      const headers = name === undefined ? {} : { 'x-crawlform-name': name }
      const { body } = await service.request('/v2/crawl', { json: { url, limit: 1 }, headers })
      const { id } = body as { id: string }
      await service.finished(id)
      return id
    }
    const named = await start(web.url('/a'), encodeURIComponent('Handbuch für <b>alle</b>'))
    const other = await start(web.url('/'))
    await start(web.url('/'), '%E0%A4%A')
    const all = await get('/')
    expect(all.text).toContain(`<a href="/jobs/${named}">Handbuch für &lt;b&gt;alle&lt;/b&gt;</a>`)
    expect(all.text).toContain(`<a href="/jobs/${other}">${web.url('/')}</a>`)
    expect((await get(`/jobs/${named}`)).text).toContain('<h1>Handbuch für &lt;b&gt;alle&lt;/b&gt;</h1>')
    const found = async (query: string): Promise<number> =>
      ((await get(`/?${query}`)).text.match(/<li>/g) ?? []).length
    expect(await found('find=handbuch')).toBe(1)
    expect(await found(`find=${encodeURIComponent(web.url('/A'))}`)).toBe(1)
    expect(await found(`find=${other}`)).toBe(1)
    expect(await found('status=completed')).toBe(3)
    expect(await found('find=handbuch&status=failed')).toBe(0)
    expect(await found('status=nonsense')).toBe(3)
    const nothing = await get('/?find=%22%3E%3Cscript%3E&status=failed')
    expect(nothing.text).toContain('No job matches.')
    expect(nothing.text).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect((await get('/?find=handbuch')).text).toContain('1 job matches.')
  })

  it('show the status of every answer, and find pages', async () => {
    const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
    await service.finished(id)
    const { text } = await get(`/jobs/${id}`)
    expect(text).toContain('200 OK · ')
    expect(text).toContain('✗ 404 Not Found')
    expect(text).toContain('1 page was answered with an error')
    const links = async (query: string): Promise<number> =>
      ((await get(`/jobs/${id}?${query}`)).text.match(/<li class="facts">/g) ?? []).length
    expect(await links('')).toBe(3)
    expect(await links('find=/A')).toBe(1)
    expect(await links('only=errors')).toBe(1)
    expect(await links('find=/a&only=errors')).toBe(0)
    expect((await get(`/jobs/${id}?find=nowhere`)).text).toContain('No page matches.')
    expect((await get(`/jobs/${id}/pages/0`)).text).toContain('200 OK')
  })

  it('show in the list which jobs have error pages and unread sitemaps', async () => {
    const headers = { 'content-type': 'application/xml' }
    web.set('/sitemap.xml', { headers, body: `<urlset><url><loc>${web.url('/a')}</loc></url>` })
    await service.finished(await service.start({ url: web.url('/') }))
    const { text } = await get('/')
    expect(text).toContain('1 failed')
    expect(text).toContain('a sitemap was not read completely')
  })

  it('show at the top how many URLs robots.txt blocks', async () => {
    web.set('/robots.txt', 'User-agent: *\nDisallow: /a')
    const id = await service.start({ url: web.url('/'), sitemap: 'skip' })
    await service.finished(id)
    const { text } = await get(`/jobs/${id}`)
    const top = text.slice(0, text.indexOf('<dl>'))
    expect(top.replaceAll(/<[^>]*>/g, '')).toContain('robots.txt blocks 1 URL.')
    expect(text).toContain('<h2>Blocked by robots.txt</h2>')
  })

  it('render Markdown without loading or running anything of the page', async () => {
    web.set(
      '/',
      `<title>T</title><main><h1>Title</h1><p>Some <b>bold</b> text, H<sub>2</sub>O, &lt;b onclick=x&gt;raw&lt;/b&gt;.</p>
      <p><a href="javascript:alert(1)">bad</a> <a href="a?x=%22%3E">good</a> <a href="data:text/html,x">data</a></p>
      <p><img src="https://tracker.example/x.png" alt="A &quot;chart&quot;"></p>
      <table><tr><th>k</th></tr><tr><td>v</td></tr></table></main>`,
    )
    const id = await service.start({ url: web.url('/'), limit: 1, scrapeOptions: { onlyMainContent: false } })
    await service.finished(id)
    const { text } = await get(`/jobs/${id}/pages/0`)
    const rendered = text.slice(text.indexOf('class="rendered"'), text.indexOf('id="markdown"'))
    expect(rendered).toContain('<h3>Title</h3>')
    expect(rendered).toContain('<strong>bold</strong>')
    expect(rendered).toContain('<sub>2</sub>')
    expect(rendered).toContain('&lt;b onclick=x&gt;raw&lt;/b&gt;')
    expect(rendered).toContain(
      `<a href="${web.url('/a?x=%22%3E')}" rel="noreferrer noopener nofollow">good</a>`,
    )
    expect(rendered).toContain('<td>v</td>')
    expect(rendered).toContain('Image: A &quot;chart&quot;')
    expect(rendered).not.toMatch(
      /<(?:img|script|iframe|style)|href="(?:javascript|data):|tracker\.example|onclick="/,
    )
  })
})
