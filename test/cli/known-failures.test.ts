import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let site: LoopbackSite
let project: CliProject

const links = (...names: readonly string[]) =>
  `<h1>Home</h1><p>All about lamps. ${names.map((name) => `<a href="/${name}">${name}</a>`).join(' ')}`

beforeEach(async () => {
  site = await startLoopbackSite({
    '/': links('lamp', 'bulb', 'wick', 'old'),
    '/lamp': '<h1>Lamp</h1><p>It is bright.',
    '/bulb': '<h1>Bulb</h1><p>It is round.',
    '/wick': '<h1>Wick</h1><p>It burns.',
    '/old': { status: 404 },
  })
  project = hereProject({
    'crawls/docs.yaml': `version: 2\nrequest: { url: "${site.origin}/", limit: 9 }\n`,
  })
})
afterEach(async () => {
  project.remove()
  await site.close()
})

const apply = (...words: string[]) => project.run(['apply', '--yes', '--rerun', ...words])

it('a page that fails again is marked as known, and a new failure as new', async () => {
  const first = await apply()
  expect(first.stderr).toContain(`docs: completed, 4 pages, 1 failed\n    failed: ${site.origin}/old: `)
  site.set('/', links('lamp', 'bulb', 'wick', 'old', 'gone'))
  const second = await apply('--report', 'markdown=run.md')
  const about = [
    `    failed, new: ${site.origin}/gone: HTTP 404`,
    `    failed in the job before too: ${site.origin}/old`,
  ]
  expect(second.stderr).toContain(['docs: completed, 4 pages, 2 failed (1 new)', ...about, ''].join('\n'))
  // What "comment" puts into a pull request.
  expect(readFileSync(path.join(project.directory, 'run.md'), 'utf8')).toContain('| 4, 2 failed (1 new) |')
  const status = await project.run(['status'])
  expect(status.stdout).toContain('4 pages, 2 failed (1 new)')
  expect(status.stdout).toContain(about.join('\n'))
  const { stdout } = await project.run(['status', '--format', 'json'])
  const [crawl] = (JSON.parse(stdout) as { crawls: { failedPages: { url: string; known: boolean }[] }[] })
    .crawls
  expect(crawl?.failedPages.map(({ url, known }) => [url, known])).toEqual([
    [`${site.origin}/old`, true],
    [`${site.origin}/gone`, false],
  ])
  const third = await apply()
  expect(third.stderr).toContain('docs: completed, 4 pages, 2 failed (none new)')
  expect(third.stderr).not.toContain('failed, new')
})

it('the board counts the failed runs of a page that was never delivered', async () => {
  await apply()
  await apply()
  await apply()
  await project.run(['board', '--out', 'board'])
  const page = readFileSync(path.join(project.directory, 'board/crawls/docs.html'), 'utf8')
  expect(page).toContain('known for 3 runs')
})
