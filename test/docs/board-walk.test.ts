// A newcomer's walk: the commands of the guide, in an empty directory, until there is a board in a browser.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { serveDirectory } from '../../scripts/static-site.mjs'
import { cliProject } from '../support/run-cli.ts'
import { hasBrowser, startTestBrowser } from '../support/test-browser.ts'

const root = path.join(import.meta.dirname, '../..')

it.runIf(hasBrowser)(
  'the commands of the guide lead from an empty directory to a board in the browser',
  async () => {
    const guide = readFileSync(path.join(root, 'docs/guides/board.md'), 'utf8')
    const [, block = ''] = /```console\n([^]*?)```/.exec(guide) ?? []
    const commands = [...block.matchAll(/^\$ crawlform (.*)$/gm)].map(([, words = '']) => words)
    expect(commands.map((words) => words.split(' ')[0])).toEqual(['init', 'apply', 'board'])
    const site = await serveDirectory(path.join(root, 'test/fixtures/site/handbook'))
    const browser = await startTestBrowser()
    const project = cliProject()
    try {
      for (const words of commands) {
        const here = words.replace('https://docs.example.com', site.url.replace(/\/$/, ''))
        const { status, stderr } = await project.run(here.split(' '))
        expect([status, stderr]).toEqual([0, expect.any(String)])
      }
      const { page, requests, complaints } = await browser.open()
      await page.goto(pathToFileURL(path.join(project.directory, 'public/index.html')).href)
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('The crawl is published')
      await page.getByRole('link', { name: 'docs', exact: true }).click()
      expect(await page.getByRole('heading', { name: 'Pages', exact: true }).isVisible()).toBe(true)
      expect(await page.locator('.pages li').count()).toBeGreaterThan(4)
      expect([requests.filter((url) => !url.startsWith('file:')), complaints]).toEqual([[], []])
    } finally {
      project.remove()
      await browser.close()
      await site.close()
    }
  },
)
