import { afterEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startTestService, type TestService } from './support/service.ts'

let web: LoopbackSite
let service: TestService

afterEach(async () => {
  await service.dispose()
  await web.close()
})

it('the promise of "ended" resolves when a job ends, and at once if it has ended or is unknown', async () => {
  const waiting: (() => void)[] = []
  web = await startLoopbackSite({
    '/': (_, response) => void waiting.push(() => response.end('<p>text')),
  })
  service = await startTestService()
  const id = await service.start({ url: web.url('/'), sitemap: 'skip', ignoreRobotsTxt: true })
  let hasEnded = false
  const ended = service.ended(id).then(() => (hasEnded = true))
  while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect([(await service.status(id)).status, hasEnded]).toEqual(['scraping', false])
  for (const answer of waiting) answer()
  await ended
  expect((await service.status(id)).status).toBe('completed')
  await service.ended(id.toUpperCase())
  await service.ended('00000000-0000-4000-8000-000000000000')
})
