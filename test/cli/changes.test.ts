import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { hereProject } from '../support/run-here.ts'
import { type FeedEntry, takeFeed } from '../support/take-feed.ts'
import { startCli, type CliProject } from '../support/run-cli.ts'

let site: LoopbackSite
let project: CliProject

const page = (title: string, text: string, links = ''): string =>
  `<title>${title}</title><main><h1>${title}</h1><p>${text} This is a page with enough words to be one.</p>${links}</main>`

beforeEach(async () => {
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  for (const name of ['a', 'b', 'c', 'd']) site.set(`/${name}`, page(name, `Text of ${name}.`))
  home(['a', 'b', 'c'])
  project = hereProject()
  crawl('')
})
afterEach(async () => {
  project.remove()
  await site.close()
})

const missing = new Set<string>()

/** Links to these pages. Others of the first three are gone. */
function home(names: readonly string[]): void {
  for (const name of ['a', 'b', 'c']) {
    const isBack = names.includes(name) && missing.delete(name)
    if (isBack) site.set(`/${name}`, page(name, `Text of ${name}.`))
    if (names.includes(name)) continue
    missing.add(name)
    site.set(`/${name}`, { status: 404 })
  }
  const links = names.map((name) => `<a href="/${name}">${name}</a>`).join(' ')
  site.set('/', page('Home', 'Served at 10:04:11.', links))
}

function crawl(expectation: string, { limit = 50, scrape = '' } = {}): void {
  const request = `url: "${site.origin}/", limit: ${limit}, scrapeOptions: { maxAge: 0${scrape} }`
  project.write('crawls/docs.yaml', `version: 2\nrequest: { ${request} }\n${expectation}\n`)
}

const apply = (...args: string[]) => project.run(['apply', '--yes', ...args])
const changes = (...args: string[]) => project.run(['changes', ...args])
const feedLines = () => takeFeed(project.directory)
const wordOf = ({ op, url }: FeedEntry) => `${op} ${url.slice(site.origin.length)}`
const feedWords = () => feedLines().map(wordOf)
const published = () => readdirSync(path.join(project.directory, 'pages', 'docs')).toSorted()

async function changedOnce() {
  await apply()
  home(['a', 'b', 'e', 'd'])
  site.set('/b', page('b', 'Another text of b.'))
  site.set('/e', page('c', 'Text of c.'))
  return apply('--rerun')
}

