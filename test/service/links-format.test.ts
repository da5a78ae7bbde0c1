import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startTestService, type TestService } from './support/service.ts'

let web: LoopbackSite
let service: TestService

beforeEach(async () => {
  web = await startLoopbackSite({})
  service = await startTestService()
})

afterEach(async () => {
  await service.dispose()
  await web.close()
})

const cases: readonly (readonly [what: string, links: readonly string[]])[] = [
  ['none', []],
  ['one', ['https://e.org/a']],
  ['addresses of the web', ['https://e.org/a?b=c', 'http://e.org/%22', 'https://e.org/#d']],
  ['one with a backslash', ['https://e.org/a', 'https://e.org/?b=\\n\\"c']],
  ['one that is not a web address', ['https://e.org/a', 'mailto:"a b"@e.org', 'tel:+1']],
]

it.each(cases)(
  'the format links lists links unchanged, alone and with other formats: %s',
  async (_, links) => {
    const anchors = links.map((link) => `<a href='${link}'>link</a>`).join(' ')
    web.set('/', { headers: { 'content-type': 'text/html' }, body: `<p>Some words. ${anchors}</p>` })
    const expected = links.map((link) => new URL(link).href)
    for (const formats of [['links'], ['html', 'links'], ['markdown', 'links', 'images']]) {
      const request = { url: web.url('/'), sitemap: 'skip', limit: 1, scrapeOptions: { formats, maxAge: 0 } }
      const [page] = (await service.crawl(request)).data
      expect(page?.links).toEqual(expected)
      expect(Object.keys(page ?? {}).toSorted()).toEqual([...formats, 'metadata'].toSorted())
    }
  },
)
