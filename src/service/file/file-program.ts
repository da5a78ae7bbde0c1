import { writeSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import type { JsonObject } from '../../util/json.ts'
import type { SealedFile } from '../../util/sealed-folder.ts'
import { FrameReader, writeFrame } from './frames.ts'
import { FileError, type FileContent, type FileProblem, type FileSource } from './file.ts'
import { readFile } from './read-file.ts'
import { messageOf } from '../../util/message-of.ts'

// The program of the process that reads files. In, on standard input: the kind of a file, a bound on pages, and its bytes,
// or where a file holds them.
// Out, on standard output: its text, or why there is none. Its argument says how many MiB it may take: a thread of its own watches that,
// because memory outside of the heap has no bound of Node's, and reading a file may leave no turn for anything else.

/** How often the watch looks; at most some dozens of MB can be filled in between. */
const LOOK_MS = 4
/** With this share of its memory taken, it looks for what it can give back. */
const MUCH = 0.5
/** With this share of its memory taken, it reads no further file. */
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
  // Whoever stops the service from a terminal stops all of its processes; pages under way are to end as it says.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const frames = new FrameReader((head, body) => {
    // The service wrote it.
    const file = head['file'] as unknown as SealedFile | undefined
    void answer(file ?? body, head).then(({ text, ...rest }) => {
      if (takenShare(memoryMb) > MUCH) globalThis.gc?.()
      const spent = takenShare(memoryMb) > SPENT
      writeFrame(process.stdout, { ...rest, spent }, Buffer.from(text))
    })
  })
  process.stdin.on('data', (part: Buffer) => frames.push(part))
  process.stdin.once('end', () => process.exit(0))
}

function takenShare(memoryMb: number): number {
  return process.memoryUsage.rss() / (memoryMb * 1024 * 1024)
}

type Answer = Omit<FileContent, 'markdown'> | { readonly problem: FileProblem; readonly error: string }

async function answer(source: FileSource, head: JsonObject): Promise<Answer & { readonly text: string }> {
  try {
    const wish = {
      kind: head['kind'] === 'pdf' ? 'pdf' : 'office',
      maxPages: Number(head['maxPages']),
    } as const
    const { markdown, ...rest } = await readFile(source, wish, new AbortController().signal)
    return { text: markdown, ...rest }
  } catch (error) {
    if (error instanceof FileError) return { text: '', problem: error.problem, error: error.message }
    // Whatever it is, the file has caused it.
    return { text: '', problem: 'unreadable', error: messageOf(error) }
  }
}

function keepWatch({ memoryMb, parent }: Watch): never {
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    Atomics.wait(nothing, 0, 0, LOOK_MS)
    const isTooMuch = takenShare(memoryMb) > 1
    if (isTooMuch) writeSync(2, 'out of memory\n')
    // Nobody waits for the answer of a process whose parent has ended.
    if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }
}
