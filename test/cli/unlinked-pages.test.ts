// A page that nothing links to any more is asked once before it is deleted.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../src/util/clock.ts'
import { hereProject, runHere } from '../support/run-here.ts'
import { startLoopbackSite, type LoopbackSite, type SiteAnswer } from '../support/loopback-site.ts'
import { takeFeed } from '../support/take-feed.ts'
import { type CliProject, startCli } from '../support/run-cli.ts'

let site: LoopbackSite
let other: LoopbackSite
let project: CliProject

const page = (title: string, text = `Text of ${title}.`, links = ''): string =>
  `<title>${title}</title><main><h1>${title}</h1><p>${text} It has enough words to be a page of its own.</p>${links}</main>`

beforeEach(async () => {
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  other = await startLoopbackSite({ '/': page('Elsewhere') })
  for (const name of 'abcdef') site.set(`/${name}`, page(name))
  home('abcdef')
  project = hereProject()
  crawl()
})
afterEach(async () => {
  project.remove()
  await Promise.all([site.close(), other.close()])
})

function home(names: string): void {
  const links = Array.from(names, (name) => `<a href="/${name}">${name}</a>`).join(' ')
  site.set('/', page('Home', 'All pages.', links))
}

function crawl({ request = '', scrape = '' } = {}): void {
  const settings = `url: "${site.origin}/", limit: 50, scrapeOptions: { maxAge: 0${scrape} }${request}`
  project.write('crawls/docs.yaml', `version: 2\nrequest: { ${settings} }\n`)
}

async function deliver() {
  const args = ['apply', '--yes', '--rerun', '--output', 'pages', '--feed', 'feed.jsonl']
  const { stdout, stderr, status } = await project.run(args, { env: { TOKEN: 'abc123' } })
  return { said: stdout + stderr, status }
}
const feedWords = () =>
  takeFeed(project.directory).map(({ op, url }) => `${op} ${url.slice(site.origin.length)}`)

async function unlink(answers: Readonly<Record<string, SiteAnswer>>, left: string) {
  await deliver()
  takeFeed(project.directory)
  home(left)
  for (const [path, answer] of Object.entries(answers)) site.set(path, answer)
  return deliver()
}

it('an unlinked page is kept while it answers, and removed when it answers 404 or 410', async () => {
  const { said, status } = await unlink({ '/b': { status: 410 }, '/c': { status: 404 } }, 'ef')
  expect(status).toBe(0)
  expect(feedWords()).toEqual(['delete /b', 'delete /c', 'upsert /'])
  expect(said).toContain('2 pages are no longer linked and still answer.')
  const changes = (await project.run(['changes'])).stdout
  expect(changes).toContain('docs: 2 removed, 1 changed, 2 no longer linked, 2 unchanged\n')
  expect(changes).toContain('  2 pages are no longer linked and still answer.\n')
  expect(changes).toContain(`  ? ${site.origin}/a  a\n`)
  expect(changes).not.toContain(`- ${site.origin}/a`)

  // It is asked again each time, until it is gone or linked again.
  site.set('/a', { status: 404 })
  await deliver()
  expect(feedWords()).toEqual(['delete /a'])
  home('def')
  await deliver()
  expect(feedWords()).toEqual(['upsert /'])
  expect((await project.run(['changes'])).stdout).toContain('docs: 1 changed, 3 unchanged\n')
})

it('an unlinked page is kept, with the reason, if the site cannot be asked about it', async () => {
  const { said } = await unlink(
    { '/a': { status: 403 }, '/b': (_, response) => void response.destroy() },
    'cdef',
  )
  expect(feedWords()).toEqual(['upsert /'])
  expect(said).toContain(`2 pages are no longer linked and could not be asked: ${site.origin}/a (HTTP 403).`)
  const ndjson = (await project.run(['changes', '--format', 'ndjson'])).stdout
  expect(ndjson).toContain(`"change":"unlinked","url":"${site.origin}/a"`)
})

it('an unlinked page is removed if it redirects away, or shows the text of another page', async () => {
  const to = (location: string): SiteAnswer => ({ status: 302, headers: { location } })
  const answers = {
    '/a': to(other.origin.replace('127.0.0.1', 'localhost')),
    '/b': to('/f'),
    '/c': page('e'),
  }
  await unlink(answers, 'ef')
  expect(feedWords()).toEqual(['delete /a', 'delete /b', 'delete /c', 'upsert /'])
})

it('unlinked pages are kept if they share one text, such as a login', async () => {
  const { said } = await unlink({ '/a': page('Sign in'), '/b': page('Sign in') }, 'cdef')
  expect(feedWords()).toEqual(['upsert /'])
  expect(said).toContain(
    `2 pages are no longer linked and could not be asked: ${site.origin}/a (it has the same text as 1 other page).`,
  )
})

it('an unlinked page is removed without a request if it is out of scope or disallowed', async () => {
  await deliver()
  takeFeed(project.directory)
  const before = site.count('/a') + site.count('/b')
  crawl({ request: ', excludePaths: [^/a]' })
  site.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /b' })
  home('cdef')
  await deliver()
  expect(feedWords()).toEqual(['delete /a', 'delete /b', 'upsert /'])
  expect(site.count('/a') + site.count('/b')).toBe(before)
})

