import { createHmac, randomBytes, scryptSync } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Clock } from '../../util/clock.ts'
import { isSameSecret } from '../../util/sha256.ts'
import { html, type PageParts } from './page.ts'

const SESSION_SECONDS = 7 * 86_400
/** How long a sign-in link is valid. */
const LINK_MS = 10 * 60_000
/** The most links that are valid at once; a further one replaces the oldest. */
const MOST_LINKS = 100

/** Signs people in without sessions: a cookie holds its expiry, signed with a key derived from the service's key. */
export class Sessions {
  readonly #clock: Clock
  readonly #secret: Buffer
  /** Depends on the key, because services on all ports of a host share its cookies. */
  readonly #cookie: string
  /** When links expire, by the signature of their token. */
  readonly #links = new Map<string, number>()

  constructor(apiKey: string, clock: Clock) {
    this.#clock = clock
    // Slow on purpose: the key may be a word, and nobody must be able to guess it from a stolen cookie.
    this.#secret = scryptSync(apiKey, 'crawlform sessions', 32)
    const name = createHmac('sha256', this.#secret).update('name').digest('hex')
    this.#cookie = `crawlform_${name.slice(0, 12)}`
  }

  /** Signs in the browser that sent the request. */
  begin(c: Context): void {
    const end = String(this.#clock.now() + SESSION_SECONDS * 1000)
    this.#set(c, `${end}.${this.#sign(`session ${end}`)}`, SESSION_SECONDS)
  }

  end(c: Context): void {
    this.#set(c, '', 0)
  }

  /** Returns whether a request belongs to a session that has not expired. */
  holds(c: Context): boolean {
    const [end = '', signature = '', ...more] = (getCookie(c, this.#cookie) ?? '').split('.')
    const isOwn = more.length === 0 && isSameSecret(signature, this.#sign(`session ${end}`))
    return isOwn && Number(end) > this.#clock.now()
  }

  issueToken(): string {
    const token = randomBytes(24).toString('base64url')
    this.#links.set(this.#sign(`link ${token}`), this.#clock.now() + LINK_MS)
    const [oldest] = this.#links.keys()
    if (this.#links.size > MOST_LINKS && oldest !== undefined) this.#links.delete(oldest)
    return token
  }

  /** Returns whether a token is valid. It can be used only once. */
  redeem(token: string): boolean {
    // Tokens are looked up by their signature, so the time that this takes reveals nothing about them.
    const key = this.#sign(`link ${token}`)
    const end = this.#links.get(key)
    this.#links.delete(key)
    return end !== undefined && end > this.#clock.now()
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url')
  }

  #set(c: Context, value: string, maxAge: number): void {
    const secure = c.req.header('x-forwarded-proto') === 'https' || c.req.url.startsWith('https:')
    setCookie(c, this.#cookie, value, { maxAge, path: '/', httpOnly: true, sameSite: 'Strict', secure })
  }
}

/** Returns the form that asks for the key; `next` is the path after signing in. */
export function signInPage(next: string, wrong?: string): PageParts {
  const body = html`<h1>Sign in</h1>
    <form class="sign-in" method="post" action="/sign-in">
      <p>Enter the service key. You stay signed in for a week.</p>
      ${wrong === undefined ? undefined : html`<p class="alert" role="alert">${wrong}</p>`}
      <label
        >Service key <input name="key" type="password" autocomplete="current-password" required autofocus
      /></label>
      <input type="hidden" name="next" value="${next}" />
      <button>Sign in</button>
    </form>
    <details class="ask">
      <summary>Where is the key?</summary>
      <p>
        It is the value of <code>CRAWLFORM_API_KEY</code> that the service was started with. Without that
        variable, <code>crawlform serve</code> makes a key at each start and writes it to
        <code>service-endpoint.json</code> in <code>.crawlform</code>, or in the directory of
        <code>--data-dir</code>.
      </p>
      <p>On a terminal, <code>crawlform serve</code> also prints a link that signs you in once.</p>
    </details>`
  return { title: 'Sign in', body, status: 401 }
}

/**
 * Returns a page that loads `next` again at once. A browser that follows a link on another site sends no cookie, but it sends
 * the cookie with requests of the service's own pages.
 */
export function againPage(next: string): PageParts {
  const body = html`<h1>One moment</h1>
    <p><a href="${next}">Continue</a></p>`
  return { title: 'One moment', body, status: 401, onTo: next }
}
