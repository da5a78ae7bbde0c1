import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from './support/pages.ts'
import { hasOpenssl, selfSigned } from '../support/self-signed.ts'
import { startTestService, type TestService } from './support/service.ts'

describe.skipIf(!hasOpenssl)('a site with an untrusted certificate', () => {
  let server: Server
  let service: TestService
  let url: string
  const seen: (string | undefined)[] = []

  beforeAll(async () => {
    server = createServer(selfSigned(), (request, response) => {
      seen.push(request.headers.authorization)
      response.setHeader('content-type', 'text/html').end(page('Safe'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
    service = await startTestService()
  })
  afterAll(async () => {
    await service.dispose()
    await new Promise((resolve) => server.close(resolve))
  })

  it('is crawled by default, as version 2 does not verify', async () => {
    expect(await service.crawl({ url, limit: 1 })).toMatchObject({ status: 'completed', completed: 1 })
  })

  it.each([
    ['certificates are checked', { skipTlsVerification: false }],
    ['the request has headers', { headers: { authorization: 'Bearer secret' } }],
  ])('is not crawled when %s', async (_, scrapeOptions) => {
    const answer = await service.crawl({ url, limit: 1, scrapeOptions: { maxAge: 0, ...scrapeOptions } })
    expect(answer).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(
        /^No trusted connection .* To crawl the site as it is, set "skipTlsVerification"\.$/,
      ),
    })
    expect(seen).not.toContain('Bearer secret')
  })

  it('gets headers with skipTlsVerification: true', async () => {
    const scrapeOptions = { headers: { authorization: 'Bearer known' }, skipTlsVerification: true }
    expect(await service.crawl({ url, limit: 1, scrapeOptions })).toMatchObject({ completed: 1 })
    expect(seen).toContain('Bearer known')
  })
})
