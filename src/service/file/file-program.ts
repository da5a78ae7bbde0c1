import { writeSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { answerOf, type FileQuestion } from './file.ts'
import type { ChildAnswer } from './file-process.ts'
import { readFile } from './read-file.ts'

// The program of the process that reads files: it answers each FileQuestion with a ChildAnswer. Its argument is the MiB that
// it may take. A thread watches that, because Node does not bound memory outside of the heap, and reading a file may block the
// event loop.

/** Milliseconds between two checks. Only some dozens of MB can be filled in between. */
const LOOK_MS = 4
/** Above this share of its memory, it collects garbage. */
const MUCH = 0.5
/** Above this share of its memory, it reads no further file. */
const SPENT = 0.65

interface Watch {
  readonly memoryMb: number
  readonly parent: number
}

if (isMainThread) serve(Number(process.argv[2]))
// `serve` wrote it.
else keepWatch(workerData as Watch)

function serve(memoryMb: number): void {
  const data: Watch = { memoryMb, parent: process.ppid }
  const watch = new Worker(new URL(import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  })
  watch.unref()
  // Ctrl-C in a terminal reaches all processes; the service decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('message', ({ body, bounds }: FileQuestion) => {
    const reading = readFile(body, bounds, new AbortController().signal)
    // Other errors than a FileError are caused by the file.
    void answerOf(reading, 'unreadable').then((answer) => {
      if (takenShare(memoryMb) > MUCH) globalThis.gc?.()
      const isSpent = takenShare(memoryMb) > SPENT
      process.send?.({ ...answer, isSpent } satisfies ChildAnswer)
    })
  })
  process.once('disconnect', () => process.exit(0))
}

function takenShare(memoryMb: number): number {
  return process.memoryUsage.rss() / (memoryMb * 1024 * 1024)
}

function keepWatch({ memoryMb, parent }: Watch): never {
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    Atomics.wait(nothing, 0, 0, LOOK_MS)
    const isTooMuch = takenShare(memoryMb) > 1
    if (isTooMuch) writeSync(2, 'out of memory\n')
    // When its parent has ended, nobody waits for the answer.
    if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }
}
