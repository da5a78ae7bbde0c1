import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { formatDuration, callAfter, systemClock } from '../../util/clock.ts'
import { loaderFlags } from './loader-flags.ts'
import { LATE, withDeadline } from '../../util/with-deadline.ts'
import { oneByOne } from '../../util/one-by-one.ts'
import {
  fileContentOf,
  FileError,
  type FileAnswer,
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
  return import.meta.url.endsWith('.ts') ? threadReader : createFileProcess(memoryMb)
}

const threadReader: FileReader = {
  read: async (body, bounds, signal) => {
    const { readFile } = await import('./read-file.ts')
    return inTime(bounds, signal, (either) => readFile(body, bounds, either))
  },
  close: () => Promise.resolve(),
}

/**
 * Returns a reader of files, one at a time, in a process that can be killed: a few kilobytes can unpack to gigabytes and block
 * it for hours.
 */
function createFileProcess(memoryMb: number): FileReader {
  const inTurn = oneByOne()
  let child: FileChild | undefined
  /** Number of files being read or waiting. */
  let wanted = 0
  let stopIdling = (): void => undefined
  const usableChild = async (): Promise<FileChild> => {
    if (child?.isUsable() === true) return child
    // Two together would take twice the memory.
    await child?.end()
    return (child = startChild(memoryMb))
  }
  const readInTurn = async (question: FileQuestion, signal: AbortSignal): Promise<FileContent> => {
    for (;;) {
      signal.throwIfAborted()
      const reader = await usableChild()
      const isFresh = !reader.hasRead()
      try {
        return await inTime(question.bounds, signal, (either) => reader.ask(question, either))
      } catch (error) {
        // Memory that earlier files left in use is not the fault of this one.
        const mayBeLeftovers = error instanceof FileError && error.problem === 'memory' && !isFresh
        if (!mayBeLeftovers) throw error
      }
    }
  }
  return {
    read: (body, bounds, signal) => {
      wanted++
      stopIdling()
      return inTurn(() => readInTurn({ body, bounds }, signal)).finally(() => {
        if (--wanted > 0) return
        stopIdling = callAfter(systemClock, IDLE_MS, () => void child?.end())
      })
    },
    close: async () => {
      stopIdling()
      await child?.end()
    },
  }
}

/** Reads a file. Aborts when its time is over or the signal is aborted. */
async function inTime(
  { timeoutMs }: FileBounds,
  signal: AbortSignal,
  read: (either: AbortSignal) => Promise<FileContent>,
): Promise<FileContent> {
  const content = await withDeadline(systemClock, timeoutMs, signal, (deadline) => read(deadline.signal))
  if (content === LATE) throw new FileError('time', `takes longer than ${formatDuration(timeoutMs)} to read`)
  return content
}

type FileChild = ReturnType<typeof startChild>

/** Starts a process that reads files until it is ended or uses too much memory. */
function startChild(memoryMb: number) {
  // scripts/bundle.mjs writes it there.
  const program = fileURLToPath(new URL('../service/file-program.js', import.meta.url))
  const heap = `--max-old-space-size=${Math.max(16, memoryMb - PROGRAM_MB)}`
  // It gives memory back between two files.
  const flags = [...loaderFlags(), heap, '--max-semi-space-size=4', '--expose-gc']
  const child = spawn(process.execPath, [...flags, program, String(memoryMb)], {
    // It gets neither keys nor options of this process.
    env: process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  })
  let isUsable = true
  let hasRead = false
  let errorOutput = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT)
  })
  /** Resolves with the reason when the process has ended. */
  const ended = new Promise<FileAnswer>((resolve) => {
    const fail = (problem: FileProblem, message: string): void => {
      isUsable = false
      resolve({ problem, message })
    }
    child.once('error', (error) => fail('unavailable', `no process could be started: ${error.message}`))
    child.once('close', (code, signal) => {
      if (OUT_OF_MEMORY.test(errorOutput)) fail('memory', `needs more than ${memoryMb} MB of memory to read`)
      else fail('unavailable', `the process that read it ended (${signal ?? code ?? 'unknown'})`)
    })
  })
  const end = async (): Promise<void> => {
    isUsable = false
    child.kill('SIGKILL')
    await ended
  }
  return {
    isUsable: () => isUsable,
    hasRead: () => hasRead,
    end,
    /** Reads one file at a time. The process ends when the signal is aborted. @throws {FileError} */
    ask: async (question: FileQuestion, signal: AbortSignal): Promise<FileContent> => {
      hasRead = true
      const onAbort = (): void => void end()
      signal.addEventListener('abort', onAbort, { once: true })
      const answered = new Promise<ChildAnswer>((resolve) => {
        child.once('message', resolve)
        child.send(question, () => undefined)
      })
      try {
        const answer = await Promise.race([answered, ended])
        if ('isSpent' in answer && answer.isSpent) void end()
        if (!('content' in answer)) signal.throwIfAborted()
        return fileContentOf(answer)
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
