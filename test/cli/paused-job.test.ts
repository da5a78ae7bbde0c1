import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { type CliProject, type CliRun } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'
import { until } from '../service/support/until.ts'

const DONE = 3
const PAGES = 9
const PAUSED = `paused at ${DONE} of ${PAGES}; "crawlform wait docs" resumes it`

let site: LoopbackSite
let project: CliProject
let opened: boolean

/** A site that answers its first pages only, until it is opened. */
beforeEach(async () => {
  opened = false
  const names = Array.from({ length: PAGES - 1 }, (_, index) => `/${index}`)
  const links = names.map((name) => `<a href="${name}">${name}</a>`).join(' ')
  const page = `<title>Page</title><main><p>Some words of a page. ${links}</p></main>`
  const held = names.slice(DONE - 1).map((name) => [name, () => (opened ? page : undefined)] as const)
  const pages = ['/', ...names.slice(0, DONE - 1)].map((name) => [name, page] as const)
  site = await startLoopbackSite(Object.fromEntries([...pages, ...held]))
  const request = `{ url: "${site.url('/')}", limit: 50, sitemap: skip, maxConcurrency: 1, scrapeOptions: { maxAge: 0 } }`
  project = hereProject({
    'crawlform.yaml': 'version: 2\n',
    'crawls/docs.yaml': `version: 2\nrequest: ${request}\n`,
  })
})

afterEach(async () => {
  project.remove()
  await site.close()
})

/** Starts the crawl, and ends its process when only held pages are left. */
async function stopped(signal: NodeJS.Signals, ...args: string[]): Promise<CliRun> {
  const started = project.start(['apply', '--yes', '--summary', ...args])
  await until(() => site.count(`/${DONE - 1}`) === 1)
  started.kill(signal)
  return started.ended
}

describe('a job that no process runs', () => {
  it.each(['SIGINT', 'SIGKILL'] as const)(
    'is shown as paused after %s, until it is resumed',
    async (signal) => {
      await stopped(signal)
      const plan = await project.run(['plan'])
      expect(plan.stdout).toContain(`unchanged: ${PAUSED}`)
      expect((await project.run(['status'])).stdout).toMatch(
        /^docs {2}paused {2}3 of 9 known pages .*\n {4}paused at 3 of 9;/,
      )
      expect(JSON.parse((await project.run(['status', '--format', 'json'])).stdout).crawls).toMatchObject([
        { state: 'paused', result: { status: 'scraping', completed: DONE, total: PAGES } },
      ])
      expect((await project.run(['status', '--offline'])).stdout).toMatch(
        /^docs {2}unknown .*\n {4}unfinished when last recorded; "crawlform status docs" asks the service\n$/,
      )
      expect((await project.run(['results', 'docs'])).stderr).toBe(`docs: ${DONE} pages so far, ${PAUSED}\n`)
      // Looking at a job asks its site for nothing.
      expect(site.count(`/${DONE - 1}`)).toBe(1)
      opened = true
      expect((await project.run(['wait'])).stderr).toContain(`docs: completed, ${PAGES} pages`)
      expect((await project.run(['plan'])).stdout).not.toContain('paused')
    },
  )

  it('is reported as paused at the interrupt', async () => {
    const { status, stderr } = await stopped('SIGINT')
    expect(status).toBe(130)
    expect(stderr).toContain(`docs: paused, ${DONE} of ${PAGES} known pages\n    ${PAUSED}\n`)
  })

  it('is reported as paused when --timeout ends', async () => {
    const { status, stderr } = await project.run(['apply', '--yes', '--summary', '--timeout', '3s'])
    expect([status, stderr]).toEqual([5, expect.stringContaining('still running after 3s; paused at ')])
  })

  it('is shown as running while another process runs it', async () => {
    const started = project.start(['apply', '--yes', '--summary'])
    await until(() => site.count(`/${DONE - 1}`) === 1)
    expect((await project.run(['plan'])).stdout).not.toContain('paused')
    expect((await project.run(['status'])).stdout).toMatch(/^docs {2}running/)
    opened = true
    started.kill('SIGINT')
    await started.ended
  })

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'is resumed by a second command if the first one ends by %s',
    async (signal) => {
      const first = project.start(['apply', '--yes', '--summary'])
      await until(() => site.count(`/${DONE - 1}`) === 1)
      const second = project.start(['apply', '--yes', '--summary', '--output', 'pages'])
      await second.says('docs: running')
      first.kill(signal)
      await first.ended
      opened = true
      const { status, stderr } = await second.ended
      expect([status, stderr]).toEqual([0, expect.stringContaining(`docs: completed, ${PAGES} pages`)])
      expect((await project.run(['plan'])).stdout).not.toContain('paused')
    },
  )

  it('is paused by an interrupt of the second command that took it over', async () => {
    const first = project.start(['apply', '--yes', '--summary'])
    await until(() => site.count(`/${DONE - 1}`) === 1)
    const second = project.start(['apply', '--yes', '--summary'])
    await second.says('docs: running')
    first.kill('SIGKILL')
    // The service of the second run asks for the held page again.
    await until(() => site.count(`/${DONE - 1}`) === 2)
    second.kill('SIGINT')
    const { status, stderr } = await second.ended
    expect([status, stderr]).toEqual([130, expect.stringContaining(PAUSED)])
  })
})
