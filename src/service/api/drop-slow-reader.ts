import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** How often a connection is checked within its time. */
const LOOKS = 4

/**
 * Drops a connection whose client takes nothing for `answerMs`, or up to a half longer. Answers are sent in parts, so taking
 * one part counts.
 * @param events reports the timeouts of the socket: itself, or the answer that it sends
 */
export function dropSlowReader(socket: Socket, events: EventEmitter, answerMs: number): void {
  const lookMs = Math.ceil(answerMs / LOOKS)
  let [taken, looks] = [0, 0]
  events.on('timeout', () => {
    const now = socket.bytesWritten - socket.writableLength
    looks = socket.writableLength > 0 && now === taken ? looks + 1 : 0
    taken = now
    // An ordinary end would wait for the client.
    if (looks > LOOKS) socket.resetAndDestroy()
    else socket.setTimeout(lookMs)
  })
  socket.setTimeout(lookMs)
}
