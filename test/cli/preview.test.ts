import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCli } from '../../src/cli/cli.ts'
import { systemClock } from '../../src/util/clock.ts'
import { fakeHost } from '../support/fake-host.ts'
import { startLoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

let project: CliProject

beforeEach(() => {
  project = cliProject()
})

afterEach(() => project.remove())

async function preview(url: string, ...more: readonly string[]) {
  project.write('crawls/docs.yaml', `version: 2\nrequest: { url: "${url}", limit: 5 }\n`)
  const host = fakeHost({ argv: ['-C', project.directory, 'preview', 'docs', ...more], clock: systemClock })
  return { status: await runCli(host), out: host.out() }
}

it('a preview of a host that cannot be resolved exits with 3', async () => {
  const { status, out } = await preview('https://docs.nowhere.invalid/')
  expect(status).toBe(3)
  expect(out).toContain('could not be resolved')
})

it('a preview of a site whose robots.txt blocks everything succeeds, and says so', async () => {
  const web = await startLoopbackSite({ '/': 'x', '/robots.txt': 'User-agent: *\nDisallow: /' })
  const { status, out } = await preview(web.url('/'))
  await web.close()
  expect([status, out]).toEqual([0, expect.stringContaining('docs reaches 0 pages.\nLeft out: 1 robots.')])
  // What keeps everything out is named.
  expect(out).toContain(`left out: robots\n  ${web.url('/')}\n`)
})

it('a preview counts pages that are answered with 4xx or 5xx as failed, with their status', async () => {
  const web = await startLoopbackSite({ '/': '<a href="/a">a</a><a href="/missing">x</a>', '/a': 'a' })
  const { status, out } = await preview(web.url('/'))
  const json = JSON.parse((await preview(web.url('/'), '--format', 'json')).out)
  await web.close()
  expect(status).toBe(0)
  expect(out).toContain(`failed  ${web.url('/missing')}: HTTP 404\n`)
  expect(out).toContain('docs reaches 2 pages, 1 failed.\n')
  expect(json.failed).toEqual([{ url: web.url('/missing'), error: 'HTTP 404', status: 404 }])
})

it('a preview fails if the start page is answered with 404', async () => {
  const web = await startLoopbackSite()
  const { status, out } = await preview(web.url('/'))
  await web.close()
  expect([status, out]).toEqual([3, expect.stringContaining('docs reaches 0 pages, 1 failed.')])
})

it('a preview counts pages that may differ from another page only in their query', async () => {
  const web = await startLoopbackSite({ '/': '<a href="/a">a</a><a href="/a?utm_source=x">a</a>', '/a': 'a' })
  const { out } = await preview(web.url('/'))
  await web.close()
  expect(out).toContain(
    '1 page differs from another page only in its query: set `ignoreQueryParameters: true` if they show the same.\n',
  )
})

it('a preview explains why it reaches only one page after a redirect out of the scope', async () => {
  const web = await startLoopbackSite({
    '/docs/': { status: 302, headers: { location: '/en/docs/' } },
    '/en/docs/': '<a href="/en/docs/a">a</a>',
  })
  const { out } = await preview(web.url('/docs/'))
  const json = JSON.parse((await preview(web.url('/docs/'), '--format', 'json')).out)
  await web.close()
  expect(out).toContain('docs reaches 1 page.\nLeft out: 1 child-path.\nwarning: The start URL redirects to ')
  expect(json.warning).toContain('Start the crawl there.')
})

it('a preview reports an excluded start page as failed only if there are no pages', async () => {
  const web = await startLoopbackSite({ '/': '<a href="/a">a</a>', '/a': 'a' })
  const only = (path: string) => preview(web.url('/'), '--set', `docs.request.includePaths=["^${path}$"]`)
  const [some, none] = [await only('/a'), await only('/b')]
  await web.close()
  expect([some.status, some.out]).toEqual([0, expect.stringContaining('docs reaches 1 page.\n')])
  expect(some.out).not.toContain('failed')
  expect(none.out).toContain(`failed  ${web.url('/')}: The patterns of the crawl keep its start URL out`)
})

it('a preview asks for the language of the crawl, which may have other links', async () => {
  const web = await startLoopbackSite({
    '/': ({ headers }) => `<a href="/${headers['accept-language']?.slice(0, 2) ?? 'none'}">a page</a>`,
    '/de': 'Eine Lampe',
    '/none': 'A lamp',
  })
  const german = await preview(
    web.url('/'),
    '--set',
    'docs.request.scrapeOptions.location={"languages":["de"]}',
  )
  await web.close()
  expect(german.out).toContain(web.url('/de'))
})
