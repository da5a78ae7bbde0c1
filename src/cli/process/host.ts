import type { Clock } from '../../util/clock.ts'

/**
 * The process as commands see it. It is passed to commands, which never touch `process`, so a test can stand in for the
 * terminal.
 */
export interface Host extends Omit<RawHost, 'stdout' | 'stderr'> {
  readonly stdout: ReaderStream
  readonly stderr: ReaderStream
}

/** The process, before it is known who reads what it says. */
export interface RawHost {
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
  /**
   * Returns a signal for the first interrupt (SIGINT, SIGTERM, SIGHUP). From this call on, a second interrupt ends the process
   * at once with 130.
   */
  interruption(): AbortSignal
  wasInterrupted(): boolean
}

export interface OutputStream {
  readonly isTerminal: boolean
  /** Width in cells; 80 without a terminal. */
  readonly columns: number
  /** Writes text. Never throws when the reader has gone; further text is dropped. */
  write(text: string): void
}

/** A stream that somebody may read. All text for people goes through `say`, data through `write`. */
export interface ReaderStream extends OutputStream {
  /** The cells in which text has to fit; undefined where lines are as long as they are, as in files and logs. */
  readonly width: number | undefined
  /** Returns text for people as it is to be shown: in the width, with commands as this program was called. */
  shown(text: string): string
  /** Writes text for people. */
  say(text: string): void
}

export interface InputStream {
  readonly isTerminal: boolean
  /** Returns one line without its ending, or undefined at the end of input. */
  readLine(): Promise<string | undefined>
  /** Returns everything to the end of input, or, where there are more than `most` bytes, more than that many. */
  readAll(most?: number): Promise<Uint8Array>
}
