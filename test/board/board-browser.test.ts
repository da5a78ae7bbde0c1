// The board as people have it: files in a folder, opened in a real browser from the disk.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardFiles, crawlFile } from '../../src/board/board.ts'
import type { Board } from '../../src/board/board-model.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { measurePage } from '../support/measure-page.ts'
import { hasBrowser, startTestBrowser, type TestBrowser } from '../support/test-browser.ts'
import { someBoard, someCrawl, someDetail, somePageDetail } from './some-board.ts'

const SCRIPT = `<script>document.title = 'run'</script><img src="https://example.org/x.png" onerror="alert(1)">`

const empty = { ...someBoard(0, 0), crawls: [] }
const hostile: Board = {
  ...empty,
  environment: SCRIPT,
  crawls: [{ ...someCrawl('docs', 'failed', 3), name: SCRIPT, why: `${SCRIPT} ${'wide'.repeat(200)}` }],
}

const HOSTILE = `hostile/${crawlFile(SCRIPT)}`.replace(/\.html$/, '')

const PAGE = `one/crawls/site-0/${'0'.repeat(32)}`

const boards: Readonly<Record<string, Board>> = {
  one: someBoard(1, 10),
  'no-run': { ...empty, crawls: [someCrawl('docs', 'never', 0)] },
  thirty: someBoard(30, 10),
  many: someBoard(1000, 30),
  empty,
  hostile,
}

describe.runIf(hasBrowser)('the board in a browser', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startTestBrowser()
    for (const [name, board] of Object.entries(boards))
      for (const { path: file, text } of boardFiles(
        board,
        board.crawls.slice(0, 40).map((crawl) => someDetail(crawl, name === 'one' ? 3 : 1)),
        [somePageDetail('site-0', SCRIPT)],
      )) {
        const target = path.join(browser.folder, name, file)
        mkdirSync(path.dirname(target), { recursive: true })
        writeFileSync(target, text)
      }
  })
  afterAll(() => browser?.close())

  const screens = [
    'one/index',
    'no-run/index',
    'thirty/index',
    'empty/index',
    'hostile/index',
    'one/crawls/site-0',
  ]
  const looks = [...screens, 'no-run/crawls/docs', HOSTILE, PAGE].flatMap((name) => [
    { name, colorScheme: 'light' as const, width: 390 },
    { name, colorScheme: 'dark' as const, width: 1280 },
  ])

  it.each(looks)(
    '$name, $colorScheme, $width pixels wide: is readable and fits, without scripts',
    async (look) => {
      const { name, colorScheme, width } = look
      const options = { colorScheme, viewport: { width, height: 800 }, javaScriptEnabled: false }
      const { page, requests, complaints } = await browser.openFile(name, options)
      const picture = path.join(
        browser.folder,
        `board-${name.replaceAll(/\W+/g, '-').slice(0, 40)}-${colorScheme}-${width}.png`,
      )
      await page.screenshot({ path: picture, fullPage: true })
      expect(statSync(picture).size).toBeGreaterThan(5000)
      const { faint, beyond } = await measurePage(page)
      expect({ faint, beyond }).toEqual({ faint: [], beyond: [] })
      expect(requests.map((url) => path.basename(url)).slice(0, 2)).toEqual([
        expect.stringMatching(/html$/),
        'board.css',
      ])
      expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  it.each(['one/index', 'no-run/index', 'hostile/index', 'one/crawls/site-0', HOSTILE, PAGE])(
    'has no fault that axe finds, in both color schemes, narrow and wide: %s',
    async (name) => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [390, 1280]) {
          const { page } = await browser.openFile(name, { colorScheme, viewport: { width, height: 800 } })
          expect(await axeFaults(page)).toEqual([])
          await page.context().close()
        }
    },
  )

  it('filters a thousand crawls by words of a row and shows how many match', async () => {
    const { page, complaints } = await browser.openFile('many/index')
    const rows = page.locator('#crawls > li:visible')
    expect(await rows.count()).toBe(1000)
    await page.keyboard.press('/')
    await page.keyboard.type('site-7 published')
    expect(await page.getByRole('status').innerText()).toMatch(/^\d+ found$/)
    const names = await rows.locator('.name').allTextContents()
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !name.includes('site-7'))).toEqual([])
    await page.getByLabel('Filter').fill('')
    expect(await rows.count()).toBe(1000)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it.each(['hostile/index', HOSTILE, PAGE])(
    'treats no text as markup, even with scripts enabled: %s',
    async (name) => {
      const { page, requests, complaints } = await browser.openFile(name)
      expect(await page.title()).toContain('<script>')
      expect([
        await page.locator('img').count(),
        requests.filter((url) => !url.startsWith('file:')),
        complaints,
      ]).toEqual([0, [], []])
      await page.context().close()
    },
  )

  it('links a crawl to its page, and a bar of a run to its changes', async () => {
    const { page, complaints } = await browser.openFile('one/index')
    await page.getByRole('link', { name: 'site-0' }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('site-0')
    const last = page.locator('details:has(#run-1)')
    expect(await last.getAttribute('open')).toBeNull()
    await page.locator('svg.large a').first().click()
    expect(await last.getAttribute('open')).not.toBeNull()
    await page.getByRole('link', { name: 'crawlform board' }).click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('crawl')
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
