import { Cookie, CookieJar, MemoryCookieStore } from 'tough-cookie'
import { parseUrl } from '../../util/can-parse-url.ts'
import { systemClock } from '../../util/clock.ts'

/** Browsers keep about this much of one cookie, and servers accept about this much in one request. */
const MAX_COOKIE = 4096
const MAX_HEADER = 8192
/** The most cookies of one answer, and of one crawl before all are dropped. */
const MAX_PER_ANSWER = 50
const MAX_STORED = 5000

/** A cookie as it is kept while its crawl runs. */
export interface KeptCookie {
  /** Domain, path and name. */
  readonly id: string
  readonly json: string
}

/** The cookies of a crawl for one URL. */
export interface SentCookies {
  /** As a header has them; may be empty. */
  readonly header: string
  /** The names of these, and of those that the site has deleted: the request's own cookies with these names are replaced. */
  readonly names: readonly string[]
}

/** The changes since the cookies were last kept. */
export interface CookieChanges {
  /** Whether those that were kept before are dropped. */
  readonly isCleared: boolean
  readonly cookies: readonly KeptCookie[]
}

/** The cookies of one crawl (RFC 6265). */
export class CrawlCookies {
  #jar: CookieJar
  readonly #ids = new Set<string>()
  readonly #changed = new Map<string, Cookie>()
  #isCleared = false

  /** @param kept the cookies of the same crawl before the service was restarted */
  constructor(kept: readonly KeptCookie[] = []) {
    const store = new MemoryCookieStore()
    for (const { id, json } of kept) {
      const cookie = Cookie.fromJSON(json)
      if (cookie === undefined) continue
      // This store puts it at once; its promise is for other stores.
      void store.putCookie(cookie)
      this.#ids.add(id)
    }
    this.#jar = newJar(store)
  }

  /** Returns the cookies for a URL, or undefined when the site has set none for it. */
  sentTo(url: string): SentCookies | undefined {
    if (this.#ids.size === 0 || parseUrl(url) === undefined) return undefined
    const cookies = this.#jar.getCookiesSync(url, { sort: true, expire: false })
    if (cookies.length === 0) return undefined
    const now = systemClock.now()
    const live = cookies.filter((cookie) => (cookie.expiryTime() ?? Infinity) > now)
    const header = live.map((cookie) => cookie.cookieString()).join('; ')
    return {
      header: header.length > MAX_HEADER ? '' : header,
      names: cookies.map(({ key }) => key),
    }
  }

  /** Takes the `Set-Cookie` headers of an answer. Cookies that are not allowed are ignored. */
  store(lines: readonly string[], url: string): void {
    for (const line of lines.slice(0, MAX_PER_ANSWER)) {
      if (line.length > MAX_COOKIE) continue
      const cookie = this.#jar.setCookieSync(line, url, { ignoreError: true })
      if (!cookie) continue
      const id = JSON.stringify([cookie.domain, cookie.path, cookie.key])
      if (this.#ids.size >= MAX_STORED && !this.#ids.has(id)) {
        this.#clear()
        this.#jar.setCookieSync(line, url, { ignoreError: true })
      }
      this.#ids.add(id)
      this.#changed.set(id, cookie)
    }
  }

  /** Returns what has changed since the last call. */
  takeChanges(): CookieChanges {
    const cookies = Array.from(this.#changed, ([id, cookie]) => ({ id, json: JSON.stringify(cookie) }))
    const isCleared = this.#isCleared
    this.#changed.clear()
    this.#isCleared = false
    return { isCleared, cookies }
  }

  #clear(): void {
    this.#jar = newJar(new MemoryCookieStore())
    this.#ids.clear()
    this.#changed.clear()
    this.#isCleared = true
  }
}

function newJar(store: MemoryCookieStore): CookieJar {
  return new CookieJar(store, { looseMode: true })
}
