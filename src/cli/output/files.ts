import { readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Cli } from '../arguments/command.ts'
import { colourDiff } from '../../render/render.ts'
import { printable } from '../../util/text.ts'
import { putFile } from '../../util/files.ts'
import { unifiedDiff } from '../../util/diff.ts'
import { chooseStyle } from './terminal.ts'

const LEFTOVER = /^\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.new$/

/** Replaces the content of a file atomically; its mode and a link stay. Also removes temporary files that killed runs left. */
export function replaceFile(file: string, content: string): void {
  const target = realpathSync.native(file)
  removeLeftovers(target)
  putFile(target, content, statSync(target).mode)
}

function removeLeftovers(target: string): void {
  const [folder, name] = [dirname(target), basename(target)]
  for (const other of readdirSync(folder))
    if (other.startsWith(name) && LEFTOVER.test(other.slice(name.length)))
      rmSync(join(folder, other), { force: true })
}

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
