/** Gives bytes back; a second call does nothing. */
export type ReleaseBudget = () => void

/** One holder's part of a budget. */
export interface BudgetShare {
  /**
   * Resolves when `bytes` more are free. Call it again only after it has settled.
   * @throws the signal's reason when it is aborted first
   */
  readonly grow: (bytes: number, signal: AbortSignal) => Promise<void>
  /** Gives the whole share back; a second call does nothing. */
  readonly release: ReleaseBudget
}

interface Holder {
  readonly owner: string
  held: number
  waiting: { readonly bytes: number; readonly enter: () => void } | undefined
}

/**
 * Shares a number of bytes among many holders. When no bytes are free, holders wait. The owner with the fewest bytes comes
 * first; holders of one owner keep their order. The oldest holder always gets its bytes, so nobody waits forever: at most the
 * budget plus one share is held at once.
 */
export class MemoryBudget {
  readonly #bytes: number
  #held = 0
  /** All that hold bytes or wait for them, oldest first. */
  readonly #holders = new Set<Holder>()

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  open(owner = ''): BudgetShare {
    const holder: Holder = { owner, held: 0, waiting: undefined }
    return {
      grow: (bytes, signal) => this.#grow(holder, bytes, signal),
      release: () => this.#release(holder),
    }
  }

  /**
   * Resolves when `bytes` are free. A request for more than the whole budget waits until nobody else holds any.
   * @throws the signal's reason when it is aborted first
   */
  async take(bytes: number, signal: AbortSignal): Promise<ReleaseBudget> {
    const { grow, release } = this.open()
    await grow(Math.min(bytes, this.#bytes), signal).catch((error: unknown) => {
      release()
      throw error
    })
    return release
  }

  #grow(holder: Holder, bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const onAbort = (): void => {
        holder.waiting = undefined
        this.#admit()
        reject(signal.reason)
      }
      const enter = (): void => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      holder.waiting = { bytes, enter }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#holders.add(holder)
      this.#admit()
    })
  }

  #release(holder: Holder): void {
    this.#held -= holder.held
    holder.held = 0
    holder.waiting = undefined
    if (this.#holders.delete(holder)) this.#admit()
  }

  #admit(): void {
    for (let next = this.#next(); next?.waiting !== undefined; next = this.#next()) {
      const { bytes, enter } = next.waiting
      next.waiting = undefined
      next.held += bytes
      this.#held += bytes
      enter()
    }
  }

  #next(): Holder | undefined {
    const [first] = this.#holders
    if (first?.waiting !== undefined) return first
    const heldBy = new Map<string, number>()
    for (const { owner, held } of this.#holders) heldBy.set(owner, (heldBy.get(owner) ?? 0) + held)
    let next: Holder | undefined
    for (const holder of this.#holders) {
      if (holder.waiting === undefined) continue
      if (next === undefined || (heldBy.get(holder.owner) ?? 0) < (heldBy.get(next.owner) ?? 0)) next = holder
    }
    return (next?.waiting?.bytes ?? 0) <= this.#bytes - this.#held ? next : undefined
  }
}
