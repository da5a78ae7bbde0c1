import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { JsonObject } from '../../src/util/json.ts'

/** What goes wrong with one POST. `started` faults begin the job and then fail to say so. */
export type Fault =
  | 'none'
  | 'refused'
  | 'reset-at-once'
  | 'reset-before-headers'
  | 'reset-before-headers-started'
  | 'reset-in-headers-started'
  | 'reset-after-headers-started'
  | 'truncated-started'
  | 'cut-body-started'
  | 'wrong-json-started'
  | 'html-started'
  | 'no-id-started'
  | 'no-success-started'
  | 'redirect'
  | '300'
  | '400'
  | '401'
  | '402'
  | '403'
  | '404-html'
  | '408-started'
  | '409'
  | '413'
  | '429'
  | '429-header'
  | '429-hour'
  | '429-quarter'
  | '429-text'
  | '499-started'
  | '500'
  | '500-started'
  | '502'
  | '502-started'
  | '503'
  | '503-header'
  | '503-started'
  | '504-started'
  | '403-hostile'
  | 'endless-started'
  | 'hang'
  | 'hang-started'

export interface FaultyJob {
  readonly id: string
  readonly attempt: string
  readonly body: JsonObject
  readonly createdAt: string
  /** It was begun, and the answer was 503. */
  isDenied?: boolean
  status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  completed: number
  total: number
  /** What `/errors` lists. */
  errors?: readonly JsonObject[]
  robotsBlocked?: readonly string[]
  warning?: string
  waitsBecause?: string | undefined
}

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** The port of the client; requests of one connection share it. */
  readonly port: number | undefined
}

/** A second request with a known idempotency key: answered like the first, refused, or not noticed. */
export type KeyPolicy = 'replay' | 'conflict' | 'ignored'

/** The crawl protocol over real HTTP, failing as told. */
export class FaultyCrawlService {
  readonly jobs: FaultyJob[] = []
  readonly requests: SeenRequest[] = []
  /** Taken from the front, one for each POST; then everything goes well. */
  readonly faults: Fault[] = []
  keyPolicy: KeyPolicy = 'replay'
  /** Takes a DELETE of a finished job as one release of Firecrawl does: 200, and the job is a cancelled one. */
  cancelsFinished = false
  /** Answers every part with the first pages, as one release of Firecrawl does for large results. */
  ignoresSkip = false
  /** The body of a 400. */
  refusal: JsonObject | undefined
  /** Members that the answer to a start has beside or instead of its own. */
  startAnswer: JsonObject = {}
  /** Pages of one part of a status. */
  partSize = 100
  pages: JsonObject[] = []
  /** Answers to any other request, taken from the front: a status, or what to do. */
  readonly answers: (number | ((request: IncomingMessage, response: ServerResponse) => void))[] = []
  /** Called when a request is left without an answer. */
  onHang: () => void = () => {}
  /** Called when a job begins, before it is answered. */
  onStart: () => void = () => {}
  createdAt: () => string = () => '2026-11-21T00:00:00.000Z'
  /** What `next` begins with; the real service is often wrong about it. */
  nextOrigin: string | undefined
  private readonly usedKeys = new Set<string>()
  private readonly sockets = new Set<Socket>()
  private readonly server: Server
  private port = 0

