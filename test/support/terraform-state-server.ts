import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StateRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/**
 * What goes wrong with the next request of a method: `cut` does the work and breaks the connection, `die` breaks it and tells
 * that the client was killed, `cut-and-die` is both.
 */
export type StateFault = {
  readonly method: string
  readonly answer: number | 'cut' | 'die' | 'cut-and-die'
}

/** A server of Terraform's HTTP backend protocol over real HTTP: one state, one lock, basic authentication. */
export class TerraformStateServer {
  state: string | undefined
  lock: { readonly ID: string } | undefined
  readonly requests: StateRequest[] = []
  readonly faults: StateFault[] = []
  credentials: string | undefined
  onRequest: (method: string) => void = () => {}
  /** Called with the user agent of a client that is killed; nothing is taken from it any more. */
  onDeath: (client: string) => void = () => {}
  isDead: (client: string) => boolean = () => false
  /** How answers are packed, as by a proxy that packs all of them. */
  packing: { readonly coding: string; readonly pack: (text: string) => Buffer } | undefined
  /** 423 as the protocol says, 409 as some servers do. */
  lockedStatus = 423
  /** As GitLab: POST and DELETE on `/state/lock`. */
  readonly address: () => string
  private readonly server: Server

  constructor() {
    this.server = createServer((request, response) => void this.receive(request, response))
    this.address = () => `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/state`
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return this
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise<void>((resolve) => void this.server.close(() => resolve()))
  }

  methods(): string[] {
    return this.requests.map((request) => request.method)
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const method = request.method ?? ''
    const client = request.headers['user-agent'] ?? ''
    if (this.isDead(client)) return void request.socket.destroy()
    const url = new URL(request.url ?? '/', 'http://server')
    this.onRequest(method)
    this.requests.push({ method, path: url.pathname + url.search, headers: request.headers, body })
    const expected =
      this.credentials === undefined ? undefined : `Basic ${Buffer.from(this.credentials).toString('base64')}`
    if (expected !== undefined && request.headers.authorization !== expected)
      return void response.writeHead(401).end()
    const fault = this.faults[0]?.method === method ? this.faults.shift() : undefined
    if (typeof fault?.answer === 'number') return void response.writeHead(fault.answer).end()
    if (fault?.answer === 'die' || fault?.answer === 'cut-and-die') this.onDeath(client)
    if (fault?.answer === 'die') return void request.socket.destroy()
    const [status, text] = this.answer(method, url, body)
    if (fault !== undefined) return void request.socket.destroy()
    const { coding, pack } = this.packing ?? {}
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(coding && { 'content-encoding': coding }),
    })
    response.end(pack?.(text) ?? text)
  }

  private answer(method: string, url: URL, body: string): [number, string] {
    const onLock = url.pathname.endsWith('/lock')
    if (method === 'LOCK' || (onLock && method === 'POST')) {
      if (this.lock !== undefined) return [this.lockedStatus, JSON.stringify(this.lock)]
      this.lock = JSON.parse(body)
      return [200, '']
    }
    if (method === 'UNLOCK' || (onLock && method === 'DELETE')) {
      if (this.lock !== undefined && this.lock.ID !== (JSON.parse(body) as { ID: string }).ID)
        return [409, JSON.stringify(this.lock)]
      this.lock = undefined
      return [200, '']
    }
    if (method === 'GET') return this.state === undefined ? [404, ''] : [200, this.state]
    if (url.searchParams.get('ID') !== this.lock?.ID) return [409, JSON.stringify(this.lock ?? {})]
    this.state = body
    return [200, '']
  }
}
