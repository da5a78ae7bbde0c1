import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A crawl service that counts: each accepted POST starts a job, whatever its idempotency key is. */
export interface JobServer {
  readonly url: string
  /** Jobs by start URL. */
  readonly jobs: ReadonlyMap<string, number>
  /** The status of every job, and the number of its pages. */
  status: 'scraping' | 'completed' | 'failed'
  pages: number
  /** Called when a start request has arrived whole, before a job exists. */
  onRequest: () => void
  /** Called when the answer with the job's id has been handed to the socket. */
  onAnswer: () => void
  close(): Promise<void>
}

export async function startJobServer(): Promise<JobServer> {
  const jobs = new Map<string, number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method !== 'POST') {
        const { status, pages } = started
        const job = {
          success: true,
          status,
          total: pages,
          completed: pages,
          creditsUsed: pages,
          data: Array.from({ length: pages }, () => ({})),
        }
        const found = /^\/v2\/crawl\/[\w-]{36}(?:$|\?)/.test(request.url ?? '')
        return response
          .writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
          .end(found ? JSON.stringify({ ...job, expiresAt: '2099-01-01T00:00:00.000Z' }) : '{}')
      }
      started.onRequest()
      const { url } = JSON.parse(Buffer.concat(chunks).toString()) as { url: string }
      jobs.set(url, (jobs.get(url) ?? 0) + 1)
      const id = `00000000-0000-4000-8000-${String(jobs.size).padStart(12, '0')}`
      const answer = JSON.stringify({ success: true, id, url: `${started.url}/v2/crawl/${id}` })
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(answer, () => started.onAnswer())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const started: JobServer = {
    url: `http://127.0.0.1:${port}`,
    jobs,
    status: 'completed',
    pages: 10,
    onRequest: () => undefined,
    onAnswer: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return started
}
