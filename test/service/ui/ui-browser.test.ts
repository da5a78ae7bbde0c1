// The service's pages in a real browser, read by their text and roles.
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { measurePage } from '../../support/measure-page.ts'
import {
  hasBrowser,
  startTestBrowser,
  type OpenedPage,
  type TestBrowser,
} from '../../support/test-browser.ts'
import { startGatedSite, type GatedSite } from '../support/gated-site.ts'
import { page as sitePage, site } from '../support/pages.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { manyJobs } from './many-jobs.ts'

const KEY = 'of-your-own'
const RUN = `<script>document.title = 'run'</script><img src="https://example.org/x.png" onerror="alert(1)">`
const escaped = RUN.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
/** A path that a browser would run if it stood in a page as it is. */
const HOSTILE = `/a'"><img src=x onerror=alert(1)>`

describe.runIf(hasBrowser)("the service's pages", () => {
  let browser: TestBrowser
  let gated: GatedSite
  let web: LoopbackSite
  let service: TestService
  let done: string
  let big: string

  beforeAll(async () => {
    browser = await startTestBrowser()
    gated = await startGatedSite(8)
    web = await startLoopbackSite({
      ...site({ '/': ['/guide', encodeURI(HOSTILE), '/hidden', '/broken'], '/guide': [] }),
      [encodeURI(HOSTILE)]:
        `<title>${escaped}</title><main><h1>${escaped}</h1><pre><code>${escaped}</code></pre><p>${'Text. '.repeat(50)}</p></main>`,
      '/guide': sitePage('Guide'),
      '/broken': (_, response) => void response.destroy(),
      '/robots.txt': 'User-agent: *\nDisallow: /hidden',
    })
    const first = await startTestService()
    await first.close()
    big = manyJobs(first.dataDirectory, {
      jobs: 60,
      pages: 10_000,
      failures: 120,
      site: 'https://docs.example.com',
    })
    service = await startTestService({
      apiKey: KEY,
      dataDirectory: first.dataDirectory,
      limits: { attempts: 1 },
    })
    done = await service.start({ url: web.url('/'), sitemap: 'skip' })
    await service.finished(done)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.dispose()
    await web?.close()
    await gated?.close()
  })

  async function signedIn(options: Parameters<TestBrowser['open']>[0] = {}): Promise<OpenedPage> {
    const opened = await browser.open(options)
    await opened.page.goto(await service.signInLink())
    return opened
  }

  it('ask for the key once, and then show the requested page', async () => {
    const { page } = await browser.open()
    await page.goto(`${service.url}/jobs/${done}`)
    await page.getByLabel('Service key').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.getByRole('alert').innerText()).toBe('Wrong key.')
    await page.getByLabel('Service key').fill(KEY)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.url}/jobs/${done}`)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(web.url('/'))
    expect(await page.evaluate('document.cookie')).toBe('')
    await page.reload()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(web.url('/'))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Service key').waitFor()
  })

  it('open from a link on another site', async () => {
    const { page } = await signedIn()
    const other = await startLoopbackSite({ '/': `<a href="${service.url}/jobs/${done}">the job</a>` })
    await page.goto(other.url('/').replace('127.0.0.1', 'localhost'))
    await page.getByRole('link', { name: 'the job' }).click()
    await page.getByRole('heading', { level: 1, name: web.url('/') }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/jobs/${done}`)
    await other.close()
  })

  it('show the progress of a job, and cancel it after a confirmation', async () => {
    const { page, complaints } = await signedIn()
    const id = await service.start({ url: gated.url('/'), sitemap: 'skip' })
    await page.goto(service.url)
    await page.getByText('1 running').waitFor()
    await page.getByRole('link', { name: gated.url('/') }).click()
    await page.getByText('1 of 9 known so far').waitFor()
    const summary = page.getByText('Cancel this job')
    await summary.click()
    gated.answer()
    gated.answer()
    await page.getByText('3 of 9 known so far').waitFor()
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('3')
    expect(await page.locator('#summary').innerText()).toMatch(/Speed\s+[\d.]+ pages\/s/)
    expect(await page.locator('#pages').getByRole('listitem').count()).toBe(3)
    expect(await page.title()).toContain('3 of 9')
    // What was folded out stays so while numbers change.
    await page.getByRole('button', { name: 'Cancel the job' }).click()
    await page.getByText('■ cancelled').waitFor()
    expect(await page.getByText('Cancel this job').count()).toBe(0)
    expect((await service.status(id)).status).toBe('cancelled')
    expect(complaints).toEqual([])
  })

  it('show the end of a job while it is open', async () => {
    const { page } = await signedIn()
    const last = await startGatedSite(1)
    const id = await service.start({ url: last.url('/'), sitemap: 'skip' })
    await page.goto(`${service.url}/jobs/${id}`)
    await page.getByText('▸ running').waitFor()
    last.open()
    await page.getByText('✓ completed').waitFor()
    expect(await page.locator('#pages').getByRole('listitem').count()).toBe(2)
    await last.close()
  })

  it('show pages, failed ones with reasons, and those that robots.txt blocks', async () => {
    const { page, complaints } = await signedIn()
    await page.goto(`${service.url}/jobs/${done}`)
    const pages = await page.locator('#pages').getByRole('link').allInnerTexts()
    expect(pages.toSorted()).toEqual(
      [web.url('/'), web.url('/guide'), web.url(encodeURI(HOSTILE))].toSorted(),
    )
    expect(await page.locator('#failed').innerText()).toMatch(/Failed pages[^]*\/broken[^]*SCRAPE_SITE_ERROR/)
    expect(await page.locator('#blocked').innerText()).toContain(web.url('/hidden'))
    await page.getByRole('link', { name: web.url('/guide') }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Guide')
    expect(await page.getByRole('region', { name: 'Markdown' }).innerText()).toBe('# Guide')
    await page.getByRole('link', { name: web.url('/'), exact: true }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(web.url('/'))
    expect(complaints).toEqual([])
  })

  it('never run code from a page, and request nothing from other sites', async () => {
    const { page, requests, complaints } = await signedIn()
    await page.goto(`${service.url}/jobs/${done}`)
    await page.getByRole('link', { name: web.url(encodeURI(HOSTILE)) }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(RUN)
    expect(await page.getByRole('region', { name: 'Markdown' }).innerText()).toContain(RUN)
    expect(await page.title()).toBe(`${RUN} · crawlform`)
    expect(await page.locator('img').count()).toBe(0)
    expect(requests.filter((url) => !url.startsWith(service.url) && url !== 'data:,')).toEqual([])
    expect(complaints).toEqual([])
  })

  it('show 10,000 pages in parts', async () => {
    const { page } = await signedIn()
    await page.goto(`${service.url}/jobs/${big}`)
    const all = page.getByRole('navigation', { name: 'Parts of the pages' })
    await all.getByRole('link', { name: 'Next' }).click()
    await all.getByText('Part 2 of 100').waitFor()
    await page
      .getByRole('navigation', { name: 'Parts of the failed pages' })
      .getByRole('link', { name: 'Last' })
      .click()
    expect(await page.locator('#failed').innerText()).toContain('https://docs.example.com/f119')
    // The other list stays where it was.
    expect(await all.innerText()).toContain('Part 2 of 100')
    expect(await page.locator('#pages').innerText()).toContain('https://docs.example.com/p100')
  })

  it('say that the service does not answer', async () => {
    const other = await startTestService()
    const { page } = await browser.open()
    await page.goto(other.url)
    await page.getByText('No jobs yet.').waitFor()
    await other.dispose()
    await page.getByText('The service does not answer.').waitFor()
    expect(await page.getByRole('status').innerText()).toBe('The service does not answer. Retrying …')
  })

  it('fit every width, and are readable in light and dark mode', async () => {
    const busy = await service.start({ url: gated.url('/'), sitemap: 'skip' })
    const paths = {
      jobs: '/',
      running: `/jobs/${busy}`,
      ended: `/jobs/${done}`,
      big: `/jobs/${big}`,
      document: `/jobs/${done}/pages/0`,
      missing: '/jobs/x',
    }
    // Colours do not depend on the width.
    for (const [colorScheme, width] of [
      ['light', 320],
      ['dark', 1280],
    ] as const) {
      const { page } = await signedIn({ colorScheme, viewport: { width, height: 800 } })
      for (const [name, at] of Object.entries(paths)) {
        await page.goto(service.url + at)
        const { faint, beyond, texts } = await measurePage(page)
        expect({ name, colorScheme, width, faint, beyond }).toMatchObject({ faint: [], beyond: [] })
        expect(texts).toBeGreaterThan(3)
        await page.screenshot({ path: path.join(browser.folder, `ui-${name}-${colorScheme}-${width}.png`) })
      }
      await page.getByRole('button', { name: 'Sign out' }).click()
      expect(await measurePage(page)).toMatchObject({ faint: [], beyond: [] })
      await page.screenshot({ path: path.join(browser.folder, `ui-sign-in-${colorScheme}-${width}.png`) })
    }
    await service.request(`/v2/crawl/${busy}`, { method: 'DELETE' })
  })
})
