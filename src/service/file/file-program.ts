import { writeSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import type { JsonObject } from '../../util/json.ts'
import { FrameReader, writeHead } from './frames.ts'
import { FileError, type FileContent, type FileProblem } from './file.ts'
import { readFile } from './read-file.ts'
import { messageOf } from '../../util/message-of.ts'

// The program of the process that reads files. It gets on standard input the kind of a file, a bound on pages, and its bytes.
// It writes the text to standard output, or the reason for a failure. Its argument is the MiB that it may take. A thread watches
// that, because Node does not bound memory outside of the heap, and reading a file may block the event loop.

/** How often the watch looks. Only some dozens of MB can be filled in between. */
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
  const frames = new FrameReader((head, body) => {
    void answer(body, head).then(({ text, ...rest }) => {
      if (takenShare(memoryMb) > MUCH) globalThis.gc?.()
      const spent = takenShare(memoryMb) > SPENT
      const bytes = Buffer.from(text)
      writeHead(process.stdout, { ...rest, spent }, bytes.length)
      process.stdout.write(bytes)
    })
  })
  process.stdin.on('data', (part: Buffer) => frames.push(part))
  process.stdin.once('end', () => process.exit(0))
}

function takenShare(memoryMb: number): number {
  return process.memoryUsage.rss() / (memoryMb * 1024 * 1024)
}

type Answer = Omit<FileContent, 'markdown'> | { readonly problem: FileProblem; readonly error: string }

async function answer(body: Uint8Array, head: JsonObject): Promise<Answer & { readonly text: string }> {
  try {
    const wish = {
      kind: head['kind'] === 'pdf' ? 'pdf' : 'office',
      maxPages: Number(head['maxPages']),
    } as const
    const { markdown, ...rest } = await readFile(body, wish, new AbortController().signal)
    return { text: markdown, ...rest }
  } catch (error) {
    if (error instanceof FileError) return { text: '', problem: error.problem, error: error.message }
    // The file has caused it.
    return { text: '', problem: 'unreadable', error: messageOf(error) }
  }
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
