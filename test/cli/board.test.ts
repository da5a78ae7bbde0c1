import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveFourPages } from '../support/four-pages.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { hereProject } from '../support/run-here.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

let project: CliProject
let web: LoopbackSite

beforeEach(async () => {
  project = hereProject()
  web = await startLoopbackSite()
})
afterEach(async () => {
  await web.close()
  project.remove()
})

const read = (file: string): string => readFileSync(path.join(project.directory, file), 'utf8')

/** Returns the first page as people read it. */
async function board(args: readonly string[] = []): Promise<string> {
  await write(args)
  return readable('out/index.html')
}

async function write(args: readonly string[]): Promise<void> {
  const { status, stderr, stdout } = await project.run(['board', '--out', 'out', ...args])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^\d+ files written to out: open out\/index\.html\.\n$/)
}

/** Returns a page as people read it. */
function readable(file: string): string {
  return asText(read(file))
}

function asText(html: string): string {
  return html
    .replaceAll(/<script>[^]*?<\/script>/g, '')
    .replaceAll(/<svg[^>]*aria-label="([^"]*)"[^]*?<\/svg>/g, '[$1]')
    .replaceAll(/<svg[^]*?<\/svg>|<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
}

async function apply(code = 0): Promise<void> {
  const { status, stderr } = await project.run(['apply', '--rerun', '--wait', '--yes'])
  expect([status, stderr.includes('Error')]).toEqual([code, false])
}

