import type { Cli } from '../arguments/command.ts'
import { colourDiff } from '../../render/render.ts'
import { printable } from '../../util/text.ts'
import { unifiedDiff } from '../../util/diff.ts'
import { chooseStyle } from './terminal.ts'

/** Prints a file's unified diff on stdout, in colour on a terminal. */
export function showDiff(
  cli: Cli,
  { name, before, after }: Readonly<Record<'name' | 'before' | 'after', string>>,
): void {
  const style = chooseStyle(cli, 'stdout')
  for (const line of unifiedDiff(before, after, { before: `a/${name}`, after: `b/${name}` })) {
    cli.stdout.write(`${colourDiff(cli.stdout.isTerminal ? printable(line) : line, style)}\n`)
  }
}
