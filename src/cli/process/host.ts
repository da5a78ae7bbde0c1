import type { Clock } from '../../util/clock.ts'

/**
 * The process as commands see it. It is passed to commands, which never touch `process`, so a test can replace the terminal.
 */
export interface Host extends Omit<RawHost, 'stdout' | 'stderr'> {
  readonly stdout: ReaderStream
  readonly stderr: ReaderStream
}

/** The process, before the readers of its streams are known. */
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
  /** Writes text. If the reader has gone, it does not throw and drops further text. */
  write(text: string): void
}

/** A stream with a possible human reader. Text for people goes through `say`, data through `write`. */
export interface ReaderStream extends OutputStream {
  /** The maximum width of text in cells; undefined if lines are not folded, as in files and logs. */
  readonly width: number | undefined
  /** Formats text for people: folded to the width, with commands as this program was called. */
  shown(text: string): string
  /** Writes text for people. */
  say(text: string): void
}

export interface InputStream {
  readonly isTerminal: boolean
  /** Returns one line without its ending, or undefined at the end of input. */
  readLine(): Promise<string | undefined>
  /** Returns all input, or just over `most` bytes if there is more. */
  readAll(most?: number): Promise<Uint8Array>
}
