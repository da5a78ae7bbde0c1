import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy on loopback that refuses every request. */
export interface DeadEnd {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts the proxy for requests of the browser itself, such as its updates. Pages have their own proxy, so their
 * requests never come here.
 */
export async function startDeadEnd(): Promise<DeadEnd> {
  const server = createServer((_, response) => response.writeHead(403).end())
  server.on('connect', (_, client) => {
    client.on('error', () => client.destroy())
    client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
