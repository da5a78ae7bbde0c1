import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { formatDuration, callAfter, systemClock } from '../../util/clock.ts'
import { oneByOne } from '../../util/one-by-one.ts'
import { bytesOf } from '../../util/sealed-file.ts'
import {
  contentOf,
  FileError,
  type FileAnswer,
  type FileBody,
  type FileContent,
  type FileProblem,
  type FileQuestion,
  type FileReader,
  type FileBounds,
} from './file.ts'

/** An idle process is ended after this time. */
const IDLE_MS = 5000
/** Memory that the program itself takes outside of its heap. */
const PROGRAM_MB = 48
/** Characters at the end of its error output that are kept. */
const MAX_ERROR_OUTPUT = 4000
/** Our own watch and V8 report this. */
const OUT_OF_MEMORY = /out of memory/i

export type ChildAnswer = FileAnswer & {
  /** Whether it uses too much memory to read another file. */
  readonly isSpent: boolean
}

/** Returns a reader for a whole service. Unbuilt, as in tests, the calling thread reads the files. */
export function createFileReader(memoryMb: number): FileReader {
  return import.meta.url.endsWith('.ts') ? threadReader : new FileProcess(memoryMb)
}

const threadReader: FileReader = {
  read: async (body, bounds, signal) => {
    const { readFile } = await import('./read-file.ts')
    return inTime(bounds, signal, async (either) => readFile(await bytesOf(body), bounds, either))
  },
  close: () => Promise.resolve(),
}

/** Reads files one at a time in a process that can be killed: a few kilobytes can unpack to gigabytes and block it for hours. */
class FileProcess implements FileReader {
  readonly #memoryMb: number
  #child: FileChild | undefined
  readonly #inTurn = oneByOne()
  /** Number of files being read or waiting. */
  #wanted = 0
  #stopIdling: () => void = () => undefined

  constructor(memoryMb: number) {
    this.#memoryMb = memoryMb
  }

  read(body: FileBody, bounds: FileBounds, signal: AbortSignal): Promise<FileContent> {
    this.#wanted++
    this.#stopIdling()
    return this.#inTurn(() => this.#read({ body, bounds }, signal)).finally(() => {
      if (--this.#wanted > 0) return
      this.#stopIdling = callAfter(systemClock, IDLE_MS, () => void this.#child?.end())
    })
  }

  async close(): Promise<void> {
    this.#stopIdling()
    await this.#child?.end()
  }

  async #read(question: FileQuestion, signal: AbortSignal): Promise<FileContent> {
    for (;;) {
      signal.throwIfAborted()
      const child = await this.#usableChild()
      const isFresh = child.requests === 0
      try {
        return await inTime(question.bounds, signal, (either) => child.ask(question, either))
      } catch (error) {
        // Memory that earlier files left in use is not the fault of this one.
        const mayBeLeftovers = error instanceof FileError && error.problem === 'memory' && !isFresh
        if (!mayBeLeftovers) throw error
      }
    }
  }

  async #usableChild(): Promise<FileChild> {
    if (this.#child?.isUsable === true) return this.#child
    // Two together would take twice the memory.
    await this.#child?.end()
    return (this.#child = new FileChild(this.#memoryMb))
  }
}

/** Reads a file. Aborts when its time is over or the signal is aborted. */
async function inTime(
  { timeoutMs }: FileBounds,
  signal: AbortSignal,
  read: (either: AbortSignal) => Promise<FileContent>,
): Promise<FileContent> {
  const late = new FileError('time', `takes longer than ${formatDuration(timeoutMs)} to read`)
  const end = new AbortController()
  const cancelTimer = callAfter(systemClock, timeoutMs, () => end.abort(late))
  try {
    return await read(AbortSignal.any([signal, end.signal]))
  } finally {
    cancelTimer()
  }
}

class FileChild {
  isUsable = true
  requests = 0
  readonly #process: ChildProcess
  /** Resolves with the reason when the process has ended. */
  readonly #ended: Promise<FileAnswer>

  constructor(memoryMb: number) {
    // scripts/bundle.mjs writes it there.
    const program = fileURLToPath(new URL('../service/file-program.js', import.meta.url))
    const heap = `--max-old-space-size=${Math.max(16, memoryMb - PROGRAM_MB)}`
    // It gives memory back between two files.
    const flags = [heap, '--max-semi-space-size=4', '--expose-gc']
    const child = spawn(process.execPath, [...flags, program, String(memoryMb)], {
      // It gets neither keys nor options of this process.
      env: process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
    })
    let errorOutput = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT)
    })
    this.#ended = new Promise<FileAnswer>((resolve) => {
      const end = (problem: FileProblem, message: string): void => {
        this.isUsable = false
        resolve({ problem, message })
      }
      child.once('error', (error) => end('unavailable', `no process could be started: ${error.message}`))
      child.once('close', (code, signal) => {
        if (OUT_OF_MEMORY.test(errorOutput)) end('memory', `needs more than ${memoryMb} MB of memory to read`)
        else end('unavailable', `the process that read it ended (${signal ?? code ?? 'unknown'})`)
      })
    })
    this.#process = child
  }

  /** Reads one file at a time. The process ends when the signal is aborted. @throws {FileError} */
  async ask(question: FileQuestion, signal: AbortSignal): Promise<FileContent> {
    this.requests++
    const onAbort = (): void => void this.end()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const answer = await Promise.race([this.#answer(question), this.#ended])
      if (!('content' in answer)) signal.throwIfAborted()
      return contentOf(answer)
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  async end(): Promise<void> {
    this.isUsable = false
    this.#process.kill('SIGKILL')
    await this.#ended
  }

  async #answer(question: FileQuestion): Promise<FileAnswer> {
    const answer = await new Promise<ChildAnswer>((resolve) => {
      this.#process.once('message', resolve)
      this.#process.send(question, () => undefined)
    })
    if (answer.isSpent) void this.end()
    return answer
  }
}
