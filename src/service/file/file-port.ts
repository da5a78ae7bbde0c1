import type { MessagePort } from 'node:worker_threads'
import { movable } from '../../util/sealed-file.ts'
import { answerOf, contentOf, type FileAnswer, type FileQuestion, type FileReader } from './file.ts'

/** Messages of the threads. A question without a file no longer wants the answer. */
type Question = { readonly id: number; readonly file?: FileQuestion }
type Answer = { readonly id: number; readonly answer: FileAnswer }

/** Lets another thread use a reader of this one, as long as its end of the port is open. */
export function serveReader(port: MessagePort, reader: FileReader): void {
  const running = new Map<number, AbortController>()
  const read = async (id: number, { body, wish }: FileQuestion): Promise<void> => {
    const controller = new AbortController()
    running.set(id, controller)
    const answer = await answerOf(reader.read(body, wish, controller.signal))
    running.delete(id)
    port.postMessage({ id, answer } satisfies Answer)
  }
  port.on('message', ({ id, file }: Question) => {
    if (file === undefined) running.get(id)?.abort()
    else void read(id, file)
  })
  port.once('close', () => {
    for (const controller of running.values()) controller.abort()
  })
}

/** Returns the reader that another thread serves at the other end of a port. */
export function createRemoteReader(port: MessagePort): FileReader {
  const waiting = new Map<number, (answer: FileAnswer) => void>()
  let lastId = 0
  port.on('message', ({ id, answer }: Answer) => waiting.get(id)?.(answer))
  // An idle reader keeps no thread alive.
  port.unref()
  return {
    read: async (body, wish, signal) => {
      signal.throwIfAborted()
      const id = ++lastId
      const onAbort = (): void => port.postMessage({ id } satisfies Question)
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        const answer = await new Promise<FileAnswer>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          waiting.set(id, resolve)
          const [moved, transfer] = movable(body)
          port.postMessage({ id, file: { body: moved, wish } } satisfies Question, transfer)
        })
        return contentOf(answer)
      } finally {
        waiting.delete(id)
        signal.removeEventListener('abort', onAbort)
      }
    },
    close: async () => port.close(),
  }
}
