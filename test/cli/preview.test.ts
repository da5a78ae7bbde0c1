import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCli } from '../../src/cli/run-cli.ts'
import { systemClock } from '../../src/util/clock.ts'
import { fakeHost } from '../support/fake-host.ts'
import { startLoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

let project: CliProject

beforeEach(() => {
  project = cliProject()
})

afterEach(() => project.remove())

async function preview(url: string) {
  project.write('crawls/docs.yaml', `version: 2\nrequest: { url: "${url}", limit: 5 }\n`)
  const host = fakeHost({ argv: ['-C', project.directory, 'preview', 'docs'], clock: systemClock })
  return { status: await runCli(host), out: host.out() }
}

it('of a host that cannot be resolved is a failure of the world', async () => {
  const { status, out } = await preview('https://docs.nowhere.invalid/')
  expect(status).toBe(3)
  expect(out).toContain('could not be resolved')
})

it('of a site that keeps everybody out is none: nothing is wrong with it', async () => {
  const web = await startLoopbackSite({ '/': 'x', '/robots.txt': 'User-agent: *\nDisallow: /' })
  const { status, out } = await preview(web.url('/'))
  await web.close()
  expect([status, out]).toEqual([0, expect.stringContaining('docs reaches 0 pages.\nLeft out: 1 robots.')])
})
