import type { IncomingMessage, Server } from 'node:http'
import { ringAfter, systemClock } from '../../util/clock.ts'

type Socket = IncomingMessage['socket']

/** How often a connection is checked within its time. */
const LOOKS = 4

/**
 * Drops connections whose client takes nothing for `answerMs`, or up to a quarter longer. Answers are sent in parts, so
 * taking one part counts. Returns a function that stops this. The timer keeps the process alive, so `server` must
 * already listen.
 */
export function dropSlowReaders(server: Server, answerMs: number): () => void {
  const open = new Map<Socket, { taken: number; looks: number }>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { taken: 0, looks: 0 })
    socket.once('close', () => open.delete(socket))
  })
  const look = (): void => {
    for (const [socket, seen] of open) {
      const taken = socket.bytesWritten - socket.writableLength
      seen.looks = socket.writableLength > 0 && taken === seen.taken ? seen.looks + 1 : 0
      seen.taken = taken
      // An ordinary end would wait for the client.
      if (seen.looks > LOOKS) socket.resetAndDestroy()
    }
    silence = wait()
  }
  // Sockets use the time of the system, whatever clock the service has.
  const wait = (): (() => void) => ringAfter(systemClock, Math.ceil(answerMs / LOOKS), look)
  let silence = wait()
  return () => silence()
}
