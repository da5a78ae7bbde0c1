import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let site: LoopbackSite
let project: CliProject

beforeAll(async () => {
  const page = '<title>Page</title><main><p>Some words of a page.</p></main>'
  site = await startLoopbackSite({ '/docs/': page, '/docs/a': page, '/down.xml': { status: 503 } })
  const entry = (path: string): string => `<url><loc>${site.url(path)}</loc></url>`
  site.set('/docs/sitemap.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${entry('/docs/')}${entry('/docs/a')}</urlset>`,
  })
  site.set('/robots.txt', {
    headers: { 'content-type': 'text/plain' },
    body: `Sitemap: ${site.url('/down.xml')}\n`,
  })
})
afterAll(() => site.close())

beforeEach(() => {
  project = hereProject({ 'crawlform.yaml': 'version: 2\n' })
  declare()
})
afterEach(() => project.remove())

function declare(more = ''): void {
  project.write(
    'crawls/docs.yaml',
    `version: 2\nrequest: { url: "${site.url('/docs/')}", limit: 9 }\n${more}\n`,
  )
}

/** Every sitemap that was tried, those with errors first. */
function tried() {
  return [
    { url: site.url('/down.xml'), statusCode: 503, urls: 0, error: 'it answered 503' },
    { url: site.url('/docs/sitemap.xml'), statusCode: 200, urls: 2 },
    { url: site.url('/sitemap.xml'), statusCode: 404, urls: 0 },
  ]
}

function lines(indent: string): string {
  return [
    `${indent}sitemap ${site.url('/down.xml')}: 0 URLs: it answered 503\n`,
    `${indent}sitemap ${site.url('/docs/sitemap.xml')}: HTTP 200, 2 URLs\n`,
    `${indent}sitemap ${site.url('/sitemap.xml')}: HTTP 404\n`,
  ].join('')
}

it('status shows each sitemap that was tried, its answer, and its number of URLs', async () => {
  const { status } = await project.run(['apply', '--yes'])
  expect(status).toBe(0)
  const { stdout: shown } = await project.run(['status'])
  expect(shown).toContain(lines('    '))
  // The warning says nothing else.
  expect(shown).not.toContain('warning:')
  expect(JSON.parse((await project.run(['status', '--format', 'json'])).stdout).crawls).toMatchObject([
    { result: { sitemaps: tried() } },
  ])
})

it('preview shows each sitemap that was tried, its answer, and its number of URLs', async () => {
  expect((await project.run(['preview', 'docs'])).stdout).toContain(lines(''))
  expect(JSON.parse((await project.run(['preview', 'docs', '--format', 'json'])).stdout)).toMatchObject({
    sitemaps: tried(),
  })
})

it('a crawl that must be complete fails if a sitemap could not be read', async () => {
  declare('expect: { complete: true }')
  const { status, stderr } = await project.run(['apply', '--yes'])
  expect(status).toBe(5)
  expect(stderr).toContain('    not complete: could not read every sitemap\n')
  expect(stderr).toContain(`    sitemap ${site.url('/down.xml')}: 0 URLs: it answered 503\n`)
  expect(stderr).not.toContain('warning:')
  expect((await project.run(['plan'])).stdout).toContain(
    'the last job was held back: not complete: could not read every sitemap',
  )
  site.set('/robots.txt', '')
  expect((await project.run(['apply', '--yes', '--rerun'])).status).toBe(0) // No one names this one, but a site that fails may have it.
  site.set('/sitemap.xml', { status: 503 })
  const failing = await project.run(['apply', '--yes', '--rerun'])
  expect(failing).toMatchObject({ status: 5, stderr: expect.stringContaining('/sitemap.xml: 0 URLs: it') })
})

it.each([1, 8, 30])('apply and status name %i unreadable sitemaps, or count the rest', async (count) => {
  const names = Array.from({ length: count }, (_, index) => `/none-${index}.xml`)
  const named = names.map((name) => `Sitemap: ${site.url(name)}\n`).join('')
  site.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body: named })
  site.set('/sitemap.xml', { status: 404 })
  const unread = names.map((name) => `    sitemap ${site.url(name)}: 0 URLs: it answered 404\n`)
  const { stderr } = await project.run(['apply', '--yes'])
  const { stdout } = await project.run(['status'])
  for (const text of [stderr, stdout]) {
    const shown = unread.filter((line) => text.includes(line))
    const rest = count - shown.length
    expect(shown).toEqual(unread.slice(0, shown.length))
    expect(shown.length).toBeGreaterThanOrEqual(Math.min(count, 5))
    const where = count > 20 ? 'docs --format json' : 'docs'
    expect(text.includes(`    and ${rest} more: see crawlform status ${where}\n`)).toBe(rest > 0)
  }
  const status = JSON.parse((await project.run(['status', '--format', 'json'])).stdout)
  const { sitemaps } = status.crawls[0].result
  expect(names.every((name) => sitemaps.some(({ url }: { url: string }) => url === site.url(name)))).toBe(
    true,
  )
})
