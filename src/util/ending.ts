/** What tells work that nobody waits for it any longer, as far as most work asks: every AbortSignal is one. */
export interface EndSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * Ends some work, as an AbortController does, and is its own signal. Each page of a crawl takes two and hardly ever ends
 * one: with controllers, their signals and listeners they were 3 % of a crawl that reads links.
 */
export class Ending implements EndSignal {
  #aborted = false
  #reason: unknown
  readonly #listeners: (() => void)[] = []
  #real: AbortController | undefined

  get aborted(): boolean {
    return this.#aborted
  }

  get reason(): unknown {
    return this.#reason
  }

  /** Ends the work, once. Listeners hear of it in the order in which they came. */
  abort(reason: unknown): void {
    if (this.#aborted) return
    this.#aborted = true
    this.#reason = reason
    this.#real?.abort(reason)
    // One may have another leave.
    for (let next = this.#listeners.shift(); next !== undefined; next = this.#listeners.shift()) next()
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#aborted) this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const place = this.#listeners.indexOf(listener)
    if (place !== -1) this.#listeners.splice(place, 1)
  }

  /** The same as what the platform's functions take. */
  signal(): AbortSignal {
    const real = (this.#real ??= new AbortController())
    if (this.#aborted) real.abort(this.#reason)
    return real.signal
  }
}

/** Returns a signal as what the platform's functions take. */
export function abortSignalOf(signal: EndSignal): AbortSignal {
  return signal instanceof Ending ? signal.signal() : (signal as AbortSignal)
}
