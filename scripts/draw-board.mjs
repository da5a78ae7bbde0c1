// Draws the board for the README, in both colour schemes: node scripts/draw-board.mjs. It needs Chromium.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { loadSource } from './load-source.mjs'

const { boardFiles, someCrawl, findChromium } = await loadSource({
  board: 'board/board.ts',
  crawls: '../test/board/some-board.ts',
  browser: 'service/browser/find-chromium.ts',
})
const folded = ['docs-de', 'docs-en', 'docs-fr'].map((name, index) => ({
  ...someCrawl(name, 'published', 24, index),
  matrix: 'crawls/docs.yaml',
}))
const crawls = [
  { ...someCrawl('shop', 'failed', 24, 5), why: 'HTTP 402: Insufficient credits' },
  {
    ...someCrawl('handbook', 'held back', 24, 15),
    why: '280 of 400 pages would be removed (at most 10%)',
  },
  someCrawl('forum', 'running', 18, 3),
  someCrawl('blog', 'due', 24, 4),
  ...folded,
  someCrawl('api-reference', 'published', 24, 7),
]
const board = {
  environment: 'production',
  at: '2026-10-25T08:00:00.000Z',
  isOffline: false,
  isServed: false,
  crawls,
}
const folder = mkdtempSync(path.join(tmpdir(), 'crawlform-board-'))
for (const { path: file, text } of boardFiles(board, [])) writeFileSync(path.join(folder, file), text)
const executablePath = findChromium({ searchPath: process.env.PATH })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
for (const colorScheme of ['light', 'dark']) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1100, height: 560 } })
  await page.goto(pathToFileURL(path.join(folder, 'index.html')).href)
  const picture = path.join(import.meta.dirname, `../docs/board-${colorScheme}.png`)
  await page.screenshot({ path: picture })
  console.log(`${picture}: ${Math.ceil(statSync(picture).size / 1000)} kB`)
}
await browser.close()
rmSync(folder, { recursive: true })
