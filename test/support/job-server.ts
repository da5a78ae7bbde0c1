import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A crawl service that only counts: every accepted POST is a job, whatever its idempotency key says. */
export interface JobServer {
  readonly url: string
  /** Jobs by start URL. */
  readonly jobs: ReadonlyMap<string, number>
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
      if (request.method !== 'POST') return response.writeHead(404).end('{}')
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
