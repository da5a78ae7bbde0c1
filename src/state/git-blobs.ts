import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { oneByOne } from '../util/one-by-one.ts'

/**
 * Reads blobs with one process of git, which takes a hundredth of the time of a process for each. The process is started by the
 * first read, keeps this one from ending only during a read, and ends with it.
 */
export class GitBlobs {
  readonly #start: (args: readonly string[]) => ChildProcessWithoutNullStreams
  readonly #enqueue = oneByOne()
  #process: BlobProcess | undefined

  /** @param start starts git with these arguments */
  constructor(start: (args: readonly string[]) => ChildProcessWithoutNullStreams) {
    this.#start = start
  }

  /**
   * Returns the bytes of a blob.
   * @throws an error with the words of git
   */
  read(id: string): Promise<Buffer> {
    return this.#enqueue(async () => {
      if (this.#process === undefined) return this.#readWith(this.#fresh(), id)
      try {
        return await this.#readWith(this.#process, id)
      } catch {
        // Ctrl-C ends the process too, while this one has yet to record what it did.
        return this.#readWith(this.#fresh(), id)
      }
    })
  }

  #fresh(): BlobProcess {
    return new BlobProcess(this.#start(['cat-file', '--batch']))
  }

  async #readWith(process: BlobProcess, id: string): Promise<Buffer> {
    this.#process = process
    try {
      return await process.read(id)
    } catch (error) {
      this.#process = undefined
      process.end()
      throw error
    }
  }
}

const LINE_FEED = 0x0a

class BlobProcess {
  readonly #child: ChildProcessWithoutNullStreams
  #words = ''
  #failed: Error | undefined
  /** Called when there is something to read, or nothing will come any more. */
  #wake = (): void => {}

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    const fail = (error: Error): void => {
      this.#failed ??= error
      this.#wake()
    }
    child.on('error', fail)
    // Git may end before it has read its input; then the end of its output tells.
    child.stdin.on('error', () => {})
    child.stderr.on('data', (chunk: Buffer) => (this.#words += chunk.toString()))
    child.stdout.on('readable', () => this.#wake())
    child.on('close', (code) => fail(new Error(`${this.#words.trim() || `exit status ${code}`}`)))
  }

  async read(id: string): Promise<Buffer> {
    this.#hold(true)
    try {
      this.#child.stdin.write(`${id}\n`)
      // An id, a type and a length; or an id and "missing".
      const head = (await this.#line()).split(' ')
      const length = Number(head[2])
      if (head[1] !== 'blob' || !Number.isSafeInteger(length)) throw new Error(head.join(' '))
      const bytes = length === 0 ? Buffer.alloc(0) : await this.#take(length)
      await this.#take(1)
      return bytes
    } finally {
      this.#hold(false)
    }
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }

  async #line(): Promise<string> {
    const bytes: number[] = []
    for (;;) {
      const byte = (await this.#take(1))[0] ?? LINE_FEED
      if (byte === LINE_FEED) return Buffer.from(bytes).toString()
      bytes.push(byte)
    }
  }

  async #take(length: number): Promise<Buffer> {
    for (;;) {
      const bytes = this.#child.stdout.read(length) as Buffer | null
      // The last bytes of an ended stream may be fewer.
      if (bytes?.length === length) return bytes
      if (this.#failed !== undefined) throw this.#failed
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Sets whether the process keeps this one from ending. */
  #hold(isHeld: boolean): void {
    const { stdin, stdout, stderr } = this.#child
    for (const part of [this.#child, stdin, stdout, stderr] as unknown as Record<
      'ref' | 'unref',
      () => void
    >[])
      part[isHeld ? 'ref' : 'unref']()
  }
}
