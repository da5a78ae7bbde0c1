/**
 * Input: the thread that `runInThread` has started.
 * Output: the process as commands see it.
 * Must not know options, commands or crawls.
 */
import { isatty } from 'node:tty'
import { parentPort, workerData } from 'node:worker_threads'
import { allowManyListeners } from '../../util/allow-many-listeners.ts'
import { systemClock } from '../../util/clock.ts'
import type { OutputStream, RawHost } from './host.ts'
import { outputStream } from './process.ts'
import type { Columns, ThreadMessage, ThreadQuestion } from './thread.ts'

/** Returns the process as this thread sees it. Signals, input and widths come from the thread that started it. */
export function threadHost(): RawHost {
  if (parentPort === null) throw new Error('this is no thread')
  const port = parentPort
  let columns = workerData as Columns
  const interruption = new AbortController()
  // Every waiting task is interrupted.
  allowManyListeners(interruption.signal)
  let isAsked = false
  let onInput: ((input: string | Uint8Array | undefined) => void) | undefined
  port.on('message', (message: ThreadMessage) => {
    if (message.type === 'columns') columns = message.columns
    else if (message.type === 'interruption') interruption.abort(new Error('interrupted'))
    else onInput?.(message.input)
  })
  // Only a command that waits for input must not end.
  port.unref()
  const ask = (question: ThreadQuestion): void => port.postMessage(question)
  const read = async <T extends string | Uint8Array | undefined>(question: ThreadQuestion): Promise<T> => {
    port.ref()
    try {
      return await new Promise((resolve) => {
        onInput = resolve as typeof onInput
        ask(question)
      })
    } finally {
      port.unref()
    }
  }
  const output = (name: 'stdout' | 'stderr', descriptor: 1 | 2): OutputStream => {
    const stream = outputStream(descriptor, () => process[name])
    return {
      isTerminal: isatty(descriptor),
      get columns() {
        return columns[name]
      },
      write: (text) => stream.write(text),
    }
  }
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    stdout: output('stdout', 1),
    stderr: output('stderr', 2),
    stdin: {
      isTerminal: isatty(0),
      readLine: () => read('line'),
      readAll: (most = Number.POSITIVE_INFINITY) => read({ most }),
    },
    clock: systemClock,
    interruption() {
      if (!isAsked) ask('interruption')
      isAsked = true
      return interruption.signal
    },
    wasInterrupted: () => interruption.signal.aborted,
  }
}
