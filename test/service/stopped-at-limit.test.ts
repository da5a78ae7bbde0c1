import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { site } from './support/pages.ts'
import { startTestService, type TestService } from './support/service.ts'
import { ask } from './ui/ask.ts'

const links = ['/a', '/b', '/c', '/d', '/e']
let service: TestService
let web: LoopbackSite

beforeEach(async () => {
  const pages = Object.fromEntries(links.map((link) => [link, [...links, '/']]))
  web = await startLoopbackSite(site({ '/': [...links, ...links], ...pages }))
})

afterEach(async () => {
  await web.close()
  await service.dispose()
})

async function crawl(limit: number, limits: object = {}) {
  service = await startTestService({ limits })
  const id = await service.start({ url: web.url('/'), sitemap: 'skip', limit })
  const answer = await service.finished(id)
  return { id, answer }
}

describe('URLs that an ended job left out', () => {
  it.each([
    ['wait for the limit', {}],
    ['had no room when they were found', { spareUrls: 0 }],
    ['partly wait and partly had no room', { spareUrls: 2 }],
  ])('are counted once if they %s', async (_what, limits) => {
    const { answer } = await crawl(2, limits)
    expect(answer).toMatchObject({ status: 'completed', completed: 2, urlsLeft: 4, stoppedAtLimit: 2 })
  })

  it('are zero if the limit was enough', async () => {
    const { answer } = await crawl(6)
    expect(answer).toMatchObject({ completed: 6, urlsLeft: 0 })
    expect(answer).not.toHaveProperty('stoppedAtLimit')
  })

  it('are also counted if the service cannot remember more URLs', async () => {
    const { answer } = await crawl(6, { knownUrls: 3 })
    expect(answer).toMatchObject({ completed: 3, urlsLeft: 3 })
    expect(answer).not.toHaveProperty('stoppedAtLimit')
  })

  it('are shown on the pages of the service', async () => {
    const { id } = await crawl(2)
    const said = 'topped at limit 2; at least 4 more URLs were found'
    expect((await ask(`${service.url}/jobs/${id}`)).text).toContain(`S${said}.`)
    expect((await ask(service.url)).text).toContain(`s${said}`)
  })
})
