import type { Clock } from '../../util/clock.ts'
import { commandNames, declaredCommands } from '../declarations/declarations.ts'
import { callingInstaller } from '../../util/installers.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { foldLines, textWidth } from '../../util/text.ts'

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
  /** Returns a signal for the first SIGINT, SIGTERM or SIGHUP. After this call, a second one ends the process with 130. */
  interruption(): AbortSignal
  wasInterrupted(): boolean
  /** Runs the command line in a thread whose memory is bounded, and returns the exit status. Absent in that thread. */
  runInThread?(): Promise<number>
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

/** Returns how this program is called: through an installer, or by its name. */
export function programName(env: Readonly<Record<string, string | undefined>>): string {
  return callingInstaller(env)?.program ?? 'crawlform'
}

/** A line of a user's file in a code frame, which is shown unchanged. */
// oxlint-disable-next-line no-control-regex
const frame = /^ *(?:\u001b\[[\d;]*m)*(?: *\d+)? *\|/

/** How messages write commands, so that they work when pasted. */
export interface Invocation {
  /** How this program was called. */
  readonly program: string
  /** The directory of `-C`. */
  readonly directory?: string | undefined
  /** The environment of `--env`. */
  readonly environment?: string | undefined
}

const ofProjects = declaredCommands.filter(({ options }) => options.some(({ name }) => name === 'env'))

/** Matches a command in a message, such as `crawlform plan`. The group is the command if it can take `--env` and has none. */
const hint = new RegExp(
  String.raw`(?<![\w./@-]|npx |pnpm exec |yarn )crawlform (?=(?:${commandNames.join('|')})\b|<command>|--?\w)((?:${ofProjects.map(({ name }) => name).join('|')})\b(?![^"]*--(?:env|help)\b))?`,
  'g',
)

/** Rewrites the commands in `text` so that they do the same in the directory and environment of this run. */
export function withInvocation(text: string, { program, directory, environment }: Invocation): string {
  const place = directory === undefined ? '' : `-C ${shellQuote(directory)} `
  const option = environment === undefined ? '' : ` --env ${shellQuote(environment)}`
  if (program === 'crawlform' && place === '' && option === '') return text
  const called = (_hint: string, command?: string): string =>
    command === undefined ? `${program} ` : `${program} ${place}${command}${option}`
  return text
    .split('\n')
    .map((line) => (frame.test(line) ? line : line.replaceAll(hint, called)))
    .join('\n')
}

/** The minimum width for folding: less would leave one word per line. */
const LEAST_COLUMNS = 40

/** Returns the process with streams that fold text for people to the terminal's width and write commands that can be pasted. */
export function readerHost(host: RawHost, place: Omit<Invocation, 'program'> = {}): Host {
  const invocation = { program: programName(host.env), ...place }
  return {
    ...host,
    stdout: readerStream(host.stdout, host.env, invocation),
    stderr: readerStream(host.stderr, host.env, invocation),
  }
}

function readerStream(stream: OutputStream, env: RawHost['env'], invocation: Invocation): ReaderStream {
  const shown = (text: string): string => {
    const called = withInvocation(text, invocation)
    // Asking for the width opens Node's stream, which is slow and not needed for a short line.
    if (called.split('\n').every((line) => textWidth(line) <= LEAST_COLUMNS)) return called
    const width = widthOf(stream, env)
    return width === undefined ? called : foldLines(called, width)
  }
  return {
    get isTerminal() {
      return stream.isTerminal
    },
    get columns() {
      return stream.columns
    },
    get width() {
      return widthOf(stream, env)
    },
    write: (text) => stream.write(text),
    shown,
    say: (text) => stream.write(shown(text)),
  }
}

/** Returns the exported `COLUMNS`, or else the terminal's width; undefined without a terminal. */
function widthOf(stream: OutputStream, env: RawHost['env']): number | undefined {
  const exported = Number(env['COLUMNS'] ?? '')
  if (Number.isInteger(exported) && exported > 0) return Math.max(exported, LEAST_COLUMNS)
  return stream.isTerminal ? Math.max(stream.columns, LEAST_COLUMNS) : undefined
}
