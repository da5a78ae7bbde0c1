import { createHmac, randomBytes, scryptSync } from 'node:crypto'
import type { Clock } from '../../util/clock.ts'
import { isSameSecret } from '../../util/is-same-secret.ts'

/** How long a browser stays signed in. */
export const SESSION_MS = 7 * 86_400_000
/** How long a link that signs in waits for its reader. */
export const LINK_MS = 10 * 60_000
/** Links that wait at once; with a further one the oldest goes. */
const MOST_LINKS = 100

/** Who has signed in. Nothing of it is kept: a cookie holds the time of its end, signed with a key made of the service's. */
export interface Sessions {
  /** Returns `name=value` of a new session's cookie. */
  cookie(): string
  /** Returns the cookie's name; services with other keys have others, as all ports of a host share its cookies. */
  readonly name: string
  /** Tells whether the header Cookie of a request holds a session that has not ended. */
  holds(header: string | undefined): boolean
  /** Returns a token that signs in once. */
  issueToken(): string
  /** Tells whether a token signs in, and uses it up. */
  redeem(token: string): boolean
}

export function createSessions(apiKey: string, clock: Clock): Sessions {
  // Slow on purpose: who finds a cookie must not be able to guess the key, which may be a word.
  const secret = scryptSync(apiKey, 'crawlform sessions', 32)
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url')
  const name = `crawlform_${createHmac('sha256', secret).update('name').digest('hex').slice(0, 12)}`
  const links = new Map<string, number>()
  return {
    name,
    cookie: () => {
      const end = String(clock.now() + SESSION_MS)
      return `${name}=${end}.${sign(`session ${end}`)}`
    },
    holds: (header = '') =>
      header.split(/; */).some((pair) => {
        if (!pair.startsWith(`${name}=`)) return false
        const [end = '', signature = '', ...more] = pair.slice(name.length + 1).split('.')
        if (more.length > 0 || !isSameSecret(signature, sign(`session ${end}`))) return false
        return Number(end) > clock.now()
      }),
    issueToken: () => {
      const token = randomBytes(24).toString('base64url')
      links.set(sign(`link ${token}`), clock.now() + LINK_MS)
      const [oldest] = links.keys()
      if (links.size > MOST_LINKS && oldest !== undefined) links.delete(oldest)
      return token
    },
    redeem: (token) => {
      // Tokens are looked up by their signature: how long that takes tells nothing about them.
      const key = sign(`link ${token}`)
      const end = links.get(key)
      links.delete(key)
      return end !== undefined && end > clock.now()
    },
  }
}