describe('board', () => {
  it('shows each crawl as never submitted, published, held back or failed, with its reason', async () => {
    project.write(
      'crawls/docs.yaml',
      `version: 2\nrefresh: 1d\nrequest: { url: '${web.url('/')}', limit: 10 }\nexpect: { maxRemoved: 1 }\n`,
    )
    const before = await board()
    expect(before).toContain('No crawl has run yet crawlform apply starts it.')
    expect(before).toContain('no run yet')
    serveFourPages(web, { a: 'One', b: 'Two', c: 'Three' })
    await apply()
    serveFourPages(web, { a: 'Other', b: 'Two', d: 'New' })
    await apply()
    expect(await board()).toMatch(
      /published docs \[2 runs, 4 pages\] 4 pages \+1 −1 ~2 ran \d+ \w+ \d\d:\d\d in \d+s, 4 credits due/,
    )
    serveFourPages(web, { a: 'Other' })
    await apply(5)
    project.write('crawls/gone.yaml', `version: 2\nrequest: { url: 'http://127.0.0.1:1/', limit: 10 }\n`)
    await apply(5)
    const after = await board()
    expect(after).toContain('2 of 2 crawls need attention')
    expect(after).toMatch(/failed gone .*connection to "127\.0\.0\.1:1" failed/)
    expect(after).toMatch(
      /held back docs 2 of 4 pages would be removed \(at most 1\) \[4 runs, 2 to 4 pages, 2 held back\]/,
    )
  })

  it('has a page for each crawl with its changes, guards and failing pages', async () => {
    project.write(
      'crawls/docs.yaml',
      `version: 2\nrequest: { url: '${web.url('/')}', limit: 10 }\nexpect: { maxRemoved: 50%, minPages: 2 }\n`,
    )
    serveFourPages(web, { a: 'One', b: 'Two', c: 'Three' })
    await apply()
    web.set('/a', { status: 500 })
    await apply()
    web.set('/b', { status: 503 })
    await apply()
    await board()
    const page = readable('out/crawls/docs.html')
    expect(page).toContain('docs ✓ published')
    expect(page).toContain('plan now keep: the last job has 2 failed pages')
    expect(page).toMatch(/minPages 2 now 2 maxRemoved 50% now 0% \(0 of 4\)/)
    expect(page).toMatch(
      /Failed pages: 1 new, 1 known ✗ HTTP 503 \/b new, depth 1, from \/ 1 failed in the run before too ✗ HTTP 500 \/a known for 2 runs, since [^,]*, depth 1, from \/ /,
    )
    expect(page).toMatch(/! failing now \/a HTTP 500/)
    expect(page).toMatch(
      /Pages status all 4 200 2 failing now 2 depth all 4 0 1 1 3 type all 4 html 4 characters all 4 /,
    )
    expect(page).toMatch(/200 \/c \w+, depth 1, from \/ /)
    const [file = ''] = readdirSync(path.join(project.directory, 'out/crawls/docs'))
    expect(readable(`out/crawls/docs/${file}`)).toMatch(
      /✗ HTTP 50[03] HTTP 200, html, \d+ characters, depth 1, from \/ Runs content of .* failing now 200 .* first kept run 200.* Files hold no texts of pages\. /,
    )
  })

  it('still shows runs whose manifests are gone, also failed runs', async () => {
    project.write('crawls/docs.yaml', `version: 2\nrequest: { url: '${web.url('/')}', limit: 10 }\n`)
    serveFourPages(web, { a: 'One', b: 'Two' })
    await apply()
    web.set('/', { status: 403 })
    await apply(5)
    serveFourPages(web, { a: 'One', b: 'Two', c: 'Three' })
    web.set('/b', { status: 403 })
    await apply()
    const folder = '.crawlform/state/manifests/local/docs'
    const manifests = readdirSync(path.join(project.directory, folder))
    for (const name of manifests.filter((one) => one !== 'runs.summaries'))
      rmSync(path.join(project.directory, folder, name))
    expect(await board()).toMatch(/\[3 runs, 0 to 3 pages, 1 held back\]/)
    expect(readable('out/crawls/docs.html')).toMatch(/\d\d:\d\d 3 .* held back: .* \d\d:\d\d 3 /)
  })

  it('names recorded crawls that are no longer declared, and errors in files', async () => {
    serveFourPages(web, { a: 'One' })
    project.write('crawls/docs.yaml', `version: 2\nrequest: { url: '${web.url('/')}', limit: 10 }\n`)
    await apply()
    project.write(
      'crawls/docs.yaml',
      `version: 2\nname: other\nrequest: { url: '${web.url('/')}', limit: 10 }\n`,
    )
    expect(await board(['--offline'])).toMatch(/published docs no longer declared/)
    project.write('crawls/docs.yaml', `version: 2\nrequest: { url: 7 }\n`)
    const broken = await board()
    expect(broken).toContain('Crawl files have errors, which "crawlform validate" shows.')
    expect(broken).not.toContain('no longer declared')
  })

  it('has the account of a job that apply and status give, with its limit and what was left out', async () => {
    const copy =
      '<link rel="canonical" href="/a"><main><h1>a</h1><p>One text of a page with enough words.</p></main>'
    serveFourPages(web, { a: 'One', b: 'Two', c: '' })
    web.set(
      '/',
      `<h1>Home</h1>${['/a', '/copy', '/b', '/c'].map((to) => `<a href="${to}">${to}</a>`).join(' ')}`,
    )
    web.set('/a', copy)
    web.set('/copy', copy)
    web.set('/b', { status: 500 })
    project.write('crawls/docs.yaml', `version: 2\nrequest: { url: '${web.url('/')}', limit: 4 }\n`)
    const { stderr } = await project.run(['apply', '--wait', '--yes'])
    const account = '2 pages, 1 failed (1 new), 1 left out as copies'
    const stopped = /stopped at limit 4; at least 1 more URL was found/
    const { stdout } = await project.run(['status'])
    const overview = await board()
    const page = readable('out/crawls/docs.html')
    const [, counts = ''] = /^docs: completed, (.*)$/m.exec(stderr) ?? []
    expect(stdout).toContain(`completed  ${counts}  `)
    expect(page).toContain(`last job ${counts}, `)
    expect(counts.replace(' (1 new)', '')).toBe(account.replace(' (1 new)', ''))
    for (const text of [stderr, stdout, overview, page]) expect(text).toMatch(stopped)
    for (const text of [stderr, stdout, page])
      expect(text).toContain(`1 page left out as a copy of its canonical page: ${web.url('/copy')}`)
  })

  it('shows no secret', async () => {
    serveFourPages(web, { a: 'One' })
    const env = { SITE_KEY: 'hunter2-hunter2' }
    web.set(
      '/?key=hunter2-hunter2',
      '<title>hunter2-hunter2</title><main><h1>Hi</h1><p>Some words.</p></main>',
    )
    project.write(
      'crawls/docs.yaml',
      `version: 2\nrequest: { url: '${web.url('/')}?key=\${secret:SITE_KEY}', limit: 3 }\n`,
    )
    await project.run(['apply', '--wait', '--yes'], { env })
    await project.run(['board', '--out', 'out'], { env })
    const files = readdirSync(path.join(project.directory, 'out'), { recursive: true, withFileTypes: true })
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(path.join(file.parentPath, file.name), 'utf8'))
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.filter((text) => text.includes('hunter2'))).toEqual([])
  })
})

describe('the published board', () => {
  it('is linked by status and by plan comments', async () => {
    project.write(
      'crawlform.yaml',
      `version: 2\nenvironments: { local: { service: embedded, board: 'https://team.example.com/b(1)/' } }\n`,
    )
    project.write('crawls/docs.yaml', `version: 2\nrequest: { url: '${web.url('/')}', limit: 10 }\n`)
    const { stdout } = await project.run(['status'])
    expect(stdout).toMatch(/\nBoard: https:\/\/team\.example\.com\/b\(1\)\/\n$/)
    await project.run(['plan', '--report', 'markdown=plan.md'])
    expect(read('plan.md')).toContain('[The board](https://team.example.com/b%281%29/) shows all crawls.\n')
  })
})

