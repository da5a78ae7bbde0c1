import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/util/clock.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'
import { runHere } from '../support/run-here.ts'

let site: LoopbackSite
let project: CliProject

beforeEach(async () => {
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  for (const name of ['a', 'b', 'c']) site.set(`/${name}`, `<title>${name}</title><p>Text of ${name}.</p>`)
  home('a', 'b', 'c')
  const request = `{ url: "${site.origin}/", limit: 50, scrapeOptions: { maxAge: 0 } }`
  project = cliProject({
    'crawls/docs.yaml': `version: 2\nrequest: ${request}\nexpect: { maxRemoved: 0 }\n`,
  })
})
afterEach(async () => {
  project.remove()
  await site.close()
})

function home(...names: string[]): void {
  const links = names.map((name) => `<a href="/${name}">a</a>`)
  site.set('/', `<title>Home</title><p>Words.</p>${links.join('')}`)
}

const run = (words: string, clock = systemClock) => runHere(project.directory, words.split(' '), { clock })

it('compares pages with those of the last job, even if the clock was a year ahead', async () => {
  const ahead = { ...systemClock, now: () => systemClock.now() + 365 * 86_400_000 }
  expect((await run('apply --yes --wait', ahead)).status).toBe(0)
  home('a')
  for (const name of ['/b', '/c']) site.set(name, { status: 404 })
  const { stderr, status } = await run('apply --yes --wait --rerun')
  expect([status, stderr]).toEqual([
    5,
    expect.stringContaining('    2 of 4 pages would be removed (at most 0)\n'),
  ])
  expect((await run('changes')).stdout).toContain('docs: 2 removed')
})

it('warns if the pages of the last job are gone, as on a runner that keeps no files', async () => {
  const first = await run('apply --yes --wait')
  expect([first.status, first.stderr]).toEqual([0, expect.not.stringContaining('Not checked')])
  rmSync(path.join(project.directory, '.crawlform/state/manifests'), { recursive: true })
  home('a')
  const warning = 'Not checked, because no earlier published pages are known here: maxRemoved.'
  const again = await run('apply --yes --wait --rerun')
  expect([again.status, again.stderr]).toEqual([0, expect.stringContaining(`    warning: ${warning}\n`)])
  await run('wait')
  const { crawls } = JSON.parse((await run('status --format json')).stdout)
  expect(crawls).toMatchObject([{ result: { warning } }])
})
