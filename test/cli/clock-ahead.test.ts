import { expect, it } from 'vitest'
import { systemClock } from '../../src/util/clock.ts'
import { startLoopbackSite } from '../support/loopback-site.ts'
import { cliProject } from '../support/run-cli.ts'
import { runHere } from '../support/run-here.ts'

it('compares pages with those of the job before, also when the clock was a year ahead then', async () => {
  const site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  const home = (...names: string[]): void =>
    site.set(
      '/',
      `<title>Home</title><p>Words.</p>${names.map((name) => `<a href="/${name}">a</a>`).join('')}`,
    )
  for (const name of ['a', 'b', 'c']) site.set(`/${name}`, `<title>${name}</title><p>Text of ${name}.</p>`)
  home('a', 'b', 'c')
  const request = `{ url: "${site.origin}/", limit: 50, scrapeOptions: { maxAge: 0 } }`
  const project = cliProject({
    'crawls/docs.yaml': `version: 2\nrequest: ${request}\nexpect: { maxRemoved: 0 }\n`,
  })
  const { directory } = project
  const apply = ['apply', '--yes', '--rerun', '--wait']
  try {
    const ahead = { ...systemClock, now: () => systemClock.now() + 365 * 86_400_000 }
    expect((await runHere(directory, apply, { clock: ahead })).status).toBe(0)
    home('a')
    const { stderr, status } = await runHere(directory, apply)
    expect([status, stderr]).toEqual([
      5,
      expect.stringContaining('    2 of 4 pages would be removed (at most 0)\n'),
    ])
    expect((await runHere(directory, ['changes'])).stdout).toContain('docs: 2 removed')
  } finally {
    project.remove()
    await site.close()
  }
})
