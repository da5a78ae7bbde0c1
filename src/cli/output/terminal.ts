import type { Cli } from '../arguments/command.ts'
import { ansiStyle, plainStyle, type Style } from '../../render/render.ts'
import type { Host, OutputStream } from '../process/host.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'

type Styled = Pick<Cli, 'stdout' | 'stderr' | 'env' | 'options'>

/**
 * Returns the width and colours of text on a stream. `--color` decides about colours, then FORCE_COLOR, NO_COLOR (no-color.org)
 * and TERM=dumb; by default only terminals get them.
 */
export function chooseStyle(cli: Styled, stream: 'stdout' | 'stderr'): Style {
  const style = wantsColour(cli, cli[stream]) ? ansiStyle : plainStyle
  const columns = cli[stream].width
  return columns === undefined ? style : { ...style, columns }
}

function wantsColour({ env, options }: Styled, stream: OutputStream): boolean {
  const asked = options.text('color')
  if (asked === 'always') return true
  if (asked === 'never' || options.flag('color') === false) return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if ((env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb') return false
  return stream.isTerminal
}

export interface ApprovalWords {
  /** The command that needs no answer, quoted for a shell. */
  readonly command: string
  /** The message when the answer is not `yes`. */
  readonly otherwise: string
}

/**
 * Asks on the terminal whether to continue; only `yes` confirms. Without a terminal it names the command that needs no answer.
 */
export async function approve(
  host: Host,
  question: string,
  { command, otherwise }: ApprovalWords,
): Promise<Extract<ExitStatus, 0 | 6>> {
  if (!host.stdin.isTerminal || !host.stderr.isTerminal) {
    host.stderr.say(`Approval is needed, and there is no terminal to ask on. To go on, run:\n  ${command}\n`)
    return exitStatus.approval
  }
  host.stderr.say(`${question}\nOnly "yes" is accepted: `)
  const answer = await host.stdin.readLine()
  if (answer?.trim() === 'yes') return exitStatus.ok
  host.stderr.say(`${answer === undefined ? '\n' : ''}${otherwise}\n`)
  return exitStatus.approval
}
