import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodingsOf } from './encodings-of.ts'

/** A service that repeats the secrets of a request, in every answer and in every encoding. */
export interface EchoService {
  readonly url: string
  /** What the next POST /v2/crawl is answered with. */
  startStatus: number
  /** The status of every job. */
  jobStatus: 'scraping' | 'completed' | 'failed'
  /** The answer to all other requests. */
  otherStatus: number
  close(): Promise<void>
}

const JOB = '00000000-0000-7000-8000-000000000001'

export async function startEchoService(secrets: readonly string[]): Promise<EchoService> {
  const words = secrets.flatMap((secret) => encodingsOf(secret))
  const said = words.join(' | ')
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const [status, body] = answer(request)
      response
        .writeHead(status, { 'content-type': 'application/json', location: `https://x.example/?${words[1]}` })
        .end(JSON.stringify(body))
    })
  })

  function answer({ method, url = '' }: IncomingMessage): [number, object] {
    if (method === 'POST') {
      const id = { success: true, id: JOB, url: `${service.url}/v2/crawl/${JOB}?key=${words[1]}` }
      return [service.startStatus, service.startStatus === 200 ? id : { success: false, error: said }]
    }
    if (service.otherStatus !== 200) return [service.otherStatus, { success: false, error: said }]
    if (url.startsWith('/v2/crawl/active')) return [200, { success: true, crawls: [] }]
    if (method === 'DELETE') return [200, { status: 'cancelled' }]
    const metadata = {
      url: 'https://example.com/',
      sourceURL: 'https://example.com/',
      statusCode: 200,
      title: said,
    }
    const { jobStatus } = service
    return [
      200,
      {
        success: jobStatus !== 'failed',
        status: jobStatus,
        total: 1,
        completed: 1,
        creditsUsed: 1,
        expiresAt: '2026-11-22T00:00:00.000Z',
        warning: said,
        error: said,
        data: [{ markdown: `# Page\n\n${said}`, links: words, metadata: { ...metadata, error: said } }],
      },
    ]
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: EchoService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    startStatus: 200,
    jobStatus: 'completed',
    otherStatus: 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}
