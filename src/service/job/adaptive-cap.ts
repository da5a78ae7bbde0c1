/** As many as one public host is asked for at once. */
const FIRST = 16
/** Answers may take this much longer than the quickest ones did, and more scrapes are still worth their while. */
const GROWING = 2
/** Answers that take this much longer show that there are too many. */
const SHRINKING = 4
/** How fast the quickest answers are forgotten, a window: a site may be slower for good. */
const FORGETTING = 1.1

/**
 * How many scrapes a job without `maxConcurrency` has under way: it grows while answers come as quickly as before, and
 * gives way when they slow down or when the site refuses. In: what became of each scrape. Knows no clock.
 */
export class AdaptiveCap {
  readonly #most: number
  #now: number
  /** Answers of the current window, which is over when there are as many as scrapes may be under way. */
  #answers = 0
  #totalMs = 0
  #quickestMs = Infinity
  #wasRefused = false
  /** Scrapes that were under way when the site refused one: what they meet is the same refusal. */
  #unheeded = 0

  /** @param most never exceeded */
  constructor(most: number) {
    this.#most = most
    this.#now = Math.min(FIRST, most)
  }

  get now(): number {
    return this.#now
  }

  /** A scrape took this long. */
  answered(ms: number): void {
    this.#unheeded--
    this.#answers++
    this.#totalMs += ms
    if (this.#answers < this.#now) return
    const meanMs = this.#totalMs / this.#answers
    this.#quickestMs = Math.min(meanMs, this.#quickestMs * FORGETTING)
    if (meanMs <= this.#quickestMs * GROWING) this.#grow()
    else if (meanMs > this.#quickestMs * SHRINKING)
      this.#now = Math.max(Math.min(FIRST, this.#now), this.#now >> 1)
    this.#startWindow()
  }

  /** The site asked for another time, or could not answer. */
  refused(): void {
    if (--this.#unheeded >= 0) return
    this.#wasRefused = true
    this.#unheeded = this.#now
    this.#now = Math.max(1, this.#now >> 1)
    this.#startWindow()
  }

  /** Twice as many, until the site has refused once: then it is tried carefully. */
  #grow(): void {
    this.#now = Math.min(this.#most, this.#wasRefused ? this.#now + 1 : this.#now * 2)
  }

  #startWindow(): void {
    this.#answers = 0
    this.#totalMs = 0
  }
}
