import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'
import { takeFeed } from '../support/take-feed.ts'

let site: LoopbackSite
let project: CliProject

const link = (to: string): string => `<p><a href="${to}">${to}</a></p>`

beforeEach(async () => {
  site = await startLoopbackSite({
    '/': `<h1>Home</h1>${['/a', '/a?utm_source=docs', '/b?utm_source=docs', '/b', '/list', '/list?page=2', '/old'].map(link).join('')}`,
    '/a': `<h1>A</h1>${link('#part')}${link('/b?utm_source=docs')}`,
    '/b': `<h1>B</h1>`,
    '/list': '<h1>List</h1><p>one</p>',
    '/list?page=2': '<h1>List</h1><p>two</p>',
    '/old': '<head><link rel="canonical" href="/a"></head><h1>Old name</h1>',
  })
  project = hereProject()
  declare()
})

afterEach(async () => {
  project.remove()
  await site.close()
})

function declare(more = ''): void {
  const request = `request: { url: "${site.url('/')}", limit: 20, scrapeOptions: { maxAge: 0 }${more} }`
  project.write('crawls/docs.yaml', `version: 2\n${request}\n`)
}

const apply = (...words: string[]) => project.run(['apply', '--yes', ...words])
const advice = '2 pages differ from another page only in their query: set `ignoreQueryParameters: true`'

function written(): readonly string[] {
  return readdirSync(path.join(project.directory, 'pages/docs')).toSorted()
}

