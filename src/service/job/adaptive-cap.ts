const FIRST = 32
/** The cap grows while answers take at most this many times the fastest time. */
const GROWING = 2
/** The cap shrinks when answers take more than this many times the fastest time. */
const SHRINKING = 4
/** A higher cap stays if it brings this many times the pages per second, even if each takes longer. */
const GAINING = 1.15
/** The fastest time grows by this factor in each window, because a site may stay slow. */
const FORGETTING = 1.1

/**
 * Decides how many scrapes a job runs at once. The number grows while answers come as quickly as before, or more of them in the
 * same time. It falls when they slow down or the site refuses.
 */
export class AdaptiveCap {
  readonly #most: number
  readonly #first: number
  /** How many scrapes may run at once. */
  atOnce: number
  /** Number of answers in the current window, which ends when it has as many as scrapes may run. */
  #answers = 0
  #totalMs = 0
  #quickestMs = Infinity
  #startedAt = -Infinity
  /** Answers a millisecond before the number of scrapes was last raised. */
  #rateBefore = 0
  #wasRefused = false
  /** Scrapes in progress when the site refused one. If it refuses them too, that is the same refusal. */
  #sameRefusal = 0

  /** @param first kept while the site does not refuse */
  constructor(most: number, first: number = FIRST) {
    this.#most = most
    this.#first = this.atOnce = Math.min(first, most)
  }

  /** Records that a scrape has ended after `ms`. */
  answered(ms: number, now: number): void {
    this.#sameRefusal--
    this.#answers++
    this.#totalMs += ms
    // After a refusal the number grows slowly: a page that is refused again may have no attempt left.
    if (this.#answers < (this.#wasRefused ? Math.max(FIRST, this.atOnce) : this.atOnce)) return
    const rate = this.#answers / (now - this.#startedAt)
    const meanMs = this.#totalMs / this.#answers
    this.#quickestMs = Math.min(meanMs, this.#quickestMs * FORGETTING)
    const isWorth = meanMs <= this.#quickestMs * GROWING || rate > this.#rateBefore * GAINING
    if (isWorth) this.#grow(rate)
    else if (meanMs > this.#quickestMs * SHRINKING)
      this.atOnce = Math.max(Math.min(this.#first, this.atOnce), this.atOnce >> 1)
    this.#startWindow(now)
  }

  /** Records that the site refused a scrape or could not answer. Attempts are few, so the cap falls quickly. */
  refused(now: number, inFlight: number): void {
    if (--this.#sameRefusal >= 0) return
    this.#wasRefused = true
    this.#sameRefusal = inFlight
    this.atOnce = Math.max(1, this.atOnce >> 2)
    this.#startWindow(now)
  }

  /** Doubles the number until the site has refused once; after that it grows carefully. */
  #grow(rate: number): void {
    this.#rateBefore = rate
    this.atOnce = Math.min(this.#most, this.#wasRefused ? this.atOnce + 1 : this.atOnce * 2)
  }

  #startWindow(now: number): void {
    this.#startedAt = now
    this.#answers = 0
    this.#totalMs = 0
  }
}