  constructor() {
    this.server = createServer((request, response) => void this.receive(request, response))
    this.server.on('connection', (socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
      socket.on('error', () => {})
      if (this.faults[0] === 'reset-at-once') {
        this.faults.shift()
        socket.resetAndDestroy()
      }
    })
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve))
    this.port = (this.server.address() as AddressInfo).port
    return this
  }

  /** Nobody listens any more; the port stays the same for the next `listen`. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise<void>((resolve) => void this.server.close(() => resolve()))
  }

  /** Jobs started for one URL. */
  jobsFor(url: string): FaultyJob[] {
    return this.jobs.filter((job) => job.body['url'] === url)
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const body = Buffer.concat(chunks).toString('utf8')
    const path = request.url ?? '/'
    const { method = '', headers, socket } = request
    this.requests.push({ method, path, headers, body, port: socket.remotePort })
    const planned = request.method === 'POST' && path === '/v2/crawl' ? undefined : this.answers.shift()
    if (typeof planned === 'function') planned(request, response)
    else if (planned !== undefined && planned !== 200)
      json(response, planned, { success: false, error: `planned ${planned}` })
    else if (request.method === 'POST') this.start(request, response, body)
    else this.answer(request, response)
  }

  private start(request: IncomingMessage, response: ServerResponse, text: string): void {
    const fault = this.faults.shift() ?? 'none'
    const attempt = String(request.headers['x-idempotency-key'] ?? '')
    const body = JSON.parse(text) as JsonObject
    if (fault !== 'none' && !fault.endsWith('-started')) return this.fail(fault, response)
    if (this.usedKeys.has(attempt) && this.keyPolicy === 'conflict') {
      return json(response, 409, { success: false, error: 'Idempotency key already used' })
    }
    const known =
      this.keyPolicy === 'replay' && attempt !== ''
        ? this.jobs.find((job) => job.attempt === attempt)
        : undefined
    const job = known ?? this.begin(attempt, body)
    const url = `${this.baseUrl}/v2/crawl/${job.id}`
    const answer = { success: true, id: job.id, url, ...this.startAnswer }
    if (fault === 'none') return json(response, 200, answer)
    if (fault === '503-started') job.isDenied = true
    this.failAfterStart(fault, response, JSON.stringify(answer))
  }

  private begin(attempt: string, body: JsonObject): FaultyJob {
    if (attempt !== '') this.usedKeys.add(attempt)
    const id = `00000000-0000-7000-8000-${String(this.jobs.length + 1).padStart(12, '0')}`
    const job: FaultyJob = {
      id,
      attempt,
      body,
      createdAt: this.createdAt(),
      status: 'scraping',
      completed: 0,
      total: 0,
    }
    this.jobs.push(job)
    this.onStart()
    return job
  }

  private fail(fault: Fault, response: ServerResponse): void {
    const socket = response.socket
    const error = (status: number, message: string, headers = {}): void =>
      json(response, status, { success: false, error: message }, headers)
    switch (fault) {
      case 'reset-before-headers':
        return void socket?.resetAndDestroy()
      case 'redirect':
        return void response.writeHead(307, { location: 'https://elsewhere.example/v2/crawl' }).end()
      case '404-html':
        return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Cannot POST</h1>')
      case '403-hostile':
        return error(403, `no\r\n \u001B[31mred\u001B[0m ${'x'.repeat(100_000)}`)
      case '402':
        return error(402, 'Insufficient credits to perform this request.')
      case '429-header':
        return error(429, 'Rate limit exceeded.', { 'retry-after': '7' })
      case '429-hour':
        return error(429, 'Rate limit exceeded.', { 'retry-after': '3600' })
      case '429-quarter':
        return error(429, 'Rate limit exceeded.', { 'retry-after': '900' })
      case '429-text':
        return error(
          429,
          'Rate limit exceeded. Consumed (req/min): 3. Please retry after 21s, resets at Sat Nov 21 2026',
        )
      case '503-header':
        return error(503, 'Busy.', { 'retry-after': '3' })
      case 'hang':
        return this.onHang()
      case '400':
        return json(response, 400, this.refusal ?? { success: false, error: 'planned 400' })
      default:
        return error(Number(fault), `planned ${fault}`)
    }
  }

  private failAfterStart(fault: Fault, response: ServerResponse, answer: string): void {
    const socket = response.socket
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${answer.length}\r\n`
    switch (fault) {
      case 'reset-before-headers-started':
        return void socket?.resetAndDestroy()
      case 'reset-in-headers-started':
        return void socket?.write(head.slice(0, 40), () => socket.resetAndDestroy())
      case 'reset-after-headers-started':
        return void socket?.write(`${head}\r\n${answer.slice(0, 10)}`, () => socket.resetAndDestroy())
      case 'truncated-started':
        return void socket?.end(`${head}\r\n${answer.slice(0, 10)}`)
      case 'cut-body-started':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(answer.slice(0, -3))
      case 'wrong-json-started':
        return json(response, 200, { hello: 'world' })
      case 'html-started':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
      case 'no-success-started':
        return json(response, 200, { ...JSON.parse(answer), success: false })
      case 'no-id-started':
        return json(response, 200, { success: true, url: this.baseUrl })
      case 'endless-started':
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`${answer}${' '.repeat(2 ** 21)}`)
      case 'hang-started':
        return this.onHang()
      default:
        return json(response, Number.parseInt(fault, 10), { success: false, error: `planned ${fault}` })
    }
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.baseUrl)
    if (url.pathname === '/v2/crawl/active') {
      const running = this.jobs.filter((job) => job.status === 'scraping')
      const crawls = running.map(({ id, body, createdAt }) => {
        const { url: start, ...options } = body
        return { id, teamId: 'team', url: start ?? '', created_at: createdAt, options }
      })
      return json(response, 200, { success: true, crawls })
    }
    const [, id, rest] = /^\/v2\/crawl\/([^/]+)(\/errors)?$/.exec(url.pathname) ?? []
    const job = this.jobs.find((one) => one.id === id)
    if (job === undefined) return json(response, 404, { success: false, error: 'Job not found' })
    if (rest !== undefined)
      return json(response, 200, { errors: job.errors ?? [], robotsBlocked: job.robotsBlocked ?? [] })
    if (request.method === 'DELETE') return this.cancel(job, response)
    this.status(job, url, response)
  }

  private cancel(job: FaultyJob, response: ServerResponse): void {
    if (job.status !== 'scraping' && !this.cancelsFinished)
      return json(response, 409, { success: false, error: 'Crawl is already completed' })
    job.status = 'cancelled'
    json(response, 200, { status: 'cancelled' })
  }

  private status(job: FaultyJob, url: URL, response: ServerResponse): void {
    const skip = Number(url.searchParams.get('skip') ?? 0)
    const limit = Number(url.searchParams.get('limit') ?? this.partSize)
    const from = this.ignoresSkip ? 0 : skip
    const data = this.pages.slice(from, from + limit)
    const more = skip + data.length < this.pages.length || job.status === 'scraping'
    const next = `${this.nextOrigin ?? this.baseUrl}/v2/crawl/${job.id}?skip=${skip + data.length}`
    json(response, 200, {
      success: true,
      status: job.status,
      total: job.total,
      completed: job.completed,
      creditsUsed: job.completed,
      expiresAt: '2026-11-22T00:00:00.000Z',
      ...(more ? { next } : {}),
      ...(job.warning === undefined ? {} : { warning: job.warning }),
      ...(job.waitsBecause === undefined ? {} : { waitsBecause: job.waitsBecause }),
      data,
    })
  }
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
