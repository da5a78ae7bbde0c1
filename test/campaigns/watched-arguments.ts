import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface WatchedArguments {
  /** The command lines that were seen until now, each once. */
  readonly seen: readonly string[]
  end(): Promise<void>
}

/** Begins to write down the arguments of every process that starts below this one, on Linux. */
export async function watchArguments(): Promise<WatchedArguments> {
  const stop = new SharedArrayBuffer(4)
  const worker = new Worker(new URL('watch-arguments.mjs', import.meta.url), { workerData: stop })
  const seen: string[] = []
  await once(worker, 'message')
  worker.on('message', (text: string) => seen.push(text))
  return {
    seen,
    end: async () => {
      const ended = once(worker, 'exit')
      Atomics.store(new Int32Array(stop), 0, 1)
      Atomics.notify(new Int32Array(stop), 0)
      await ended
    },
  }
}
