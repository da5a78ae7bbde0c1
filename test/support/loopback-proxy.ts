import { createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

/** An HTTP proxy that knows a single machine: whatever host it is asked for, it asks this one. */
export interface LoopbackProxy {
  readonly url: string
  /** Method and target of every request, in order. */
  readonly seen: readonly string[]
  /** The `proxy-authorization` of every request. */
  readonly authorizations: readonly (string | undefined)[]
  /** Lets nobody through. */
  refuses: boolean
  close(): Promise<void>
}

export async function startLoopbackProxy(): Promise<LoopbackProxy> {
  const seen: string[] = []
  const authorizations: (string | undefined)[] = []
  const server = createServer((incoming, outgoing) => {
    // A plain HTTP target is asked for in absolute form (RFC 9112, section 3.2.2).
    seen.push(`${incoming.method} ${incoming.url}`)
    authorizations.push(incoming.headers['proxy-authorization'])
    if (started.refuses) return void outgoing.writeHead(407).end()
    const { port, pathname, search } = new URL(incoming.url ?? '')
    const { 'proxy-authorization': _, ...headers } = incoming.headers
    const onward = request(
      { host: '127.0.0.1', port, path: pathname + search, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, socket, head) => {
    seen.push(`CONNECT ${incoming.url}`)
    authorizations.push(incoming.headers['proxy-authorization'])
    if (started.refuses) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const onward = connect(Number(incoming.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const started: LoopbackProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    authorizations,
    refuses: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return started
}
