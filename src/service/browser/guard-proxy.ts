import { createServer, request as sendRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { PRIVATE_ADDRESS } from '../http/page-outcome.ts'
import { parseUrl } from '../../util/can-parse-url.ts'
import { lookupWithin, refusedHost, type AddressPolicy } from '../http/address-policy.ts'

const HOP_HEADERS = /^(?:proxy-connection|proxy-authorization|connection|keep-alive|te|upgrade)$/
const MAX_REMEMBERED = 1000

export type GuardProxy = Awaited<ReturnType<typeof startGuardProxy>>

/**
 * Starts the proxy for the pages of a browser: it is on a free port of loopback and connects only to addresses that the
 * crawl's policy allows. It handles every connection of a page, its scripts and its redirects, and checks the address of the
 * actual connection.
 */
export async function startGuardProxy(policy: AddressPolicy) {
  const refused = new Set<string>()
  const rules: GuardRules = {
    policy,
    remember: (host) => {
      if (refused.size < MAX_REMEMBERED) refused.add(host)
    },
  }
  const server = createServer((request, response) => {
    forward(request, response, rules)
  })
  const tunnels = new Set<Duplex>()
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    tunnels.add(client)
    client.once('close', () => tunnels.delete(client))
    openTunnel(request.url ?? '', client, rules)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    hasRefused: (host: string) => refused.has(host),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const tunnel of tunnels) tunnel.destroy()
        server.closeAllConnections()
      }),
  }
}

interface GuardRules {
  readonly policy: AddressPolicy
  readonly remember: (host: string) => void
}

function forward(request: IncomingMessage, response: ServerResponse, { policy, remember }: GuardRules): void {
  const target = parseUrl(request.url ?? '')
  if (target?.protocol !== 'http:') return void response.writeHead(400).end()
  const refuse = (): void => {
    remember(target.host)
    // A browser shows an empty answer of this kind as its own error page.
    response.writeHead(403, { 'content-type': 'text/plain' }).end('private address')
  }
  if (refusedHost(target.hostname, policy) !== undefined) return refuse()
  const { method = 'GET' } = request
  const onward = sendRequest(target, {
    method,
    headers: onwardHeaders(request),
    lookup: lookupWithin(policy),
  })
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, onwardHeaders(answer))
    answer.on('error', () => response.destroy())
    answer.pipe(response)
  })
  onward.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === PRIVATE_ADDRESS) refuse()
    else if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

function onwardHeaders({ headers }: IncomingMessage): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.test(name)))
}

function openTunnel(authority: string, client: Duplex, { policy, remember }: GuardRules): void {
  client.on('error', () => client.destroy())
  const target = parseUrl(`http://${authority}`)
  if (target === undefined) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  const refuse = (): void => {
    remember(target.host)
    client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  }
  if (refusedHost(target.hostname, policy) !== undefined) return refuse()
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const onward: Socket = connect({
    host,
    port: Number(authority.split(':').at(-1)),
    lookup: lookupWithin(policy),
  })
  onward.on('connect', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    onward.pipe(client)
    client.pipe(onward)
  })
  onward.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === PRIVATE_ADDRESS) refuse()
    else client.destroy()
  })
  client.on('close', () => onward.destroy())
}
