import type { MessagePort } from 'node:worker_threads'
import {
  FileError,
  type FileBody,
  type FileContent,
  type FileProblem,
  type FileReader,
  type FileWish,
} from './file.ts'
import { messageOf } from '../../util/message-of.ts'
import { movable } from '../../util/move-bytes.ts'

/** A question of a thread; without a file it no longer wants the answer. */
interface Question {
  readonly id: number
  readonly file?: { readonly body: FileBody; readonly wish: FileWish }
}

interface Answer {
  readonly id: number
  readonly content?: FileContent
  readonly failure?: { readonly problem: FileProblem | undefined; readonly message: string }
}

/** Lets another thread use a reader of this one, as long as its end of the port is open. */
export function serveReader(port: MessagePort, reader: FileReader): void {
  const running = new Map<number, AbortController>()
  const answer = async (id: number, { body, wish }: NonNullable<Question['file']>): Promise<Answer> => {
    const controller = new AbortController()
    running.set(id, controller)
    try {
      return { id, content: await reader.read(body, wish, controller.signal) }
    } catch (error) {
      const message = messageOf(error)
      return { id, failure: { problem: error instanceof FileError ? error.problem : undefined, message } }
    } finally {
      running.delete(id)
    }
  }
  port.on('message', ({ id, file }: Question) => {
    if (file === undefined) return running.get(id)?.abort()
    void answer(id, file).then((said) => port.postMessage(said))
  })
  port.once('close', () => {
    for (const controller of running.values()) controller.abort()
  })
}

/** Returns the reader that another thread serves at the other end of a port. */
export function createRemoteReader(port: MessagePort): FileReader {
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  port.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer))
  // An idle reader keeps no thread alive.
  port.unref()
  return {
    read: async (body, wish, signal) => {
      signal.throwIfAborted()
      const id = ++lastId
      const answer = await new Promise<Answer>((resolve, reject) => {
        const onAbort = (): void => {
          end()
          port.postMessage({ id } satisfies Question)
          reject(signal.reason)
        }
        const end = (): void => {
          waiting.delete(id)
          signal.removeEventListener('abort', onAbort)
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.set(id, (said) => {
          end()
          resolve(said)
        })
        const [moved, transfer] = movable(body)
        port.postMessage({ id, file: { body: moved, wish } } satisfies Question, transfer)
      })
      if (answer.content !== undefined) return answer.content
      const { problem, message } = answer.failure ?? { problem: undefined, message: 'no answer' }
      throw problem === undefined ? new Error(message) : new FileError(problem, message)
    },
    close: () => {
      port.close()
      return Promise.resolve()
    },
  }
}
