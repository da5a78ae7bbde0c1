// A running crawl on the served board, in a real browser: its pages come without a reload, and its end loads the page again.
import { expect, it } from 'vitest'
import { startJobServer } from '../support/job-server.ts'
import { cliProject } from '../support/run-cli.ts'
import { hasBrowser, startTestBrowser } from '../support/test-browser.ts'

it.runIf(hasBrowser)('the board shows the pages of a running crawl as they arrive, and its end', async () => {
  const jobs = await startJobServer()
  const browser = await startTestBrowser()
  const project = cliProject({
    'crawlform.yaml': `version: 2\nenvironments: { prod: { baseUrl: '${jobs.url}', state: { backend: local } } }\n`,
    'crawls/docs.yaml': `version: 2\nrequest: { url: 'https://docs.example.com/', limit: 500 }\n`,
  })
  Object.assign(jobs, { status: 'scraping', pages: 20 })
  const applied = await project.run(['apply', '--env', 'prod', '--yes', '--no-wait'])
  expect(applied.status).toBe(0)
  const board = project.start(['board', '--env', 'prod'])
  try {
    await board.says('Press Ctrl-C to stop.')
    const url = board.soFar().stdout.trim()
    const { page, requests, complaints } = await browser.open()
    await page.goto(url)
    await page.getByText('20 of 20 known pages').waitFor()
    jobs.pages = 60
    await page.getByText('60 of 60 known pages').waitFor()
    await page.getByText(/pages\/s/).waitFor()
    await page.getByRole('link', { name: 'docs', exact: true }).click()
    await page.getByText('60 of 60 known pages').waitFor()
    jobs.status = 'failed'
    await page.getByRole('heading', { level: 1, name: /failed/ }).waitFor()
    expect(requests.filter((one) => !one.startsWith(url))).toEqual([])
    expect(complaints).toEqual([])
  } finally {
    board.kill('SIGINT')
    await board.ended
    project.remove()
    await browser.close()
    await jobs.close()
  }
})