it('an unlinked page is requested with the headers of the crawl', async () => {
  crawl({ scrape: ', headers: { authorization: "Bearer ${secret:TOKEN}" }' })
  const guarded =
    (title: string): SiteAnswer =>
    ({ headers }) =>
      headers.authorization === 'Bearer abc123' ? page(title) : { status: 404 }
  for (const name of 'abcdef') site.set(`/${name}`, guarded(name))
  const { said } = await unlink({}, 'cdef')
  expect(said).toContain('2 pages are no longer linked and still answer.')
  expect(feedWords()).toEqual(['upsert /'])
})

it('an unlinked page is kept after ten minutes if the site does not answer', async () => {
  await deliver()
  takeFeed(project.directory)
  home('cdef')
  site.set('/a', { status: 404 })
  let isAsked = (): void => undefined
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  site.set('/b', () => isAsked())
  // Once it was asked, each look at the clock is a minute later.
  let ahead = 0
  void asked.then(() => (ahead = 60_000))
  let now = 0
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + (now += ahead) }
  const { status, stderr } = await runHere(
    project.directory,
    ['apply', '--yes', '--rerun', '--output', 'pages', '--feed', 'feed.jsonl'],
    { clock },
  )
  expect(status).toBe(0)
  expect(stderr).toContain(`could not be asked: ${site.origin}/b (it was not asked within 10 minutes).`)
  expect(feedWords()).toEqual(['delete /a', 'upsert /'])
})

it('an unlinked page is requested again after a run that was killed during the request', async () => {
  await deliver()
  takeFeed(project.directory)
  home('cdef')
  const args = ['apply', '--yes', '--rerun', '--output', 'pages', '--feed', 'feed.jsonl']
  const run = startCli(project.directory, args)
  site.set('/a', () => run.kill('SIGKILL'))
  expect((await run.ended).signal).toBe('SIGKILL')
  site.set('/a', { status: 404 })
  const crawled = site.count('/')
  const { status } = await project.run(args.filter((word) => word !== '--rerun'))
  expect(status).toBe(0)
  expect(site.count('/')).toBe(crawled)
  expect(feedWords()).toEqual(['delete /a', 'upsert /'])
})

it('results requests an unlinked page if apply and wait have not', async () => {
  await deliver()
  takeFeed(project.directory)
  home('cdef')
  site.set('/b', { status: 404 })
  await project.run(['apply', '--yes', '--rerun', '--no-wait'])
  await project.run(['wait'])
  const { status } = await project.run(['results', '--output', 'pages', '--feed', 'feed.jsonl'])
  expect(status).toBe(0)
  expect(feedWords()).toEqual(['delete /b', 'upsert /'])
})

it.each([
  ['answers all with one text', { body: page('Maintenance', 'We are back soon.') }],
  ['redirects all to one page', { status: 302, headers: { location: '/login' } }],
])('a job is held back if the site %s', async (_kind, answer) => {
  await deliver()
  takeFeed(project.directory)
  const names = ['/', ...Array.from('abcdef', (name) => `/${name}`)]
  for (const name of names) site.set(name, answer)
  site.set('/login', page('Login', 'Who are you?'))
  const held = await deliver()
  expect([held.status, held.said]).toEqual([
    5,
    expect.stringContaining('all that was delivered has one text, which is new'),
  ])
  expect(feedWords()).toEqual([])
  expect((await deliver()).status).toBe(5)
  const forced = ['results', '--output', 'pages', '--feed', 'feed.jsonl', '--force']
  expect((await project.run(forced)).status).toBe(0)
  expect((await deliver()).status).toBe(0)
})

it('a job of one page is published if it has an earlier text, or the settings of the crawl changed', async () => {
  await deliver()
  home('')
  for (const name of 'abcdef') site.set(`/${name}`, { status: 404 })
  site.set('/', page('a'))
  expect((await deliver()).status).toBe(0)
  for (const name of 'abcdef') site.set(`/${name}`, page(name))
  home('abcdef')
  expect((await deliver()).status).toBe(0)
  crawl({ request: ', includePaths: [^/$]' })
  home('abc')
  expect((await deliver()).status).toBe(0)
})

it('a page that has no text any more stays in the index as it was, and a job of such pages is held back', async () => {
  await deliver()
  takeFeed(project.directory)
  const shell =
    '<html><head></head><body><script src="/x/init.js"></script><noscript>Enable scripts.</noscript></body></html>'
  site.set('/a', shell)
  site.set('/b', page('b', 'New text.'))
  expect((await deliver()).status).toBe(0)
  expect(feedWords()).toEqual(['upsert /b'])
  expect((await project.run(['changes'])).stdout).toContain('/a  it has no text any more')
  site.set('/a', page('a'))
  await deliver()
  expect(feedWords()).toEqual(['upsert /a'])
  await deliver()
  expect(feedWords()).toEqual([])
  site.set('/a', page('a', 'New text.'))
  await deliver()
  expect(feedWords()).toEqual(['upsert /a'])
  for (const name of ['', 'a', 'b', 'c', 'd', 'e', 'f']) site.set(`/${name}`, shell)
  const held = await deliver()
  expect([held.status, held.said]).toEqual([5, expect.stringContaining('no page has text any more')])
  expect(feedWords()).toEqual([])
})
