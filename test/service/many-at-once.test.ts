import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { startLoopbackSite } from '../support/loopback-site.ts'
import { page } from './support/pages.ts'
import { startTestService } from './support/service.ts'
import { until } from './support/until.ts'

// Each test of the suite fails when Node warns that more than ten listen to one signal: test/support/no-leak-warnings.ts.

/** A route that answers nobody before `open`. */
function gate() {
  const held: ServerResponse[] = []
  return {
    held,
    route: (_: unknown, response: ServerResponse) => void held.push(response),
    open: () => {
      for (const response of held.splice(0)) response.end('')
    },
  }
}

it('a service stops while pages of many jobs are open', async () => {
  const { held, route, open } = gate()
  const roots = Array.from({ length: 15 }, (_, index) => `/job${index}/`)
  const web = await startLoopbackSite(Object.fromEntries(roots.map((root) => [root, route])))
  onTestFinished(() => web.close())
  const service = await startTestService()
  for (const root of roots)
    await service.start({ url: web.url(root), sitemap: 'skip', ignoreRobotsTxt: true })
  await until(() => held.length === roots.length)
  const ended = service.dispose()
  open()
  await ended
  expect(service.events.at(-1)).toMatchObject({ type: 'stopped' })
  expect(service.events.filter(({ type }) => type === 'fault')).toEqual([])
})

it('a service requests robots.txt of many sites', async () => {
  const { held, route, open } = gate()
  const routes = { '/robots.txt': route, '/': page('Other') }
  const others = await Promise.all(Array.from({ length: 20 }, () => startLoopbackSite(routes)))
  const links = others.map((other) => other.url('/'))
  const web = await startLoopbackSite({ '/': page('Start', links) })
  onTestFinished(async () => {
    for (const one of [web, ...others]) await one.close()
  })
  const service = await startTestService()
  const request = { sitemap: 'skip', allowExternalLinks: true, maxDiscoveryDepth: 1 }
  const id = await service.start({ url: web.url('/'), ...request })
  await until(() => held.length === others.length)
  open()
  expect(await service.finished(id)).toMatchObject({ completed: 21 })
  await service.dispose()
})
