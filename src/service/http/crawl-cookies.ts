import { CookieJar } from 'tough-cookie'
import { parseUrl } from '../../util/can-parse-url.ts'

/** Browsers keep about this much of one cookie, and servers accept about this much in one request. */
const MAX_COOKIE = 4096
const MAX_HEADER = 8192
/** The most cookies of one answer, and of one crawl before all are dropped. */
const MAX_PER_ANSWER = 50
const MAX_STORED = 5000
const OPTIONS = { looseMode: true }

/** The cookies of one crawl (RFC 6265), in memory only. */
export class CrawlCookies {
  #jar = new CookieJar(undefined, OPTIONS)
  #stored = 0

  /** Returns the `Cookie` header for a URL, or undefined when it has none. */
  headerFor(url: string): string | undefined {
    if (this.#stored === 0 || parseUrl(url) === undefined) return undefined
    const header = this.#jar.getCookieStringSync(url)
    return header === '' || header.length > MAX_HEADER ? undefined : header
  }

  /** Takes the `Set-Cookie` headers of an answer. Cookies that are not allowed are ignored. */
  store(lines: readonly string[], url: string): void {
    for (const line of lines.slice(0, MAX_PER_ANSWER)) {
      if (line.length > MAX_COOKIE) continue
      if (this.#stored++ >= MAX_STORED) {
        this.#jar = new CookieJar(undefined, OPTIONS)
        this.#stored = 1
      }
      this.#jar.setCookieSync(line, url, { ignoreError: true })
    }
  }
}
