// The page as people have it: written by the built program's parts, opened in a real browser, read by its text and roles.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluate } from '../../src/explore/evaluate.ts'
import type { ExploredCrawl } from '../../src/explore/explored-crawl.ts'
import { renderExplorer } from '../../src/explore/explore.ts'
import type { ScopeSettings } from '../../src/scope/scope.ts'
import { page as sitePage, site } from '../service/support/pages.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { measurePage } from '../support/measure-page.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'
import { someTrail } from '../support/some-trail.ts'
import { hasBrowser, startTestBrowser, type TestBrowser } from '../support/test-browser.ts'

const SCRIPT = `<script>document.title = 'run'</script><img src="https://example.org/x.png" onerror="alert(1)">`

function crawlOf(trail: ExploredCrawl['trail'], name = 'docs'): ExploredCrawl {
  return {
    name,
    place: 'crawls/docs.yaml:1',
    environment: 'local',
    creditsPerPage: 1,
    settings: trail.settings,
    trail,
    canWrite: false,
  }
}

describe.runIf(hasBrowser)("the explorer's page", () => {
  const many = someTrail(10_000, 7)
  let browser: TestBrowser
  let project: CliProject
  let web: LoopbackSite
  beforeAll(async () => {
    browser = await startTestBrowser()
    project = cliProject()
    web = await startLoopbackSite({
      ...site({
        '/docs/': [
          '/docs/a',
          '/docs/b',
          '/docs/guide/one',
          '/blog/',
          '/docs/pic.png',
          '/docs/hidden',
          '/docs/a/',
        ],
        '/docs/a': ['/docs/guide/two', `/docs/${encodeURIComponent(SCRIPT)}`],
        '/docs/b': ['/docs/guide/deep'],
        '/docs/guide/one': [],
        '/docs/guide/two': [],
        '/docs/guide/deep': ['/docs/guide/deeper'],
        '/blog/': [],
      }),
      '/docs/hidden': sitePage('Hidden'),
      '/robots.txt': 'User-agent: *\nDisallow: /docs/hidden',
    })
    project.write(
      'crawls/docs.yaml',
      `version: 2\nrequest:\n  url: ${web.url('/docs/')}\n  maxDiscoveryDepth: 2\n  excludePaths: ['^/docs/b$']\n  limit: 50\n`,
    )
    const { status, stderr } = await project.run(['preview', 'docs', '--report', 'html=out/docs.html'])
    if (status !== 0) throw new Error(stderr)
    const hostile = someTrail(300, 3)
    const start = 'https://www.example.com/'
    const urls = [start, `${start}a`, `${start}a?x=1`, 'https://docs.example.com/b', 'https://other.test/c']
    const settings = {
      ...hostile.settings,
      url: start,
      ignoreQueryParameters: true,
      includePaths: [],
      excludePaths: [],
    }
    const switched = {
      ...hostile,
      settings: {
        ...settings,
        allowSubdomains: false,
        allowExternalLinks: false,
        maxDiscoveryDepth: undefined,
      },
      urls,
      sitemap: [],
      visits: [{ url: 0 }, { url: 1 }],
      events: [0, 2, 3, 5],
      links: [[0, [1, 2, 3, 4]]] as const,
      forbidden: [],
      manyLinks: [],
    }
    const pages = {
      real: readFileSync(path.join(project.directory, 'out/docs.html'), 'utf8'),
      switches: renderExplorer(crawlOf(switched)).html,
      many: renderExplorer(crawlOf(many)).html,
      hostile: renderExplorer(
        crawlOf(
          { ...hostile, urls: [...hostile.urls, `https://x.example/${SCRIPT}/${'long'.repeat(300)}`] },
          SCRIPT,
        ),
      ).html,
    }
    for (const [name, html] of Object.entries(pages))
      writeFileSync(path.join(browser.folder, `${name}.html`), html)
  })
  afterAll(async () => {
    await browser?.close()
    await web?.close()
    project?.remove()
  })

  /** Rows of the tree as they are read: folders with their counts, URLs with what becomes of them. */
  async function rowsOf(page: Page): Promise<string[]> {
    const texts = await page.getByRole('treeitem').allInnerTexts()
    return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
  }

  it('shows the URLs that a preview found, which are in scope, and why', async () => {
    const { page, requests, complaints } = await browser.openFile('real')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Scope of docs')
    expect(await page.locator('#summary').innerText()).toBe('4 pages in, 6 URLs out. Worst case: 50 pages.')
    expect(await rowsOf(page)).toEqual([
      `▾ ${web.url('/')} ✓ 4 in ✗ 6 out`,
      '▾ docs/ ✓ 4 in ✗ 5 out',
      '✓ / in',
      '▸ guide/ ✓ 2 in',
      `! ${encodeURIComponent(SCRIPT)} failed`,
      '✓ a in',
      '✗ a/ duplicate',
      '✗ b excluded',
      '✗ hidden robots',
      '✗ pic.png file type',
      '✗ blog/ child path',
    ])
    await page.getByRole('tree').focus()
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight'])
      await page.keyboard.press(key)
    expect(await rowsOf(page)).toEqual([
      `▾ ${web.url('/')} ✓ 4 in ✗ 6 out`,
      '▾ docs/ ✓ 4 in ✗ 5 out',
      '✓ / in',
      '▾ guide/ ✓ 2 in',
      '✓ one in',
      '✓ two in',
      `! ${encodeURIComponent(SCRIPT)} failed`,
      '✓ a in',
      '✗ a/ duplicate',
      '✗ b excluded',
      '✗ hidden robots',
      '✗ pic.png file type',
      '✗ blog/ child path',
    ])
    for (const key of ['End', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
    const why = page.getByRole('region', { name: 'Why' })
    expect(await why.innerText()).toContain(`✗ out: excluded ${web.url('/docs/b')}`)
    expect(await why.innerText()).toContain('"^/docs/b$" of excludePaths matches "/docs/b"')
    expect(await why.innerText()).toContain(`${web.url('/docs/')} links to it, 1 link from the start.`)
    await page.keyboard.press('ArrowUp')
    expect(await why.innerText()).toContain(`The page is ${web.url('/docs/a')}.`)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await rowsOf(page)).toHaveLength(3)
    expect(await page.getByRole('treeitem', { selected: true }).getAttribute('aria-expanded')).toBe('false')
    expect([requests.length, complaints]).toEqual([1, []])
    await page.context().close()
  })

  it('shows at once which URLs changed settings add or remove, and their YAML', async () => {
    const { page, complaints } = await browser.openFile('real', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const summary = page.locator('#summary')
    const yaml = page.getByLabel('Changed settings as YAML')
    expect((await yaml.innerText()).trimEnd()).toBe('# No changed settings.')
    await page.getByLabel('excludePaths').fill('^/docs/guide/\n\n')
    expect(await summary.innerText()).toBe(
      '3 pages in (+1 come in, −2 go out), 7 URLs out. Worst case: 50 pages.',
    )
    expect((await yaml.innerText()).trimEnd()).toBe("request:\n  excludePaths:\n    - '^/docs/guide/'")
    expect(await page.locator('#notes').innerText()).toBe(
      'Links on 1 newly included page are not known yet. Run the preview again to see them.',
    )
    await page.getByRole('button', { name: 'changed' }).click()
    expect(await rowsOf(page)).toEqual([
      `▾ ${web.url('/')} ✓ 3 in ✗ 7 out +1 −2`,
      '▾ docs/ ✓ 3 in ✗ 6 out +1 −2',
      '▾ guide/ ✗ 2 out −2',
      '✗ one − goes out excluded',
      '✗ two − goes out excluded',
      '✓ b + comes in in',
    ])
    await page.getByRole('button', { name: 'Copy YAML' }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      "request:\n  excludePaths:\n    - '^/docs/guide/'\n",
    )
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByLabel('maxDiscoveryDepth').fill('1')
    await page.getByLabel('limit').fill('3')
    expect(await summary.innerText()).toBe('3 pages in (−1 go out), 7 URLs out. Worst case: 3 pages.')
    await page.getByLabel('sitemap').selectOption('only')
    expect(await summary.innerText()).toBe('1 page in (−3 go out), 9 URLs out. Worst case: 3 pages.')
    await page.getByRole('button', { name: 'all' }).click()
    await page.getByLabel('Search').fill('GUIDE/t')
    expect((await rowsOf(page)).at(-1)).toBe('✗ two − goes out not found')
    await page.getByLabel('Search').fill('nothing like it')
    expect(await page.getByText('No URL matches.').isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('tries the settings that it recommends', async () => {
    const { page, complaints } = await browser.openFile('real')
    const summary = page.locator('#summary')
    const yaml = page.getByLabel('Changed settings as YAML')
    await page.getByRole('treeitem').last().click()
    expect(await page.getByRole('region', { name: 'Why' }).innerText()).toContain('crawlEntireDomain')
    await page.getByLabel('crawlEntireDomain').check()
    expect(await summary.innerText()).toBe('5 pages in (+1 come in), 5 URLs out. Worst case: 50 pages.')
    expect((await yaml.innerText()).trimEnd()).toBe('request:\n  crawlEntireDomain: true')
    await page.getByRole('button', { name: 'Reset' }).click()
    expect(await page.getByLabel('crawlEntireDomain').isChecked()).toBe(false)

    await page.goto(pathToFileURL(path.join(browser.folder, 'switches.html')).href)
    expect(await summary.innerText()).toContain('2 pages in, 3 URLs out.')
    await page.getByLabel('allowSubdomains').check()
    expect(await summary.innerText()).toContain('3 pages in (+1 come in), 2 URLs out.')
    await page.getByLabel('allowExternalLinks').check()
    expect(await summary.innerText()).toContain('4 pages in (+2 come in), 1 URL out.')
    await page.getByLabel('ignoreQueryParameters').uncheck()
    expect(await summary.innerText()).toContain('5 pages in (+3 come in), 0 URLs out.')
    expect((await yaml.innerText()).trimEnd()).toBe(
      'request:\n  allowSubdomains: true\n  allowExternalLinks: true\n  ignoreQueryParameters: false',
    )
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('shows the tree on the first screen of a phone, with a link to the settings', async () => {
    const { page } = await browser.openFile('real', { viewport: { width: 390, height: 844 } })
    const box = await page.getByRole('tree').boundingBox()
    expect(box?.y).toBeLessThan(500)
    await page.getByRole('link', { name: 'Settings' }).click()
    expect((await page.getByLabel('excludePaths').boundingBox())?.y).toBeLessThan(844)
    await page.context().close()
  })

  it('says what is wrong with a setting and keeps the last result', async () => {
    const { page } = await browser.openFile('real')
    await page.getByLabel('includePaths').fill('^/docs/(?!guide)')
    const problems = page.getByRole('alert')
    expect(await problems.innerText()).toContain('uses a look-around ("(?!"), which the service refuses.')
    expect(await page.getByLabel('includePaths').getAttribute('aria-invalid')).toBe('true')
    // Nothing can be taken that is not what the form says; only going back is possible.
    expect(await page.getByRole('button', { name: 'Copy YAML' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Reset' }).isEnabled()).toBe(true)
    expect(await page.locator('#summary').innerText()).toContain('4 pages in, 6 URLs out.')
    const colorOf = (): Promise<string> =>
      page.evaluate<string>("getComputedStyle(document.querySelector('#summary')).color")
    const stale = page.getByText('belong to the last valid settings')
    expect(await stale.isVisible()).toBe(true)
    const dimmed = await colorOf()
    await page.getByLabel('includePaths').fill('')
    expect(await problems.isVisible()).toBe(false)
    expect(await stale.isVisible()).toBe(false)
    expect(await colorOf()).not.toBe(dimmed)
    await page.getByLabel('limit').fill('0')
    expect(await problems.innerText()).toBe('limit must be a whole number from 1.')
    await page.getByLabel('limit').fill('')
    expect(await problems.innerText()).toBe('limit must be a whole number from 1.')
    await page.getByLabel('limit').fill('5')
    await page.getByLabel('maxDiscoveryDepth').fill('')
    expect(await problems.isVisible()).toBe(false)
    expect((await page.getByLabel('Changed settings as YAML').innerText()).trimEnd()).toBe(
      'request:\n  # without maxDiscoveryDepth\n  limit: 5',
    )
    await page.context().close()
  })

  it('decides like the commands for 10,000 URLs and every kind of setting', async () => {
    const { page } = await browser.openFile('many', { permissions: ['clipboard-read', 'clipboard-write'] })
    const edits: Partial<ScopeSettings>[] = [
      {},
      { excludePaths: ['^/blog/', '/item-[0-9]*5$'] },
      // Only the linear-time engine takes these.
      {
        includePaths: ['(?i)REFERENCE/.*(page|v)-[0-9]{2,3}(\\.html)?$', '^/$', '\\pL+%20b'],
        excludePaths: [],
      },
      { includePaths: [], maxDiscoveryDepth: 3 },
      { maxDiscoveryDepth: undefined, sitemap: 'skip', limit: 700 },
      { sitemap: 'only', limit: 10_000 },
    ]
    let settings = many.settings
    for (const edit of edits) {
      settings = { ...settings, ...edit }
      await page.getByLabel('includePaths').fill(settings.includePaths.join('\n'))
      await page.getByLabel('excludePaths').fill(settings.excludePaths.join('\n'))
      await page.getByLabel('maxDiscoveryDepth').fill(String(settings.maxDiscoveryDepth ?? ''))
      await page.getByLabel('sitemap').selectOption(settings.sitemap)
      await page.getByLabel('limit').fill(String(settings.limit))
      await page.getByRole('button', { name: 'Copy URLs' }).click()
      const { verdicts } = evaluate({ trail: many }, settings)
      const expected = many.urls.map((url, id) => `${verdicts[id]}\t${url}\n`).join('')
      await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(expected)
      expect(new Set(verdicts).size).toBeGreaterThan(3)
    }
    // However many URLs there are, few rows exist.
    expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
    await page.context().close()
  })

  it('uses the public suffix list like the commands', async () => {
    const trail = someTrail(2000, 11, { allowSubdomains: true, allowExternalLinks: true })
    writeFileSync(path.join(browser.folder, 'hosts.html'), renderExplorer(crawlOf(trail)).html)
    const { page, complaints } = await browser.openFile('hosts', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Copy URLs' }).click()
    const { verdicts } = evaluate({ trail }, trail.settings)
    const expected = trail.urls.map((url, id) => `${verdicts[id]}\t${url}\n`).join('')
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(expected)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('treats no text of a site as markup', async () => {
    const { page, requests, complaints } = await browser.openFile('hostile')
    await page.getByLabel('Search').fill('<script>')
    await page.getByRole('treeitem').last().click()
    expect(await page.getByRole('region', { name: 'Why' }).innerText()).toContain(SCRIPT)
    expect(await page.title()).toBe(`Scope of ${SCRIPT}`)
    expect(await page.locator('img').count()).toBe(0)
    expect([requests.length, complaints]).toEqual([1, []])
    await page.context().close()
  })

  // Colours do not depend on the width.
  const looks = ['real', 'many', 'hostile'].flatMap((name) => [
    { name, colorScheme: 'light' as const, width: 320 },
    { name, colorScheme: 'dark' as const, width: 1920 },
  ])

  it.each(looks)('$name, $colorScheme, $width pixels wide: is readable and fits', async (look) => {
    const { name, colorScheme, width } = look
    const { page, complaints } = await browser.openFile(name, {
      colorScheme,
      viewport: { width, height: 900 },
    })
    await page.getByLabel('excludePaths').fill('^/docs/guide/\n^/blog/')
    await page.getByRole('button', { name: 'excluded' }).click()
    await page.locator('[role="treeitem"]:not([aria-expanded])').first().click()
    await page.getByText('Result of every rule').click()
    const picture = path.join(browser.folder, `${name}-${colorScheme}-${width}.png`)
    await page.screenshot({ path: picture, fullPage: true })
    expect(statSync(picture).size).toBeGreaterThan(5000)
    const { texts, faint, beyond } = await measurePage(page)
    expect(texts).toBeGreaterThan(20)
    expect({ faint, beyond }).toEqual({ faint: [], beyond: [] })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('says that it needs its script if scripts are disabled', async () => {
    const { page } = await browser.openFile('real', { javaScriptEnabled: false })
    expect(await page.locator('main').innerText()).toContain('This page needs its own script')
    await page.context().close()
  })
})
