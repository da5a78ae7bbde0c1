import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { movable } from '../../util/sealed-file.ts'
import { answerOf, contentOf, type FileAnswer, type FileQuestion, type FileReader } from './file.ts'

/** A question, and the port that gets its FileAnswer. Who closes the port no longer wants one. */
type Question = FileQuestion & { readonly answerTo: MessagePort }

/** Lets another thread use a reader of this one, as long as its end of the port is open. */
export function serveReader(port: MessagePort, reader: FileReader): void {
  port.on('message', ({ body, wish, answerTo }: Question) => {
    const gone = new AbortController()
    answerTo.once('close', () => gone.abort())
    void answerOf(reader.read(body, wish, gone.signal)).then((answer) => answerTo.postMessage(answer))
  })
}

/** Returns the reader that another thread serves at the other end of a port. */
export function createRemoteReader(port: MessagePort): FileReader {
  return {
    read: async (body, wish, signal) => {
      signal.throwIfAborted()
      const { port1, port2 } = new MessageChannel()
      try {
        const answer = await new Promise<FileAnswer>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          port1.once('message', resolve)
          const [moved, transfer] = movable(body)
          port.postMessage({ body: moved, wish, answerTo: port2 } satisfies Question, [port2, ...transfer])
        })
        return contentOf(answer)
      } finally {
        port1.close()
      }
    },
    close: async () => port.close(),
  }
}
