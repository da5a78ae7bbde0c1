import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../../util/message-of.ts'
import { readSealed } from '../../util/sealed-file.ts'
import { isJsonObject, type JsonObject } from '../../util/json.ts'
import { FrameReader, writeHead } from './frames.ts'
import { FileError, type FileContent, type FileBody, type FileProblem, type FileWish } from './file.ts'

/** Memory that the program itself takes outside of its heap. */
const PROGRAM_MB = 48
/** Only so many of the last characters of its error output are kept. */
const MAX_LAST_WORDS = 4000
/** Our own watch and V8 report this. */
const OUT_OF_MEMORY = /out of memory/i

/** A process that reads files; `file-program.ts` describes the messages. */
export class FileChild {
  readonly #process: ChildProcessWithoutNullStreams
  readonly #memoryMb: number
  readonly #ended: Promise<void>
  #isUsable = true
  #asked = 0
  #lastWords = ''
  #answer: { resolve: (content: FileContent) => void; reject: (error: FileError) => void } | undefined

  /** Starts the process. */
  constructor(memoryMb: number) {
    this.#memoryMb = memoryMb
    // scripts/bundle.mjs writes it there.
    const program = fileURLToPath(new URL('../service/file-program.js', import.meta.url))
    const heap = `--max-old-space-size=${Math.max(16, memoryMb - PROGRAM_MB)}`
    // It gives memory back between two files.
    const flags = [heap, '--max-semi-space-size=4', '--expose-gc']
    this.#process = spawn(process.execPath, [...flags, program, String(memoryMb)], {
      // It gets neither keys nor options of this process.
      env: process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] },
      stdio: 'pipe',
      windowsHide: true,
    })
    this.#ended = new Promise((resolve) => {
      this.#process.once('close', () => resolve())
      this.#process.once('error', (error) =>
        this.#fail('unavailable', `no process could be started: ${error.message}`),
      )
      this.#process.once('error', () => resolve())
    })
    void this.#ended.then(() => this.#gone())
    const frames = new FrameReader((head, body) => this.#take(head, body))
    this.#process.stdout.on('data', (bytes: Buffer) => frames.push(bytes))
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-MAX_LAST_WORDS)
    })
    // Its exit is reported below.
    this.#process.stdin.on('error', () => undefined)
  }

  /** Whether it can read another file. */
  get isUsable(): boolean {
    return this.#isUsable
  }

  /** Number of files that it was asked for. */
  get asked(): number {
    return this.#asked
  }

  /**
   * Reads a file; one at a time.
   * @throws {FileError}
   */
  ask(body: FileBody, { kind, maxPages }: FileWish): Promise<FileContent> {
    this.#asked++
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject }
      const { stdin } = this.#process
      writeHead(stdin, { kind, maxPages }, body.length)
      if (body instanceof Uint8Array) stdin.write(body)
      else
        pipeline(readSealed(body), stdin, { end: false }).catch((error: unknown) => {
          this.#fail('unavailable', messageOf(error))
          void this.end()
        })
    })
  }

  /** Kills the process. */
  async end(): Promise<void> {
    this.#isUsable = false
    this.#process.kill('SIGKILL')
    await this.#ended
  }

  #take(head: JsonObject, body: Buffer): void {
    if (head['spent'] === true) void this.end()
    const { error, problem, metadata } = head
    // The program wrote both.
    if (typeof error === 'string') return this.#fail(problem as FileProblem, error)
    const answer = this.#answer
    this.#answer = undefined
    answer?.resolve({
      markdown: body.toString(),
      metadata: isJsonObject(metadata) ? metadata : {},
      isCut: head['isCut'] === true,
    })
  }

  #gone(): void {
    this.#isUsable = false
    if (OUT_OF_MEMORY.test(this.#lastWords))
      return this.#fail('memory', `needs more than ${this.#memoryMb} MB of memory to read`)
    const { exitCode, signalCode } = this.#process
    this.#fail('unavailable', `the process that read it ended (${signalCode ?? exitCode ?? 'unknown'})`)
  }

  #fail(problem: FileProblem, message: string): void {
    const answer = this.#answer
    this.#answer = undefined
    answer?.reject(new FileError(problem, message))
  }
}
