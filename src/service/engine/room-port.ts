import type { MessagePort } from 'node:worker_threads'
import type { Room, RoomShare } from '../../util/byte-room.ts'

/** What a thread asks of a share; without bytes it gives back what it has. */
interface Question {
  readonly share: number
  readonly owner: string
  readonly bytes?: number
}

/** A share of another thread, and what ends its waiting. */
interface Served {
  readonly share: RoomShare
  readonly waiting: AbortController
}

/** Lets another thread have shares of a room of this one, as long as its end of the port is open. */
export function serveRoom(port: MessagePort, room: Room): void {
  const shares = new Map<number, Served>()
  const leave = (id: number): void => {
    // Who no longer waits leaves.
    shares.get(id)?.waiting.abort()
    shares.get(id)?.share.leave()
    shares.delete(id)
  }
  port.on('message', ({ share: id, owner, bytes }: Question) => {
    if (bytes === undefined) return leave(id)
    const served = shares.get(id) ?? { share: room.open(owner), waiting: new AbortController() }
    shares.set(id, served)
    served.share.grow(bytes, served.waiting.signal).then(
      () => port.postMessage(id),
      () => undefined,
    )
  })
  port.once('close', () => {
    for (const id of shares.keys()) leave(id)
  })
}

/** Returns the room that another thread serves at the other end of a port. */
export function createRemoteRoom(port: MessagePort): Room {
  const waiting = new Map<number, () => void>()
  let lastId = 0
  port.on('message', (id: number) => waiting.get(id)?.())
  // A room in which nobody waits keeps no thread alive.
  port.unref()
  return {
    open: (owner) => {
      const share = ++lastId
      return {
        grow: (bytes, signal) =>
          new Promise((resolve, reject) => {
            if (signal.aborted) return reject(signal.reason)
            const end = (): void => {
              waiting.delete(share)
              signal.removeEventListener('abort', onAbort)
            }
            const onAbort = (): void => {
              end()
              reject(signal.reason)
            }
            signal.addEventListener('abort', onAbort, { once: true })
            waiting.set(share, () => {
              end()
              resolve()
            })
            port.postMessage({ share, owner, bytes } satisfies Question)
          }),
        leave: () => port.postMessage({ share, owner } satisfies Question),
      }
    },
  }
}
