import { Agent, EnvHttpProxyAgent, request } from 'undici'
import { type Clock, callAfter } from '../util/clock.ts'
import { proxyFor, type ProxySettings } from '../util/network.ts'

/** How long a server may take to answer. Offline, the name or the connection usually fails at once. */
const WAIT_MS = 2000

/**
 * Asks the server of an address without a scheme. Returns the scheme by which it answers, `https` if it answers by both, and
 * undefined if it answers by neither in time. Any certificate counts, and any answer but one of a gateway without the server.
 */
export async function probeScheme(address: string, clock: Clock, settings: ProxySettings) {
  const end = new AbortController()
  const callOff = callAfter(clock, WAIT_MS, () => end.abort())
  const tls = { rejectUnauthorized: false }
  const statusOf = async (url: string): Promise<number> => {
    const proxy = proxyFor(url, settings)
    const dispatcher =
      proxy === undefined ? new Agent({ connect: tls }) : new EnvHttpProxyAgent({ ...proxy, requestTls: tls })
    try {
      return (await request(url, { method: 'HEAD', dispatcher, signal: end.signal })).statusCode
    } finally {
      await dispatcher.destroy()
    }
  }
  const answers = (scheme: string): Promise<boolean> =>
    statusOf(`${scheme}://${address}`).then(
      (status) => ![407, 502, 503, 504].includes(status),
      () => false,
    )
  const [https, http] = [answers('https'), answers('http')]
  const found = (await https) ? 'https' : (await http) ? 'http' : undefined
  callOff()
  end.abort()
  return found
}
