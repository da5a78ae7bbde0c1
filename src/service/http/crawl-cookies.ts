import { CookieJar } from 'tough-cookie'

/** What browsers keep of one cookie, and about what servers take of all in one request. */
const MAX_COOKIE = 4096
const MAX_HEADER = 8192
/** Cookies of one answer, and of one crawl, before all are forgotten. */
const MAX_PER_ANSWER = 50
const MAX_STORED = 5000

/** The cookies of one crawl (RFC 6265), in memory only. */
export class CrawlCookies {
  #jar = newJar()
  #stored = 0

  /** Returns the `Cookie` header for a URL, or undefined when it has none. */
  headerFor(url: string): string | undefined {
    if (this.#stored === 0) return undefined
    const header = this.#jar.getCookieStringSync(url)
    return header === '' || header.length > MAX_HEADER ? undefined : header
  }

  /** Takes the `Set-Cookie` headers of an answer. Those that are not allowed there change nothing. */
  store(lines: readonly string[], url: string): void {
    for (const line of lines.slice(0, MAX_PER_ANSWER)) {
      if (line.length > MAX_COOKIE) continue
      if (this.#stored++ >= MAX_STORED) this.#forgetAll()
      this.#jar.setCookieSync(line, url, { ignoreError: true })
    }
  }

  #forgetAll(): void {
    this.#jar = newJar()
    this.#stored = 1
  }
}

function newJar(): CookieJar {
  return new CookieJar(undefined, { looseMode: true })
}
