import type { Style } from '../../render/render.ts'
import { printable } from '../../util/printable.ts'
import { unifiedDiff } from '../../util/diff.ts'
import type { Host } from '../process/host.ts'

/** Prints a file's unified diff on stdout, in colour on a terminal. */
export function showDiff(
  host: Host,
  style: Style,
  { name, before, after }: { readonly name: string; readonly before: string; readonly after: string },
): void {
  for (const line of unifiedDiff(before, after, { before: `a/${name}`, after: `b/${name}` })) {
    host.stdout.write(`${colour(host.stdout.isTerminal ? printable(line) : line, style)}\n`)
  }
}

function colour(line: string, style: Style): string {
  if (line.startsWith('---') || line.startsWith('+++')) return style.bold(line)
  if (line.startsWith('@@')) return style.cyan(line)
  if (line.startsWith('-')) return style.red(line)
  return line.startsWith('+') ? style.green(line) : line
}
