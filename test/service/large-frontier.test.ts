import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { page } from './support/pages.ts'
import { newDataDirectory, startTestService } from './support/service.ts'
import { until } from './support/until.ts'

let dataDirectory: string
let web: LoopbackSite | undefined

beforeEach(() => {
  dataDirectory = newDataDirectory()
})

afterEach(async () => {
  await web?.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

const numbered = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `/${word}${index}`)

it('a frontier larger than its memory keeps the order of discovery, even after a stop', async () => {
  const [first, second] = [numbered(590, 'a'), numbered(60, 'b')]
  web = await startLoopbackSite({ '/': page('Start', first), '/a3': page('Third', second) })
  for (const found of [...first, ...second]) if (found !== '/a3') web.set(found, page(found))
  const asked = () =>
    web?.requests.map((request) => request.path).filter((found) => /^\/[ab]/.test(found)) ?? []
  const request = { url: web.url('/'), limit: 640, maxConcurrency: 1, sitemap: 'skip' } as const
  const before = await startTestService({ dataDirectory })
  const id = await before.start(request)
  await until(() => asked().length >= 40)
  await before.close()
  const after = await startTestService({ dataDirectory })
  const answer = await after.finished(id)
  await after.close()
  expect(answer).toMatchObject({ status: 'completed', completed: 640, total: 640 })
  expect(asked()).toEqual([...first, ...second].slice(0, 639))
})
