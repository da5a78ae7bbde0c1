import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let site: LoopbackSite
let project: CliProject

beforeEach(async () => {
  site = await startLoopbackSite({
    '/robots.txt': { status: 404 },
    '/sitemap.xml': { status: 404 },
    '/': '<h1>Start</h1><a href="/b">b</a>',
  })
  project = hereProject()
  project.write(
    'crawls/docs.yaml',
    `version: 2\nrequest: { url: "${site.origin}/", scrapeOptions: { maxAge: 0 } }\nchanges: { ignore: ["^Lucky.*"] }\n`,
  )
})
afterEach(async () => {
  project.remove()
  await site.close()
})

const page = (text: string, lucky: number) =>
  `<title>A page</title><main><h1>Lamps</h1><p>${text}</p><p>Lucky ${lucky}</p><p>Made for you.</p></main>`

async function crawl(text: string, lucky: number, ...more: string[]): Promise<void> {
  site.set('/b', page(text, lucky))
  const { status } = await project.run(['apply', '--yes', '--wait', '--rerun', ...more])
  expect(status).toBe(0)
}

it('shows which lines of a page differ, and which of them are ignored', async () => {
  await crawl('A lamp is lit.', 1)
  await crawl('A lamp\u0007 is out.', 2)
  const { stdout, status } = await project.run(['changes', 'docs', '--diff', '/b/'])
  expect(status).toBe(0)
  expect(stdout).toContain(`docs: ${site.origin}/b changed`)
  const lines = stdout.split('\n').filter((line) => /^[-+] ?\S/.test(line))
  expect(lines).toEqual([
    '-A lamp is lit.',
    String.raw`+A lamp\u0007 is out.`,
    '-Lucky 1  [noise, does not count]',
    '+Lucky 2  [noise, does not count]',
  ])
  const json = await project.run(['changes', '--diff', `${site.origin}/b`, '--format', 'json'])
  const [difference] = (JSON.parse(json.stdout) as { pages: { isChanged: boolean; diff: string[] }[] }).pages
  expect(difference?.isChanged).toBe(true)
  expect(difference?.diff).toContain('-A lamp is lit.')
  const detailed = await project.run(['changes', '--diff', '/b', '--detailed-exitcode'])
  expect(detailed.status).toBe(2)
})

it('reads the page files of the job, and says which text is not available', async () => {
  await crawl('A lamp is lit.', 1, '--output', 'pages')
  await crawl('A lamp is out.', 1, '--output', 'pages')
  // The service forgets all jobs.
  rmSync(path.join(project.directory, '.crawlform/service'), { recursive: true })
  const { stdout, status } = await project.run(['changes', '--diff', '/b', '--output', 'pages'])
  expect(status).toBe(3)
  expect(stdout.match(/is no longer at hand/g)).toHaveLength(1)
  expect(stdout).toContain('keepResults')
})

it.each([
  [['--diff', '/c'], 'No page "/c" in the compared jobs.'],
  [['--diff', '/b', '--format', 'html'], '"--diff" has no format "html".'],
  [['--output', 'pages'], '"--output" is only used with "--diff".'],
])('refuses %j', async (options, message) => {
  await crawl('A lamp is lit.', 1)
  await crawl('A lamp is out.', 1)
  const { stderr, status } = await project.run(['changes', ...options])
  expect(status).not.toBe(0)
  expect(stderr).toContain(message)
})

it('names pages that changed in each of the last five runs', async () => {
  for (let run = 0; run < 5; run++) await crawl(`Lamp ${run}.`, 1)
  expect((await project.run(['changes'])).stdout).not.toContain('changed in each')
  await crawl('Lamp 5.', 1)
  const { stdout } = await project.run(['changes'])
  expect(stdout).toContain(`1 page changed in each of the last 5 runs: ${site.origin}/b.`)
  expect(stdout).toContain(`crawlform changes docs --diff ${site.origin}/b`)
  expect(stdout).toContain('changes.ignore')
  await crawl('Lamp 5.', 1)
  expect((await project.run(['changes'])).stdout).not.toContain('changed in each')
})
