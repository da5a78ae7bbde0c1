import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a path answers; a bare string is an HTML page with status 200. */
export type SiteAnswer =
  | string
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string | string[]>>
      readonly body?: string | Uint8Array
    }
  /** Full control: slow bytes, broken framing, answers that depend on the request. */
  | ((request: IncomingMessage, response: ServerResponse) => SiteAnswer | void)

/** Paths with their query (`/a?b=1`); a path without one also answers requests that carry a query. */
export type SiteRoutes = Record<string, SiteAnswer>

export interface SiteRequest {
  readonly method: string
  /** Path with query, as sent. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface LoopbackSite {
  /** `http://127.0.0.1:PORT`, without a slash. */
  readonly origin: string
  url(path: string): string
  /** Every request so far, in order of arrival. */
  readonly requests: readonly SiteRequest[]
  /** How often a path was asked for. */
  count(path: string): number
  set(path: string, answer: SiteAnswer): void
  /** Ends the server and every open connection. */
  close(): Promise<void>
}

/** Serves `routes` on a free loopback port; unknown paths answer 404 in HTML. */
export async function startLoopbackSite(routes: SiteRoutes = {}): Promise<LoopbackSite> {
  const answers = new Map(Object.entries(routes))
  const requests: SiteRequest[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ method: request.method ?? 'GET', path, headers: request.headers })
    const answer = answers.get(path) ?? answers.get(path.split('?')[0] ?? path)
    send(answer ?? { status: 404, body: '<title>Not found</title><p>Not found' }, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    url: (path) => origin + path,
    requests,
    count: (path) => requests.filter((request) => request.path === path).length,
    set: (path, answer) => void answers.set(path, answer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(answer: SiteAnswer | void, request: IncomingMessage, response: ServerResponse): void {
  if (answer === undefined) return
  if (typeof answer === 'function') return send(answer(request, response), request, response)
  const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
  response.end(request.method === 'HEAD' ? undefined : body)
}