describe('changes', () => {
  it('are shown after two jobs: added, changed and moved pages', async () => {
    await changedOnce()
    const { stdout, status } = await changes()
    expect(status).toBe(0)
    expect(stdout).toContain('docs: 1 added, 2 changed, 1 moved, 1 unchanged\n')
    expect(stdout).toContain(`  + ${site.origin}/d  d\n`)
    expect(stdout).toContain(`  ~ ${site.origin}/b  b\n`)
    expect(stdout).toContain(`  > ${site.origin}/c -> ${site.origin}/e  c\n`)
  })

  it('are shown in every format, and --detailed-exitcode exits with 2', async () => {
    await changedOnce()
    expect((await changes('--detailed-exitcode')).status).toBe(2)
    const json = JSON.parse((await changes('--format', 'json')).stdout)
    expect(json.crawls[0]).toMatchObject({
      name: 'docs',
      hasChanges: true,
      added: [{ url: `${site.origin}/d`, title: 'd', status: 200 }],
      settings: [],
    })
    const lines = (await changes('--format', 'ndjson')).stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).change)).toEqual(['added', 'changed', 'changed', 'moved'])
    expect((await changes('--format', 'markdown')).stdout).toContain('- added: `' + site.origin + '/d` d')
    const html = (await changes('--format', 'html')).stdout
    expect(html).toContain('<td class="removed">Text of b.')
    expect(html).toContain('<td class="added">Another text of b.')
  })

  it('of pages without Markdown are shown side by side', async () => {
    crawl('', { scrape: ', formats: [rawHtml]' })
    await changedOnce()
    expect((await changes('--format', 'html')).stdout).toContain('&lt;p&gt;Another text of b.')
  })

  it('of a page whose address is now spelled differently are shown side by side', async () => {
    await apply()
    const canonical = `<link rel="canonical" href="${site.origin}/b/">`
    site.set('/b', canonical + page('b', 'Another text of b.'))
    await apply('--rerun')
    const html = (await changes('--format', 'html')).stdout
    expect(html).toContain(`${site.origin}/b/`)
    expect(html).toContain('<td class="removed">Text of b.')
    expect(html).toContain('<td class="added">Another text of b.')
  })

  it('are counted in the plan, next to the time and pages of the last run', async () => {
    await apply()
    const before = JSON.parse((await project.run(['plan', '--rerun', '--format', 'json'])).stdout).changes[0]
    expect(before.last).toEqual({ at: expect.any(String), status: 'completed', pages: 4 })
    home(['a', 'b', 'd'])
    await apply('--rerun')
    const plan = async (format: string) =>
      (await project.run(['plan', '--rerun', '--format', format, '--summary'])).stdout
    const { last } = JSON.parse(await plan('json')).changes[0]
    const counts = { added: 1, removed: 1, changed: 1, moved: 0 }
    expect(last).toEqual({ at: expect.any(String), status: 'completed', pages: 4, changes: counts })
    const told = `${last.at.slice(0, 16)}Z: 4 pages, 1 added, 1 removed, 1 changed`
    expect(await plan('text')).toContain(`  up to 50 pages  last run ${told}\n`)
    expect(await plan('markdown')).toContain(`| 50 | ${told} |`)
    expect(await plan('html')).toContain(`<td class="run">${told}</td>`)
    expect((await project.run(['plan'])).stdout).not.toContain('last run')
    expect((await project.run(['plan', '--full'])).stdout).toContain(`last run ${told}`)
  })

  it('are left out of the plan if there are only failed pages', async () => {
    await apply()
    site.set('/b', { status: 500, body: 'broken' })
    await apply('--rerun')
    expect((await project.run(['plan', '--rerun', '--summary'])).stdout).toMatch(/Z: 3 pages, 1 failed\n/)
  })

  it('are absent, with the reason, if there is no job or no earlier job', async () => {
    expect((await changes()).stdout).toBe('docs: no completed job is recorded\n')
    await apply()
    expect((await changes()).stdout).toBe(
      'docs: no earlier job is known, so changes are shown after the next one\n',
    )
    for (const none of ['nobody', '2026-02-30']) expect((await changes('--since', none)).status).toBe(3)
  })

  it('include the names of settings that changed between two jobs', async () => {
    await apply()
    crawl('', { scrape: ', onlyMainContent: false' })
    await apply()
    expect((await changes()).stdout).toContain('The settings changed too: onlyMainContent.')
  })

  it('show failing and unreached pages as kept, and gone pages as removed', async () => {
    await apply()
    site.set('/a', { status: 500, body: 'broken' })
    site.set('/b', { status: 410, body: 'gone' })
    await apply('--rerun')
    const { stdout } = await changes()
    expect(stdout).toContain(`  - ${site.origin}/b`)
    expect(stdout).toContain(`  ! ${site.origin}/a  HTTP 500\n`)
    site.set('/a', page('a', 'Text of a.'))
    crawl('', { limit: 2 })
    await apply()
    expect((await changes()).stdout).toMatch(/1 not reached/)
  })

  it('keep pages whose only link may be on a failing page or sitemap', async () => {
    site.set('/b', page('b', 'Text of b.', '<a href="/d">d</a>'))
    await apply()
    site.set('/b', { status: 500, body: 'broken' })
    await apply('--rerun')
    expect((await changes()).stdout).toContain('docs: 1 failing now, 1 not reached, 3 unchanged\n')
    home(['a', 'c'])
    site.set('/sitemap.xml', { status: 503 })
    await apply('--rerun')
    expect((await changes()).stdout).toContain('docs: 1 changed, 2 not reached, 2 unchanged\n')
    for (const path of ['/sitemap.xml', '/d']) site.set(path, { status: 404 })
    await apply('--rerun')
    expect((await changes()).stdout).toContain('docs: 2 removed, 3 unchanged\n')
  })

  it('keep the pages of a site whose robots.txt fails', async () => {
    const other = await startLoopbackSite({
      '/x': page('x', 'Text of x.', '<a href="/y">y</a>'),
      '/y': page('y', 'Text of y.'),
    })
    const links = ['x', 'y'].map((name) => `<a href="${other.url(`/${name}`)}">${name}</a>`).join(' ')
    site.set('/', page('Home', 'Served.', links))
    const request = `url: "${site.origin}/", limit: 9, allowExternalLinks: true, scrapeOptions: { maxAge: 0 }`
    project.write('crawls/docs.yaml', `version: 2\nrequest: { ${request} }\n`)
    await apply()
    other.set('/robots.txt', { status: 503 })
    expect((await apply('--rerun')).stderr).toContain(`"${other.url('/robots.txt')}" answered 503`)
    expect((await changes()).stdout).toContain('docs: 2 failing now, 1 unchanged\n')
    await other.close()
  })

  it('keep the target of a redirect that fails', async () => {
    site.set('/b', { status: 302, headers: { location: '/d' } })
    await apply()
    site.set('/b', { status: 500, body: 'broken' })
    await apply('--rerun')
    expect((await changes()).stdout).toContain(`  ! ${site.origin}/d  HTTP 500\n`)
  })

  it.each([
    ['damaged', '{}', 'is damaged'],
    ['from a newer version', '{"formatVersion":99}\n', 'was written by a newer crawlform'],
  ])('are not published if a manifest is %s, and the manifest is named', async (_kind, text, because) => {
    const output = ['--output', 'pages', '--feed', 'feed.jsonl']
    await apply(...output)
    const before = feedLines()
    site.set('/b', page('b', 'Another text of b.'))
    await apply('--rerun')
    const folder = path.join(project.directory, '.crawlform/state/manifests/local/docs')
    const [first = '', second = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    writeFileSync(path.join(folder, second), text)
    const shown = await changes()
    expect([shown.status, shown.stdout]).toEqual([3, expect.stringContaining(`${second} ${because}`)])
    const results = await project.run(['results', ...output])
    expect([results.status, results.stderr]).toEqual([3, expect.stringContaining(`${second} ${because}`)])
    expect((await project.run(['status'])).stdout).toContain('docs  completed')
    expect(readFileSync(path.join(project.directory, 'pages/docs/b.md'), 'utf8')).toContain('Text of b.')
    expect([before.length, feedLines()]).toEqual([4, []])
    expect(existsSync(path.join(folder, first))).toBe(true)
  })

  it('are not published if a manifest is damaged, and the manifest is named', async () => {
    await apply('--output', 'pages', '--feed', 'feed.jsonl')
    const folder = path.join(project.directory, '.crawlform/state/manifests/local/docs')
    const [manifest = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    writeFileSync(path.join(folder, manifest), '{}')
    site.set('/b', page('b', 'Another text of b.'))
    const run = await apply('--rerun', '--output', 'pages', '--feed', 'feed.jsonl')
    expect(run.status).toBe(5)
    expect(run.stderr).toContain(`${manifest} is damaged`)
    expect(run.stderr).toContain('    held back, so its pages were not written\n')
    expect(readFileSync(path.join(project.directory, 'pages/docs/b.md'), 'utf8')).toContain('Text of b.')
  })
})