function index(): readonly { readonly url: string; readonly canonical?: string }[] {
  const text = readFileSync(path.join(project.directory, 'pages/index.jsonl'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('pages that differ from another page only in their query', () => {
  it('are counted in the outcome, by status, and by plan from the last job', async () => {
    const { status, stderr } = await apply('--report', 'json=out.json', '--report', 'markdown=out.md')
    expect([status, stderr]).toEqual([0, expect.stringContaining(`    note: ${advice}\n`)])
    const report = readFileSync(path.join(project.directory, 'out.json'), 'utf8')
    expect(JSON.parse(report).results[0].result.summary).toEqual({
      errorPages: 0,
      queryCopies: 2,
      canonicalCopies: 1,
    })
    expect(readFileSync(path.join(project.directory, 'out.md'), 'utf8')).toContain(`- \`docs\`: ${advice}`)
    expect((await project.run(['status'])).stdout).toContain(`    note: ${advice}\n`)
    const plan = await project.run(['plan', '--report', 'html=plan.html', '--report', 'markdown=plan.md'])
    expect(plan.stdout).toContain(advice)
    for (const file of ['plan.html', 'plan.md'])
      expect(readFileSync(path.join(project.directory, file), 'utf8')).toContain('only in their query')
    const { changes } = JSON.parse((await project.run(['plan', '--format', 'json'])).stdout)
    expect(changes).toMatchObject([{ action: 'keep', reason: advice }])
  })

  it('are no longer reported when the crawl file ignores queries', async () => {
    await apply()
    declare(', ignoreQueryParameters: true')
    expect((await project.run(['plan'])).stdout).not.toContain('only in their query')
    const { stderr } = await apply()
    expect(stderr).toContain('docs: completed, 5 pages\n')
    expect(stderr).not.toContain('only in their query')
  })
})

describe('a page whose canonical URL is another page of the job', () => {
  it('is marked in the index and counted', async () => {
    const { stderr } = await apply('--output', 'pages')
    expect(stderr).toContain(
      '    note: 1 page names another page as its canonical URL and differs from it: --skip-duplicates leaves it out of the files\n',
    )
    expect(index().filter(({ canonical }) => canonical !== undefined)).toEqual([
      expect.objectContaining({ url: site.url('/old'), canonical: site.url('/a') }),
    ])
    expect(written()).toContain('old.md')
  })

  it.each([['apply'], ['wait'], ['results']])(
    'is left out of the files by %s --skip-duplicates',
    async (command) => {
      const output = ['--output', 'pages', '--skip-duplicates']
      await (command === 'apply' ? apply(...output) : apply(command === 'wait' ? '--no-wait' : '--wait'))
      if (command !== 'apply') await project.run([command, ...output])
      expect(written()).toEqual([
        'a-utm_source-docs.md',
        'a.md',
        'b-utm_source-docs.md',
        'b.md',
        'index.md',
        'list-page-2.md',
        'list.md',
      ])
      expect(index().map(({ url }) => url)).not.toContain(site.url('/old'))
    },
  )

  it('is left out of the feed with --skip-duplicates, and comes back without it', async () => {
    const output = ['--rerun', '--output', 'pages', '--feed', 'feed.jsonl']
    const deliver = async (...more: string[]) => {
      await apply(...output, ...more)
      return takeFeed(project.directory)
        .map(({ op, url }) => `${op} ${url.slice(site.origin.length)}`)
        .filter((line) => /(?:old|index)$/.test(line))
    }
    expect(await deliver('--skip-duplicates')).toEqual([])
    expect(await deliver()).toEqual(['upsert /old'])
    expect(await deliver('--skip-duplicates')).toEqual(['delete /old'])
    site.set('/old', '<head><link rel="canonical" href="/a"></head><h1>Old and new name</h1>')
    expect(await deliver('--skip-duplicates')).toEqual([])
    site.set('/old', { status: 403 })
    expect(await deliver('--skip-duplicates')).toEqual([])
    site.set('/old', '<h1>A page of its own</h1>')
    expect(await deliver('--skip-duplicates')).toEqual(['upsert /old'])
  })

  it('is replaced in links of other pages by the page that it names', async () => {
    await apply('--output', 'pages', '--skip-duplicates', '--links', 'relative')
    const home = readFileSync(path.join(project.directory, 'pages/docs/index.md'), 'utf8')
    expect(home).toContain('[/old](a.md)')
  })

  it('is not a duplicate if that page names it as canonical in turn', async () => {
    site.set('/a', '<head><link rel="canonical" href="/old"></head><h1>A</h1>')
    const { stderr } = await apply('--output', 'pages', '--skip-duplicates')
    expect(stderr).not.toContain('canonical')
    expect(written()).toEqual(expect.arrayContaining(['a.md', 'old.md']))
  })
})

describe('a page with the text of its canonical page', () => {
  const naming = (to: string, text: string): string =>
    `<head><link rel="canonical" href="${to}"></head>${text}`
  const REAL = '<h1>Real</h1><p>The words of the real page.</p>'
  const LINE = (...urls: string[]) =>
    `    ${urls.length === 1 ? '1 page left out as a copy of its' : `${urls.length} pages left out as copies of their`} canonical page: ${urls.map((one) => site.url(one)).join(', ')}\n`
  /** Serves a home page that links to these, in their order. */
  const serve = (pages: Readonly<Record<string, string>>): void => {
    site.set('/', `<h1>Home</h1>${Object.keys(pages).map(link).join('')}`)
    for (const [name, text] of Object.entries(pages)) site.set(name, text)
  }

  it('is left out of results, files and counts, and is named, also if it is found first', async () => {
    serve({
      '/print': naming('/real', REAL),
      '/real': naming('/real', REAL),
      '/real?sort=up': naming('/real', REAL),
    })
    const { stderr, status } = await apply('--output', 'pages', '--links', 'relative')
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining('docs: completed, 2 pages, 2 left out as copies\n'),
    ])
    expect(stderr).toContain(LINE('/print', '/real?sort=up'))
    expect(index().map(({ url }) => url)).toEqual([site.url('/'), site.url('/real')])
    expect(written()).toEqual(['index.md', 'real.md'])
    const home = readFileSync(path.join(project.directory, 'pages/docs/index.md'), 'utf8')
    expect(home).toContain('[/print](real.md)')
    const shown = (await project.run(['status'])).stdout
    expect(shown).toContain('completed  2 pages, 2 left out as copies')
    expect(shown).toContain(LINE('/print', '/real?sort=up'))
    const { stdout } = await project.run(['results', '--format', 'ndjson'])
    expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  })

  it('stays where the crawl file says so', async () => {
    declare()
    project.write('crawlform.yaml', 'version: 2\ndefaults: { expect: { canonicalCopies: keep } }\n')
    serve({ '/print': naming('/real', REAL), '/real': REAL })
    const { stderr } = await apply()
    expect(stderr).toContain('docs: completed, 3 pages\n')
    expect(stderr).not.toContain('left out')
    expect((await project.run(['explain', 'docs'])).stdout).toMatch(
      /expect\.canonicalCopies +keep +project defaults \(crawlform\.yaml:2\)/,
    )
    // Afterwards the same job is read again, with the other setting.
    project.write('crawlform.yaml', 'version: 2\n')
    expect((await project.run(['results', '--format', 'ndjson'])).stdout.trimEnd().split('\n')).toHaveLength(
      2,
    )
  })

  it.each<[string, Readonly<Record<string, string>>, string?]>([
    ['has failed', { '/print': naming('/gone', REAL) }],
    ['is excluded', { '/print': naming('/real', REAL), '/real': REAL }, ', excludePaths: ["^/real"]'],
    ['is on another host', { '/print': naming('https://example.com/', REAL) }],
    ['names it in turn', { '/print': naming('/real', REAL), '/real': naming('/print', REAL) }],
    ['has other text', { '/print': naming('/', REAL), '/real': naming('/', `${REAL} more`) }],
  ])('stays if that page %s', async (_, pages, more = '') => {
    declare(more)
    serve(pages)
    const { stderr } = await apply('--output', 'pages')
    expect(stderr).not.toContain('left out')
    expect(written()).toContain('print.md')
  })

  it('is removed from the feed when it becomes a copy, and comes back when it is none', async () => {
    serve({ '/print': REAL.replace('words', 'first words'), '/real': REAL })
    const feed = ['--rerun', '--output', 'pages', '--feed', 'feed.jsonl']
    await apply(...feed)
    serve({ '/print': naming('/real', REAL), '/real': REAL })
    const second = await apply(...feed)
    expect(second.stderr).toContain(LINE('/print'))
    expect((await project.run(['changes'])).stdout).toMatch(/\n {2}- \S+\/print\n/)
    expect(readFileSync(path.join(project.directory, 'feed.jsonl'), 'utf8')).toMatch(/"delete".*\/print/)
    serve({ '/print': naming('/real', `${REAL}<p>And more.</p>`), '/real': REAL })
    await apply(...feed)
    expect((await project.run(['changes'])).stdout).toMatch(/\n {2}\+ \S+\/print\n/)
  })
})

describe('pages whose addresses contain a session', () => {
  it('are counted as copies, with the shortest example', async () => {
    const names = ['home', 'a', 'b']
    let loads = 0
    const page = (name: string): string => {
      const session = (): string => (++loads).toString(16).padStart(8, 'A')
      const links = names.map((to) => `<a href="/${to};jsessionid=${session()}">${to}</a> `)
      return `<main><h1>${name}</h1><p>These are the words of ${name}.</p>${links.join('')}</main>`
    }
    const server = createServer((request, response) => {
      const [, name = 'home'] = /^\/(\w+);/.exec(request.url ?? '') ?? []
      response.setHeader('content-type', 'text/html').end(page(name))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    onTestFinished(() => void server.close())
    project.write(
      'crawls/docs.yaml',
      `version: 2\nrequest: { url: "http://127.0.0.1:${port}/", limit: 20, sitemap: skip, ignoreRobotsTxt: true }\n`,
    )
    const { stderr } = await apply()
    expect(stderr).toContain('    stopped at limit 20; ')
    expect(stderr).toMatch(
      /note: 17 pages have the text of another page, such as http:\S+\/ and \S+;jsessionid=\w{8}: leave/,
    )
  })
})
