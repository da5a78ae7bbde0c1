import { Agent, request } from 'undici'
import { type Clock, ringAfter } from '../util/clock.ts'

/** How long a server may take to answer. Offline, the name or the connection usually fails at once. */
const WAIT_MS = 2000

/**
 * Asks the server of an address without a scheme. Returns the scheme by which it answers, `https` if it answers by both, and
 * undefined if it answers by neither in time. Any answer counts, and any certificate.
 */
export async function probeScheme(address: string, clock: Clock): Promise<'http' | 'https' | undefined> {
  const end = new AbortController()
  const callOff = ringAfter(clock, WAIT_MS, () => end.abort())
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const answers = (scheme: string): Promise<boolean> =>
    request(`${scheme}://${address}`, { method: 'HEAD', dispatcher, signal: end.signal }).then(
      () => true,
      () => false,
    )
  const [https, http] = [answers('https'), answers('http')]
  const found = (await https) ? 'https' : (await http) ? 'http' : undefined
  callOff()
  await dispatcher.destroy()
  return found
}
