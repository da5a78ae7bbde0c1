import { printable } from '../../util/text.ts'
import type { Cli } from '../arguments/command.ts'
import type { PlanDetail } from '../../render/plan-view.ts'
import { ansiStyle, plainStyle, type Style } from '../../render/render.ts'
import type { OutputStream } from '../process/host.ts'
import { Ended, exitStatus } from '../process/failures.ts'

type Styled = Pick<Cli, 'stdout' | 'stderr' | 'env' | 'options'>

/** Returns the width and colours of a stream: by `--color`, FORCE_COLOR, NO_COLOR (no-color.org), TERM=dumb, or the terminal. */
export function chooseStyle(cli: Styled, stream: 'stdout' | 'stderr'): Style {
  const style = wantsColour(cli, cli[stream]) ? ansiStyle : plainStyle
  const columns = cli[stream].width
  return columns === undefined ? style : { ...style, columns }
}

function wantsColour({ env, options }: Styled, stream: OutputStream): boolean {
  const choice = options.text('color')
  if (choice === 'always') return true
  if (choice === 'never' || options.has('--no-color')) return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if ((env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb') return false
  return stream.isTerminal
}

export function detailOf({ options }: Pick<Cli, 'options'>): PlanDetail {
  if (options.flag('full')) return 'full'
  return options.flag('summary') ? 'summary' : 'normal'
}

/** Returns whether the result is only printed as text. Most runs do, and then load no code for reports. */
export function printsOnlyText({ options }: Pick<Cli, 'options'>): boolean {
  return (options.text('format') ?? 'text') === 'text' && options.list('report').length === 0
}

/** Prints a line about one crawl on stderr. */
export function sayAbout({ stderr }: Pick<Cli, 'stderr'>, crawl: string, text: string): void {
  stderr.say(`${printable(crawl)}: ${printable(text)}\n`)
}

/**
 * Asks on the terminal whether to continue, unless `--yes` is given; only `yes` confirms. Without a terminal it names the command
 * that needs no answer, quoted for a shell. `otherwise` is the message when the answer is not yes.
 * @throws {Ended} without a yes
 */
export async function approve(
  cli: Pick<Cli, 'stdin' | 'stderr' | 'options'>,
  question: string,
  { command, otherwise }: { readonly command: string; readonly otherwise: string },
): Promise<void> {
  if (cli.options.flag('yes')) return
  if (!cli.stdin.isTerminal || !cli.stderr.isTerminal) {
    cli.stderr.say(`Approval is needed, and there is no terminal to ask on. To go on, run:\n  ${command}\n`)
    throw new Ended(exitStatus.approval)
  }
  cli.stderr.say(`${question}\nOnly "yes" is accepted: `)
  const answer = await cli.stdin.readLine()
  if (answer?.trim() === 'yes') return
  cli.stderr.say(`${answer === undefined ? '\n' : ''}${otherwise}\n`)
  throw new Ended(exitStatus.approval)
}
