import type { MessagePort } from 'node:worker_threads'
import type { Room } from '../../util/byte-room.ts'

/** What a thread asks of a share; without bytes it gives back what it has. */
interface Question {
  readonly share: number
  readonly owner: string
  readonly bytes?: number
}

const NEVER = new AbortController().signal

/** Lets another thread have shares of a room of this one, as long as its end of the port is open. */
export function serveRoom(port: MessagePort, room: Room): void {
  const shares = new Map<number, ReturnType<Room['open']>>()
  port.on('message', ({ share: id, owner, bytes }: Question) => {
    const share = shares.get(id) ?? room.open(owner)
    if (bytes === undefined) {
      share.leave()
      shares.delete(id)
      return
    }
    shares.set(id, share)
    // Who no longer waits leaves.
    void share.grow(bytes, NEVER).then(() => port.postMessage(id))
  })
  port.once('close', () => {
    for (const share of shares.values()) share.leave()
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
