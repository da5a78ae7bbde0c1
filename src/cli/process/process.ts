/**
 * Input: Node's process.
 * Output: the process as commands see it, so that a test can replace it.
 * Must not know options, commands or crawls.
 */
import { fstatSync, statSync, writeSync } from 'node:fs'
import { systemClock } from '../../util/clock.ts'
import { allowManyListeners } from '../../util/allow-many-listeners.ts'
import { exitStatus } from './failures.ts'
import type { InputStream, OutputStream, RawHost } from './host.ts'

/** Returns the one place that touches `process`. Node's own streams cost start-up time, so they are created on first use. */
export function processHost(): RawHost {
  let interruption: AbortController | undefined
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    stdout: outputStream(1, () => process.stdout),
    stderr: outputStream(2, () => process.stderr),
    stdin: inputStream(),
    clock: systemClock,
    interruption() {
      interruption ??= listen()
      return interruption.signal
    },
    wasInterrupted: () => interruption?.signal.aborted === true,
    async runInThread() {
      const { runInThread } = await import('./thread.ts')
      return runInThread(this)
    },
  }
}

/** Sets the status with which the process ends when nothing is left to do, which may be at once. */
export function endWith(status: number): void {
  process.exitCode = status
  // Ends without freeing memory that the system frees anyway, which saves 0.7 ms, and 10 ms after a thousand files. It waits
  // until unhandled rejections have been reported.
  process.once('beforeExit', () => process.exit())
}

export function onUncaught(listener: (error: unknown) => void): void {
  process.on('uncaughtException', listener)
  process.on('unhandledRejection', listener)
}

/** Returns Node's own streams, for a protocol that needs both directions at once. */
export function protocolStreams() {
  return { input: process.stdin, output: process.stdout }
}

export function exitNow(status: number): never {
  process.exit(status)
}

function listen(): AbortController {
  const controller = new AbortController()
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitStatus.interrupted)
    controller.abort(new Error('interrupted'))
  }
  // Every waiting task is interrupted.
  allowManyListeners(controller.signal)
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // The terminal has gone, and nobody will interrupt any more.
  process.on('SIGHUP', onSignal)
  return controller
}

export function outputStream(descriptor: 1 | 2, open: () => NodeJS.WriteStream): OutputStream {
  let closed = false
  let stream: NodeJS.WriteStream | undefined
  let known: boolean | undefined
  const isTerminal = (): boolean => (known ??= mayBeTerminal(descriptor) && open().isTTY)
  return {
    get isTerminal() {
      return isTerminal()
    },
    get columns() {
      return (isTerminal() && open().columns) || 80
    },
    write(text) {
      if (closed || text === '') return
      if (stream !== undefined) {
        stream.write(text)
        return
      }
      const left = writeAll(descriptor, text)
      if (left === 'closed') closed = true
      else if (left !== undefined) {
        // Someone made the pipe non-blocking and it is full. Node's stream waits for the reader, in order.
        stream = open()
        stream.on('error', () => (closed = true))
        stream.write(left)
      }
    },
  }
}

/** Returns false for files, pipes and the null device. Loading Node's own stream for this would take a tenth of a start. */
function mayBeTerminal(descriptor: number): boolean {
  if (process.platform === 'win32') return true
  try {
    const status = fstatSync(descriptor)
    return status.isCharacterDevice() && status.rdev !== statSync('/dev/null').rdev
  } catch {
    return true
  }
}

/** Returns the part that could not be written now, if any. */
function writeAll(descriptor: number, text: string): Buffer | 'closed' | undefined {
  let written = 0
  for (;;) {
    try {
      // First as text: short text is written at once and needs no buffer.
      written +=
        written === 0 ? writeSync(descriptor, text) : writeSync(descriptor, Buffer.from(text), written)
      if (written >= Buffer.byteLength(text)) return undefined
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') return Buffer.from(text).subarray(written)
      // EPIPE: the reader has gone, as with `| head`. EIO, EBADF: the terminal has gone. Either way nobody reads.
      if (code === 'EPIPE' || code === 'EIO' || code === 'EBADF') return 'closed'
      throw error
    }
  }
}

function inputStream(): InputStream {
  return {
    get isTerminal() {
      return process.stdin.isTTY
    },
    async readLine() {
      const { createInterface } = await import('node:readline')
      const lines = createInterface({ input: process.stdin, terminal: false })
      try {
        for await (const line of lines) return line
        return undefined
      } finally {
        lines.close()
      }
    },
    async readAll(most = Number.POSITIVE_INFINITY) {
      const parts: Uint8Array[] = []
      let length = 0
      for await (const part of process.stdin) {
        parts.push(part as Uint8Array)
        length += (part as Uint8Array).length
        if (length > most) break
      }
      return Buffer.concat(parts)
    },
  }
}
