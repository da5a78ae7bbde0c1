import type { EndSignal } from './ending.ts'

/** Gives room back; a second call does nothing. */
export type LeaveRoom = () => void

/** What one of many holds of a room. */
export interface RoomShare {
  /**
   * Resolves when there is room for so many bytes more; one call at a time.
   * @throws the signal's reason when it is aborted before
   */
  readonly grow: (bytes: number, signal: EndSignal) => Promise<void>
  /** Gives all of it back; a second call does nothing. */
  readonly leave: LeaveRoom
}

/** Room for bytes that many hold at once. */
export interface Room {
  /** Opens a share without bytes. Who holds least gets room first, however many shares others have. */
  open(owner: string): RoomShare
}

interface Inside {
  readonly owner: string
  held: number
  waiting: { readonly bytes: number; readonly enter: () => void } | undefined
}

/**
 * Room for bytes that many hold at once. Who finds none waits for it: owners that hold least come first, and of one
 * owner who came first. Nobody waits for ever, because who came first of all gets what it asks for, whether there is
 * room or not: what is held at once is at most the room and what one share holds.
 */
export class ByteRoom implements Room {
  readonly #most: number
  #held = 0
  /** Everyone who holds room or waits for it, in order of coming. */
  readonly #inside = new Set<Inside>()

  constructor(bytes: number) {
    this.#most = bytes
  }

  open(owner = ''): RoomShare {
    const share: Inside = { owner, held: 0, waiting: undefined }
    return {
      grow: (bytes, signal) => this.#grow(share, bytes, signal),
      leave: () => this.#leave(share),
    }
  }

  /**
   * Resolves when there is room for `bytes`; for more than there is in all, when nobody else has any.
   * @throws the signal's reason when it is aborted before
   */
  async take(bytes: number, signal: EndSignal): Promise<LeaveRoom> {
    const { grow, leave } = this.open()
    await grow(Math.min(bytes, this.#most), signal).catch((error: unknown) => {
      leave()
      throw error
    })
    return leave
  }

  #grow(share: Inside, bytes: number, signal: EndSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const onAbort = (): void => {
        share.waiting = undefined
        this.#admit()
        reject(signal.reason)
      }
      const enter = (): void => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      share.waiting = { bytes, enter }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#inside.add(share)
      this.#admit()
    })
  }

  #leave(share: Inside): void {
    this.#held -= share.held
    share.held = 0
    share.waiting = undefined
    if (this.#inside.delete(share)) this.#admit()
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

  /** Returns who is to get room now. */
  #next(): Inside | undefined {
    const [first] = this.#inside
    if (first?.waiting !== undefined) return first
    const heldBy = new Map<string, number>()
    for (const { owner, held } of this.#inside) heldBy.set(owner, (heldBy.get(owner) ?? 0) + held)
    let next: Inside | undefined
    for (const share of this.#inside) {
      if (share.waiting === undefined) continue
      if (next === undefined || (heldBy.get(share.owner) ?? 0) < (heldBy.get(next.owner) ?? 0)) next = share
    }
    return (next?.waiting?.bytes ?? 0) <= this.#most - this.#held ? next : undefined
  }
}
