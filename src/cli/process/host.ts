import type { Clock } from '../../util/clock.ts'

/**
 * The process as commands see it. Commands get it passed in and never touch `process`, so that a test can be their
 * terminal.
 */
export interface Host {
  /** Arguments after the program's name. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute. */
  readonly cwd: string
  /** Results. */
  readonly stdout: OutputStream
  /** Progress and diagnostics. */
  readonly stderr: OutputStream
  readonly stdin: InputStream
  readonly clock: Clock
  /** Set by the first interrupt (SIGINT, SIGTERM); from the call on, a second one ends the process at once with 130. */
  interruption(): AbortSignal
  wasInterrupted(): boolean
  /** Told how many files are about to be read. Changes how fast that is, and nothing else. */
  readonly expectFiles: (count: number) => void
}

export interface OutputStream {
  readonly isTerminal: boolean
  /** Width in cells; 80 where there is no terminal. */
  readonly columns: number
  /** Never throws when the reader has gone; what follows is dropped. */
  write(text: string): void
}

export interface InputStream {
  readonly isTerminal: boolean
  /** Returns one line without its ending, or undefined at the end of input. */
  readLine(): Promise<string | undefined>
  /** Returns everything to the end of input, or, where there are more than `most` bytes, more than that many. */
  readAll(most?: number): Promise<Uint8Array>
}
