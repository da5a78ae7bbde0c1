import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts'
import { remoteProject, type RemoteProject } from '../support/remote-project.ts'
import { takeFeed } from '../support/take-feed.ts'

const away = (location: string) => ({ status: 302, headers: { location } })
const link = (to: string): string => `<a href="${to}">${to}</a>`

let site: LoopbackSite
let remote: RemoteProject

beforeEach(async () => {
  site = await startLoopbackSite({
    '/docs/': `<h1>Docs</h1>${['a', 'members', 'sso', 'bounce'].map((name) => link(`/docs/${name}`)).join('')}`,
    '/docs/a': '<h1>A</h1>',
    '/docs/members': away('/login'),
    '/docs/sso': away('http://localhost:1/'),
    '/docs/bounce': away('/consent'),
    '/consent': away('/docs/b'),
    '/docs/b': '<h1>B</h1>',
    '/login': '<h1>Please log in</h1>',
  })
  remote = await remoteProject()
})
afterEach(async () => {
  await remote.close()
  await site.close()
})

const start = () => site.url('/docs/')
function declare(url: string, more = ''): void {
  const request = `request: { url: "${url}", limit: 9, sitemap: skip, scrapeOptions: { maxAge: 0 } }`
  remote.project.write('crawls/docs.yaml', `version: 2\n${request}\n${more}`)
}
const apply = (...words: string[]) =>
  remote.project.run(['apply', '--yes', '--wait', '--output', 'pages', '--feed', 'feed.jsonl', ...words])
const fed = () => takeFeed(remote.project.directory).map(({ op, url }) => `${op} ${new URL(url).pathname}`)
const isWritten = (file: string) => existsSync(path.join(remote.project.directory, 'pages', file))

it('a page that redirects out of the scope is counted and listed, but not delivered', async () => {
  declare(start())
  const { status, stderr } = await apply()
  expect(status).toBe(0)
  expect(stderr).toContain('docs: completed, 3 pages, 2 redirected out of the scope\n')
  const [login, other] = [`${start()}members → ${site.url('/login')}`, `${start()}sso → http://localhost:1/`]
  expect(stderr).toContain(`    2 pages were redirected out of the scope: ${other}, ${login}\n`)
  expect(fed()).toEqual(['upsert /docs/', 'upsert /docs/a', 'upsert /docs/b'])
  expect(isWritten('login.md')).toBe(false)
  expect(readFileSync(path.join(remote.project.directory, 'pages/index.jsonl'), 'utf8')).not.toContain(
    'login',
  )
  const shown = await remote.project.run(['status'])
  expect(shown.stdout).toContain(login)
  const { crawls } = JSON.parse((await remote.project.run(['status', '--format', 'json'])).stdout)
  expect(crawls[0].result).toMatchObject({ completed: 3, failed: 0, redirected: { pages: 2 } })
  const { stdout } = await remote.project.run(['results', 'docs'])
  expect(stdout.trimEnd().split('\n')).toHaveLength(3)
})

it('a page that starts to redirect out of the scope stays in the index as failing', async () => {
  declare(start())
  await apply()
  fed()
  site.set('/docs/a', away('/login'))
  await apply('--rerun')
  expect(fed()).toEqual([])
  const { stdout } = await remote.project.run(['changes'])
  expect(stdout).toContain('1 failing')
  expect(stdout).toContain(`redirects to ${site.url('/login')}`)
})

it('a job whose pages all redirect out of the scope has no page, and says why', async () => {
  const page = { markdown: 'Log in' }
  declare('https://a.example/docs/')
  remote.service.pages = [
    {
      ...page,
      metadata: { url: 'https://a.example/login', sourceURL: 'https://a.example/docs/m', statusCode: 200 },
    },
  ]
  remote.service.onStart = () =>
    Object.assign(remote.service.jobs.at(-1) ?? {}, { status: 'completed', completed: 1, total: 1 })
  const { status, stderr } = await apply('--env', 'remote')
  expect(status).toBe(5)
  const [from, to] = ['https://a.example/docs/m', 'https://a.example/login']
  expect(stderr).toContain(`no page: ${from} redirects out of the scope, to ${to}`)
  expect(fed()).toEqual([])
})

it('pages on the host to which the start page redirects are results', async () => {
  const at = (url: string, sourceURL = url) => ({
    markdown: url,
    metadata: { url, sourceURL, statusCode: 200 },
  })
  declare('https://a.example/')
  remote.service.pages = [
    at('https://b.example/', 'https://a.example/'),
    at('https://b.example/x', 'https://a.example/x'),
    at('https://b.example/y'),
  ]
  remote.service.onStart = () =>
    Object.assign(remote.service.jobs.at(-1) ?? {}, { status: 'completed', completed: 3, total: 3 })
  expect((await apply('--env', 'remote')).stderr).toContain('docs: completed, 3 pages\n')
  expect(fed()).toHaveLength(3)
})