describe('a feed', () => {
  const deliver = (...args: string[]) => apply('--output', 'pages', '--feed', 'feed.jsonl', ...args)
  const fed = async () => (await deliver(), feedLines())

  it('starts with all pages, then holds exactly the changes, each once', async () => {
    const first = await fed()
    expect(first.map(wordOf)).toEqual(['upsert /', 'upsert /a', 'upsert /b', 'upsert /c'])
    for (const { file = '' } of first)
      expect(existsSync(path.join(project.directory, 'pages', file))).toBe(true)
    home(['a', 'b'])
    site.set('/b', page('b', 'Another text of b.'))
    await deliver('--rerun')
    expect(feedWords()).toEqual(['delete /c', 'upsert /', 'upsert /b'])
    const again = await deliver()
    expect(again.status).toBe(0)
    expect(feedWords()).toEqual([])
  })

  it('adds pages that failed when the first feed was written and now succeed', async () => {
    await apply()
    site.set('/b', { status: 500, body: 'broken' })
    await deliver('--rerun')
    expect(feedWords()).toEqual(['upsert /', 'upsert /a', 'upsert /c'])
    site.set('/b', page('b', 'Text of b.'))
    await deliver('--rerun')
    expect(feedWords()).toEqual(['upsert /b'])
    site.set('/b', { status: 500, body: 'broken' })
    await deliver('--rerun')
    site.set('/b', page('b', 'Text of b.'))
    await deliver('--rerun')
    expect(feedWords()).toEqual([])
  })

  it('includes changes of runs that ended before it was written', async () => {
    await fed()
    site.set('/b', page('b', 'Another text of b.'))
    await apply('--rerun')
    site.set('/c', page('c', 'Another text of c.'))
    await apply('--rerun', '--output', 'pages')
    await deliver()
    expect(feedWords()).toEqual(['upsert /b', 'upsert /c'])
  })

  it('repeats its lines after a kill between writing the file and its mark', async () => {
    await fed()
    const mark = path.join(project.directory, '.crawlform/state/manifests/local/docs/feed.delivered')
    const before = readFileSync(mark, 'utf8')
    site.set('/b', page('b', 'Another text of b.'))
    await deliver('--rerun')
    const lines = feedLines()
    writeFileSync(mark, before)
    await deliver()
    expect(feedLines()).toEqual(lines)
    await deliver()
    expect(feedLines()).toEqual([])
  })

  it.each(['', '\u0000', 'x'])('starts again after a damaged mark: %j', async (text) => {
    await fed()
    const folder = path.join(project.directory, '.crawlform/state/manifests/local/docs')
    writeFileSync(path.join(folder, 'feed.delivered'), text)
    writeFileSync(path.join(folder, '%zz.%e0.jsonl'), 'of another program')
    const { status, stderr } = await deliver()
    expect([status, stderr]).toEqual([0, expect.stringContaining('empty the index first')])
    expect(feedWords()).toHaveLength(4)
  })

  it('asks to empty the index if the manifest delivered last was removed', async () => {
    await fed()
    const folder = path.join(project.directory, '.crawlform/state/manifests/local/docs')
    const [manifest = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    rmSync(path.join(folder, manifest))
    home(['a', 'b'])
    const { stderr } = await deliver('--rerun')
    expect(stderr).toContain('docs: the manifest of the job that was delivered last is gone, so the feed has')
    expect(feedWords()).toEqual(['upsert /', 'upsert /a', 'upsert /b'])
  })

  it('starts from the job that --feed-from names', async () => {
    await fed()
    site.set('/b', page('b', 'Another text of b.'))
    const first = JSON.parse((await project.run(['status', '--format', 'json'])).stdout).crawls[0].job
    await deliver('--rerun')
    await project.run(['results', '--output', 'pages', '--feed', 'feed.jsonl', '--feed-from', first])
    expect(feedWords()).toEqual(['upsert /b'])
    await project.run(['results', '--output', 'pages', '--feed', 'feed.jsonl', '--feed-from', 'start'])
    expect(feedWords()).toHaveLength(4)
  })
})

describe('the file of a feed', () => {
  it.each([
    ['the same job', 1, 0, ' 0 upserts, 0 deletes'],
    ['the job before', 1, 0, ' 1 upsert, 0 deletes, after 3 earlier lines not yet taken'],
    ['jobs without end', Infinity, 3, 'feed.delivered was changed by another run in the meantime'],
  ])(
    'has no line twice if another machine delivers %s at the same time',
    async (theirs, times, status, said) => {
      const output = ['--output', 'pages', '--feed', 'feed.jsonl']
      await apply(...output)
      const feed = path.join(project.directory, 'feed.jsonl')
      const mark = path.join(project.directory, '.crawlform/state/manifests/local/docs/feed.delivered')
      const [before, delivered] = [feed, mark].map((file) => readFileSync(file, 'utf8'))
      site.set('/b', page('b', 'Another text of b.'))
      await apply('--rerun')
      const { job } = JSON.parse((await project.run(['status', '--format', 'json'])).stdout).crawls[0]
      const written = JSON.stringify(theirs === 'the same job' ? `${job}\n` : delivered)
      // The other machine writes its mark when this one has written its file.
      const other = `import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const { renameSync } = fs
      let times = 0
      fs.renameSync = (from, to) => {
        renameSync(from, to)
        const isFeed = to.endsWith('feed.jsonl') && times++ < ${times}
        if (isFeed) fs.writeFileSync(${JSON.stringify(mark)}, ${written})
      }
      syncBuiltinESMExports()`
      const run = await startCli(project.directory, ['results', ...output], {
        nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(other)}`],
      }).ended
      expect([run.status, run.stdout + run.stderr]).toEqual([status, expect.stringContaining(said)])
      expect(readFileSync(feed, 'utf8') === before).toBe(theirs !== 'the job before')
      expect(feedWords().toSorted()).toEqual(['upsert /', 'upsert /a', 'upsert /b', 'upsert /c'])
    },
  )

  it.each([
    ['the index of the pages', 'pages/index.jsonl', 'is not a feed'],
    ['a crawl file', 'crawls/docs.yaml', 'is not a feed'],
    ['a directory', 'crawls', 'is a directory'],
  ])('must not be %s', async (_kind, file, because) => {
    const run = await apply('--output', 'pages', '--feed', file)
    expect([run.status, run.stderr]).toEqual([64, expect.stringContaining(because)])
    expect(site.requests).toEqual([])
  })
})

describe('pages that do not meet the expectations of a crawl', () => {
  it('stay published if the expectations become stricter later', async () => {
    await apply('--output', 'pages')
    home(['a', 'b'])
    await apply('--rerun', '--output', 'pages')
    crawl('expect: { maxRemoved: 0 }')
    expect((await project.run(['results', '--output', 'pages'])).status).toBe(5)
    expect((await project.run(['status'])).stdout).not.toContain('held back')
    home(['a'])
    const { stderr } = await apply('--rerun', '--output', 'pages')
    expect(stderr).toContain('    1 of 3 pages would be removed (at most 0)\n')
  })

  it('are compared with all pages of the index, also those that failed last time', async () => {
    await apply()
    for (const name of ['a', 'b', 'c']) site.set(`/${name}`, { status: 500, body: 'broken' })
    await apply('--rerun')
    for (const name of ['a', 'b', 'c']) site.set(`/${name}`, { status: 404, body: 'gone' })
    crawl('expect: { maxRemoved: 50% }')
    expect((await apply('--rerun')).stderr).toContain('    3 of 4 pages would be removed (at most 50%)\n')
  })

  it('are held back, and status says so, even if only the start page failed', async () => {
    await apply('--output', 'pages')
    site.set('/', { status: 500, body: 'broken' })
    expect((await apply('--rerun', '--output', 'pages')).status).toBe(5)
    expect((await project.run(['status'])).stdout).toContain('    held back: no page: ')
  })

  it('are held back if several get the same new text at once, until they are forced', async () => {
    await apply('--output', 'pages')
    const check = '<title>One moment</title><p>Is this a person?</p>'
    for (const name of ['a', 'b', 'c']) site.set(`/${name}`, check)
    const held = await apply('--rerun', '--output', 'pages')
    expect(held.status).toBe(5)
    const because = '3 pages had different texts and have the same new one, such as '
    expect(held.stderr).toContain(`    ${because}${site.url('/a')} and ${site.url('/b')}: a bot check`)
    expect((await project.run(['results', '--output', 'pages'])).status).toBe(5)
    const printed = await project.run(['results', '--format', 'ndjson'])
    expect([printed.status, printed.stderr]).toEqual([
      5,
      expect.stringContaining(`docs: held back: ${because}`),
    ])
    const plan = (await project.run(['plan'])).stdout
    expect(plan).toContain(`the last job was held back: ${because}`)
    expect(plan).toMatch(/ {2}it ran \S+: held back, 4 pages, 3 changed/)
    expect((await project.run(['changes', '--format', 'html'])).stdout).toContain(`held back: ${because}`)
    await apply('--rerun', '--output', 'pages', '--force')
    expect((await project.run(['status'])).stdout).not.toContain('held back')
    expect((await apply('--rerun', '--output', 'pages')).status).toBe(0)
  })

  it('are held back by maxFailed', async () => {
    crawl('expect: { maxFailed: 20% }')
    site.set('/c', { status: 404, body: 'gone' })
    const held = await apply('--output', 'pages')
    expect([held.status, held.stderr]).toEqual([
      5,
      expect.stringContaining('    1 of 4 pages failed (at most 20%)\n'),
    ])
    crawl('expect: { maxFailed: 1 }')
    expect((await apply('--rerun', '--output', 'pages')).status).toBe(0)
  })

  it.each([
    ['maxRemoved: 10%', '1 of 4 pages would be removed (at most 10%)'],
    ['maxChanged: 1', '2 of 4 pages would be changed (at most 1)'],
    ['mustContain: [/c]', '/c is missing'],
  ])('are held back by %s until they are forced', async (expectation, because) => {
    crawl(`expect: { ${expectation} }`)
    const output = ['--output', 'pages', '--feed', 'feed.jsonl']
    expect((await apply(...output)).status).toBe(0)
    const before = published()
    feedLines()
    home(['a', 'b'])
    site.set('/b', page('b', 'Another text of b.'))
    const held = await apply('--rerun', ...output)
    expect(held.status).toBe(5)
    expect(held.stderr).toContain(because)
    expect(published()).toEqual(before)
    expect(feedWords()).toEqual([])
    expect((await project.run(['status'])).stdout).toContain(`    held back: ${because}\n`)
    expect((await project.run(['plan'])).stdout).toContain(`the last job was held back: ${because}`)
    const results = await project.run(['results', ...output])
    expect([results.status, results.stderr]).toEqual([5, expect.stringContaining(`held back: ${because}`)])
    expect(published()).toEqual(before)
    await project.run(['results', '--force', ...output])
    expect((await project.run(['plan'])).stdout).not.toContain('held back')
    expect(feedWords()).toEqual(['delete /c', 'upsert /', 'upsert /b'])
    expect(published()).not.toContain('c.md')
  })
})
