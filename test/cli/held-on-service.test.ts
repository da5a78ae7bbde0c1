// A job that is held back is not shown as completed on the pages of the service either.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service/support/service.ts'
import { ask } from '../service/ui/ask.ts'
import { type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

const page = (title: string) =>
  `<title>${title}</title><main><h1>${title}</h1><p>Words of ${title}.</p></main>`

let site: LoopbackSite
let service: TestService
let project: CliProject
beforeEach(async () => {
  site = await startLoopbackSite({ '/': page('Home'), '/robots.txt': { status: 404 } })
  service = await startTestService()
  project = hereProject({
    'crawlform.yaml': `version: 2\nenvironments: { local: { baseUrl: "${service.url}" } }\n`,
    'crawls/docs.yaml': crawlOf('expect: { minPages: 2 }'),
  })
})
afterEach(async () => {
  project.remove()
  await service.dispose()
  await site.close()
})

function crawlOf(expectation: string): string {
  return `version: 2\nrequest: { url: "${site.origin}/", scrapeOptions: { maxAge: 0 } }\n${expectation}\n`
}

async function shownJobs(): Promise<readonly string[]> {
  const { text } = await ask(`${service.url}/`)
  return [...text.matchAll(/class="badge ([\w-]+)"/g)].map(([, state = '']) => state)
}

it('the service shows a job as held back, with the reason, until its pages are published', async () => {
  const run = await project.run(['apply', '--yes', '--output', 'pages'])
  expect([run.status, run.stderr]).toEqual([5, expect.stringContaining('held back')])
  expect(await shownJobs()).toEqual(['held-back'])
  const { text } = await ask(`${service.url}/`)
  const [job = ''] = /\/jobs\/[\da-f-]{36}/.exec(text) ?? []
  expect((await ask(service.url + job)).text).toContain('Held back: 1 page')
  expect((await project.run(['results', 'docs', '--output', 'pages', '--force'])).status).toBe(0)
  expect(await shownJobs()).toEqual(['completed'])
})

it('the service shows a job without pages as empty', async () => {
  site.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' })
  await service.finished(await service.start({ url: site.url('/') }))
  expect(await shownJobs()).toEqual(['empty'])
})

it('the service accepts only texts as reasons', async () => {
  const id = await service.start({ url: site.url('/') })
  const send = (heldBack: unknown) =>
    service.request(`/v2/crawl/${id}/held-back`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ heldBack }),
    })
  for (const wrong of ['text', [1], undefined]) expect((await send(wrong)).status).toBe(400)
  expect((await send([])).status).toBe(200)
})
