import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageFetcher, type FetchOutcome } from '../../../src/service/http/http.ts'
import { createBodyShare, SMALL_BYTES } from '../../../src/service/http/receive-body.ts'
import { systemClock } from '../../../src/util/clock.ts'
import { MemoryBudget } from '../../../src/service/body/memory-budget.ts'
import { hasOpenssl, selfSigned } from '../../support/self-signed.ts'

// Vitest fails a run in which an error is thrown in a callback of a socket, whichever test it comes from.

const CLOSES = {
  ends: (socket: Socket) => socket.end(),
  'is cut': (socket: Socket) => socket.destroy(),
  'is reset': (socket: Socket) => socket.resetAndDestroy(),
}

const chunked = (body: Buffer, trailers = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from(`\r\n0\r\n${trailers}\r\n`),
  ])

/** Whole answers of a site that closes its connections, by their form. */
const FORMS: Readonly<Record<string, (body: Buffer) => readonly [head: string, body: Buffer]>> = {
  'HTTP/1.0 with a length': (body) => [`HTTP/1.0 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`, body],
  'HTTP/1.0 without a length': (body) => ['HTTP/1.0 200 OK\r\n\r\n', body],
  'HTTP/1.1 with a length': (body) => [
    `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    body,
  ],
  'HTTP/1.1 with chunks and trailers': (body) => [
    'HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n',
    chunked(body, 'X-After: a\r\nX-More: b\r\n'),
  ],
  'HTTP/1.1 that could go on': (body) => [`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`, body],
  'HTTP/1.1 packed': (body) => [
    'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\n\r\n',
    gzipSync(body),
  ],
}

describe.each(hasOpenssl ? ['http', 'https'] : ['http'])('an %s connection', (scheme) => {
  /** By path: what is sent, and how the connection is closed after it. */
  const answers = new Map<string, { readonly bytes: Buffer; readonly close: (socket: Socket) => unknown }>()
  const raw = new Map<number | undefined, Socket>()
  let server: Server
  let fetcher: PageFetcher
  let made = 0

  beforeAll(async () => {
    const answer = (socket: Socket): void => {
      socket.on('error', () => undefined)
      socket.once('data', (request: Buffer) => {
        const { bytes = Buffer.from('HTTP/1.0 200 OK\r\n\r\nhome'), close = CLOSES.ends } =
          answers.get(request.toString().split(' ')[1] ?? '') ?? {}
        socket.write(bytes, () =>
          close(close === CLOSES['is reset'] ? (raw.get(socket.remotePort) ?? socket) : socket),
        )
      })
    }
    server = scheme === 'http' ? createServer(answer) : createTlsServer(selfSigned(), answer)
    server.on('tlsClientError', () => undefined)
    // Only the connection below TLS can be reset.
    server.on('connection', (socket: Socket) => {
      raw.set(socket.remotePort, socket)
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    fetcher = new PageFetcher({ clock: systemClock, userAgent: 'test-agent' })
  })
  afterAll(async () => {
    await fetcher.close()
    await new Promise((resolve) => server.close(resolve))
  })

  const get = (path: string, share?: ReturnType<typeof createBodyShare>): Promise<FetchOutcome> =>
    fetcher.fetch({
      url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
      timeoutMs: 20_000,
      maxBytes: 10_000_000,
      skipTlsVerification: true,
      addressPolicy: 'loopback',
      share,
    })
  const publish = (bytes: Buffer, close: (socket: Socket) => unknown): string => {
    const path = `/${++made}`
    answers.set(path, { bytes, close })
    return path
  }

  it.each((scheme === 'http' ? Object.keys(CLOSES) : []) as (keyof typeof CLOSES)[])(
    'that %s after any byte fails at most its own page',
    async (how) => {
      for (const form of Object.values(FORMS)) {
        const whole = Buffer.concat(form(Buffer.from('<p>read')).map((part) => Buffer.from(part)))
        const cuts = Array.from({ length: whole.length + 1 }, (_, length) => whole.subarray(0, length))
        const outcomes = await Promise.all(cuts.map((bytes) => get(publish(bytes, CLOSES[how]))))
        expect(outcomes.map(({ kind }) => kind)).not.toContain('redirect')
      }
      expect(await get('/')).toMatchObject({ body: Buffer.from('home') })
    },
  )

  it.each([
    'HTTP/1.0 200 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n',
    'HTTP/1.0 200 OK\r\nX-Long: a\r\n b\r\n\r\n',
  ])('that is reset during an answer without a length fails its page: %j', async (head) => {
    const reset = async (socket: Socket): Promise<void> => {
      // What comes after it: so the part has been read, and the system reports the reset.
      for (let turn = 0; turn < 5; turn++) await get('/')
      CLOSES['is reset'](raw.get(socket.remotePort) ?? socket)
    }
    expect(await get(publish(Buffer.from(`${head}<p>a part`), reset))).toMatchObject({
      kind: 'failure',
      error: expect.stringContaining('(ECONNRESET)') as unknown,
    })
  })

  // The sizes pass the point where all of an answer has been taken from the connection when it has to wait.
  const sizes = Array.from({ length: 10 }, (_, index) => SMALL_BYTES + 1 + index * 16_384)

  it.each(
    Object.keys(CLOSES).flatMap((how) =>
      Object.keys(FORMS).map((form) => [how as keyof typeof CLOSES, form] as const),
    ),
  )('that %s while its answer waits for memory fails at most its own page (%s)', async (how, form) => {
    const budget = new MemoryBudget(SMALL_BYTES)
    const first = budget.open('first')
    await first.grow(SMALL_BYTES, new AbortController().signal)
    const waiting = sizes.map((size) => {
      const body = randomBytes(size)
      const [head, rest] = FORMS[form]!(body)
      const share = createBodyShare(budget, 'page')
      let wait = (): void => undefined
      const waits = new Promise<void>((resolve) => (wait = resolve))
      const hold: typeof share.hold = (bytes, signal) => {
        const held = share.hold(bytes, signal)
        if (held !== undefined) wait()
        return held
      }
      const path = publish(Buffer.concat([Buffer.from(head), rest]), CLOSES[how])
      const outcome = get(path, { ...share, hold }).finally(share.release)
      return { body, outcome, waits: Promise.race([waits, outcome]) }
    })
    await Promise.all(waiting.map(({ waits }) => waits))
    // They come after what the connections still had to tell.
    for (let turn = 0; turn < 5; turn++) await get('/')
    first.release()
    const whole = waiting.map(async ({ body, outcome }) => {
      const got = await outcome
      return got.kind === 'page' ? body.equals(got.body as Buffer) : got.error
    })
    const wrong = (await Promise.all(whole)).filter((found) => how === 'ends' && found !== true)
    expect(wrong).toEqual([])
    expect(await get('/')).toMatchObject({ body: Buffer.from('home') })
  })
})