describe('the served board', () => {
  it('counts runs from their summaries, so that the overview reads no manifests', async () => {
    const served = cliProject({
      'crawls/docs.yaml': `version: 2\nrequest: { url: '${web.url('/')}', limit: 10 }\n`,
    })
    serveFourPages(web, { a: 'One', b: 'Two' })
    expect((await served.run(['apply', '--wait', '--yes'])).status).toBe(0)
    serveFourPages(web, { a: 'Other', b: 'Two' })
    expect((await served.run(['apply', '--rerun', '--wait', '--yes'])).status).toBe(0)
    const folder = path.join(served.directory, '.crawlform/state/manifests/local/docs')
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.jsonl')))
      writeFileSync(path.join(folder, name), 'damaged')
    const run = served.start(['board'])
    try {
      await run.says('Press Ctrl-C to stop.')
      const page = await (await fetch(run.soFar().stdout.trim())).text()
      expect(page).toMatch(/aria-label="?2 runs, 3 pages"?/)
      expect(page).toContain('~1')
    } finally {
      run.kill('SIGINT')
      await run.ended
      served.remove()
    }
  })

  it('has a page for each crawled page: its runs, differences and scope', async () => {
    const served = cliProject({
      'crawls/docs.yaml': `version: 2\nrequest: { url: '${web.url('/')}', limit: 10 }\n`,
    })
    const started: ReturnType<typeof served.start>[] = []
    try {
      for (const a of ['One', 'Other']) {
        serveFourPages(web, { a, b: 'Two', d: 'See <a href="/gone">this</a> and <a href="/b#x">that</a>.' })
        web.set('/gone', { status: 404 })
        expect((await served.run(['apply', '--rerun', '--wait', '--yes'])).status).toBe(0)
      }
      const run = served.start(['board'])
      started.push(run)
      await run.says('Press Ctrl-C to stop.')
      const url = run.soFar().stdout.trim()
      const crawl = await (await fetch(`${url}crawls/docs.html`)).text()
      const [, to = ''] = />\/a<\/a>(?:(?!<li)[^])*?<a href="?(docs\/[\da-f]{32}\.html)/.exec(crawl) ?? []
      const page = await (await fetch(`${url}crawls/${to}`)).text()
      expect(page).toMatch(
        /<td>changed<\/td>\s*<td>200<\/td>\s*<td>\d+[^]*<td>first kept run<\/td>\s*<td>200/,
      )
      expect(page).toMatch(
        /Difference between the last two runs<\/h2>\s*<pre[^>]*>[^]*\n-.*One.*\n\+.*Other.*\n/,
      )
      expect(page).toMatch(/Scope<\/h2>\s*<pre[^>]*>\S+\/a is in scope of docs/)
      const [, withLinks = ''] =
        />\/d<\/a>(?:(?!<li)[^])*?<a href="(docs\/[\da-f]{32}\.html)/.exec(crawl) ?? []
      const linked = asText(await (await fetch(`${url}crawls/${withLinks}`)).text())
      expect(linked).toMatch(
        /Links out: 2 ✗ failed \/gone 200 \/b runs Links in: 1 200 \/ runs These are links of/,
      )
      expect((await fetch(`${url}crawls/docs/${'0'.repeat(32)}.html`)).status).toBe(404)
    } finally {
      for (const run of started) run.kill('SIGINT')
      await Promise.all(started.map(({ ended }) => ended))
      served.remove()
    }
  })

  it('answers anyone with its address, shows the current project, and ends with Ctrl-C', async () => {
    const served = cliProject({
      'crawls/docs.yaml': `version: 2\nrequest: { url: 'https://example.com/', limit: 1 }\n`,
    })
    const started = served.start(['board'])
    try {
      await started.says('Press Ctrl-C to stop.')
      const url = started.soFar().stdout.trim()
      const answer = await fetch(url)
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
      )
      expect(await answer.text()).toContain('starts it.')
      served.write('crawls/api.yaml', `version: 2\nrequest: { url: 'https://example.com/', limit: 1 }\n`)
      expect(await (await fetch(url)).text()).toContain('starts them.')
      const style = await fetch(`${url}board.css`)
      expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
      const others = [
        `${url}other`,
        `${url}../`,
        url.replace(/[\w-]{5}\/$/, 'wrong/'),
        url.replace('127.0.0.1', 'localhost'),
      ]
      const answers = await Promise.all(
        others.map(async (one) => (await fetch(one).catch(() => ({ status: 0 }))).status),
      )
      expect(answers.map((status) => status === 404 || status === 421 || status === 0)).toEqual([
        true,
        true,
        true,
        true,
      ])
      started.kill('SIGINT')
      expect((await started.ended).stderr).toContain('Open this address in a browser.')
    } finally {
      served.remove()
    }
  })
})
