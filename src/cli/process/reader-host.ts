import { foldLines } from '../../util/fold-lines.ts'
import { textWidth } from '../../util/text-width.ts'
import { withInvocation, programName } from './invocation.ts'
import type { Host, OutputStream, RawHost, ReaderStream } from './host.ts'

/** On narrower terminals text is folded as on one of this width: less would be a word a line. */
const LEAST_COLUMNS = 40

/**
 * Returns the process with streams that know their reader. All text for people passes here, is folded to the width of the
 * terminal, and gets commands as the program was called.
 */
export function readerHost(host: RawHost): Host {
  const program = programName(host.env)
  return {
    ...host,
    stdout: readerStream(host.stdout, host.env, program),
    stderr: readerStream(host.stderr, host.env, program),
  }
}

function readerStream(stream: OutputStream, env: RawHost['env'], program: string): ReaderStream {
  const shown = (text: string): string => {
    const called = withInvocation(text, program)
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
  const asked = Number(env['COLUMNS'] ?? '')
  const width = Number.isInteger(asked) && asked > 0 ? asked : stream.isTerminal ? stream.columns : undefined
  return width === undefined ? undefined : Math.max(width, LEAST_COLUMNS)
}
