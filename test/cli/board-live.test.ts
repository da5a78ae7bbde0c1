// A running crawl on the served board, in a real browser: its pages come without a reload, and its end loads the page again.
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { until } from '../service/support/until.ts'
import { startJobServer } from '../support/job-server.ts'
import { startLoopbackSite } from '../support/loopback-site.ts'
import { cliProject } from '../support/run-cli.ts'
import { hasBrowser, startTestBrowser } from '../support/test-browser.ts'

it.runIf(hasBrowser)('the board shows the pages of a running crawl as they arrive, and its end', async () => {
  const jobs = await startJobServer()
  const browser = await startTestBrowser()
  const project = cliProject({
    'crawlform.yaml': `version: 2\nenvironments: { prod: { baseUrl: '${jobs.url}', state: { backend: local } } }\n`,
    'crawls/docs.yaml': `version: 2\nrequest: { url: 'https://docs.example.com/', limit: 500 }\n`,
  })
  Object.assign(jobs, { status: 'scraping', pages: 20 })
  const applied = await project.run(['apply', '--env', 'prod', '--yes', '--no-wait'])
  expect(applied.status).toBe(0)
  const board = project.start(['board', '--env', 'prod'])
  try {
    await board.says('Press Ctrl-C to stop.')
    const url = board.soFar().stdout.trim()
    const { page, requests, complaints } = await browser.open()
    await page.goto(url)
    await page.getByText('20 of 20 known pages').waitFor()
    jobs.pages = 60
    await page.getByText('60 of 60 known pages').waitFor()
    await page.getByText(/pages\/s/).waitFor()
    await page.getByRole('link', { name: 'docs', exact: true }).click()
    await page.getByText('60 of 60 known pages').waitFor()
    jobs.status = 'failed'
    await page.getByRole('heading', { level: 1, name: /failed/ }).waitFor()
    expect(requests.filter((one) => !one.startsWith(url))).toEqual([])
    expect(complaints).toEqual([])
  } finally {
    board.kill('SIGINT')
    await board.ended
    project.remove()
    await browser.close()
    await jobs.close()
  }
})

const SCRIPT = '<img src=x onerror=alert(1)>'

it.runIf(hasBrowser)(
  'names the pages of a crawl of the embedded service as they come, from its start to its end',
  async () => {
    // Each page waits until the test lets it go.
    const held = new Map<string, ServerResponse>()
    const words = (name: string, links = '') =>
      `<title>Title of ${name}</title><main><h1>${name}</h1><p>Some words of this page. ${links}</p></main>`
    const names = ['a', 'b', 'c']
    const links = names.map((name) => `<a href="/${name}">${name}</a>`).join(' ')
    const page = (name: string) =>
      [`/${name}`, (_: unknown, answer: ServerResponse) => void held.set(name, answer)] as const
    const site = await startLoopbackSite({
      '/': words('home', links),
      ...Object.fromEntries(names.map(page)),
    })
    const release = async (name: string, status = 200): Promise<void> => {
      await until(() => held.has(name))
      held
        .get(name)
        ?.writeHead(status, { 'content-type': 'text/html' })
        .end(words(name + SCRIPT.replaceAll('<', '&lt;')))
    }
    const project = cliProject({
      'crawls/docs.yaml': `version: 2\nrequest: { url: '${site.url('/')}', limit: 10, sitemap: skip }\n`,
    })
    const browser = await startTestBrowser()
    const board = project.start(['board'])
    await board.says('Press Ctrl-C to stop.')
    const url = board.soFar().stdout.trim()
    const { page: tab, requests, complaints } = await browser.open()
    let apply: ReturnType<typeof project.start> | undefined
    try {
      await tab.goto(url)
      await tab.getByRole('heading', { name: 'No crawl has run yet' }).waitFor()
      apply = project.start(['apply', '--wait', '--yes'])
      // The open page finds the crawl that has started.
      await tab.getByText('newest: 200 /').waitFor()
      await tab.getByRole('link', { name: 'docs', exact: true }).click()
      const list = tab.getByRole('region', { name: 'Newest pages' }).getByRole('listitem')
      await list.getByText('Title of home').waitFor()
      await release('b')
      await list.getByText('Title of b').waitFor()
      await release('a', 404)
      await list.getByText('Title of a').waitFor()
      expect((await list.allTextContents()).map((text) => text.replace(/ Title.*/s, ''))).toEqual([
        '✗ 404 /a',
        '200 /b',
        '200 /',
      ])
      expect(await tab.locator('img').count()).toBe(0)
      await release('c')
      expect((await apply.ended).status).toBe(0)
      await tab.getByRole('heading', { level: 1, name: /published/ }).waitFor()
      expect(requests.filter((one) => !one.startsWith(url))).toEqual([])
      expect(complaints).toEqual([])
    } finally {
      for (const run of [board, apply]) run?.kill('SIGINT')
      await Promise.all([board.ended, apply?.ended])
      await browser.close()
      await site.close()
      project.remove()
    }
  },
)
