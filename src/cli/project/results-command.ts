import { type CommandInput, commandLine } from '../arguments/command.ts'
import type { PageOutput } from '../arguments/page-output.ts'
import type { Plan } from '../../plan/plan.ts'
import { plural } from '../../util/plural.ts'
import { printable } from '../../util/printable.ts'
import { hasPages } from '../../session/page-writer.ts'
import type { DoneEvent } from '../../apply/apply-event.ts'

/** Returns the command line that writes the pages of `names` (by default of all crawls) with the current output options. */
export function resultsCommand(
  input: CommandInput,
  names: readonly string[],
  output: PageOutput,
  isForced = false,
): string {
  const links = output.links === 'relative' ? ['--links', 'relative'] : []
  const words = [
    ...(output.skipDuplicates ? ['--skip-duplicates'] : []),
    ...(output.feed === undefined ? [] : ['--feed', output.feed]),
    ...(isForced ? ['--force'] : []),
  ]
  return commandLine(input, ['results', ...names], ['--output', output.directory, ...links, ...words])
}

/** More names than these make a command line that nobody reads. */
const NAMED = 10

/**
 * Returns a note on unchanged crawls without pages in the output directory; undefined if there is no such crawl. `apply` writes
 * only the pages of jobs that it waits for, and their jobs had ended before.
 */
export function unwrittenText(
  input: CommandInput,
  output: PageOutput,
  { plan, done }: { readonly plan: Plan; readonly done: readonly DoneEvent[] },
): string | undefined {
  const written = new Set(done.map(({ crawl }) => crawl))
  const names = plan.changes.flatMap((change) =>
    change.action === 'keep' &&
    change.job !== undefined &&
    !written.has(change.name) &&
    !hasPages(output.directory, change.name)
      ? [change.name]
      : [],
  )
  const [first] = names
  if (first === undefined) return undefined
  const who = names.length === 1 ? printable(first) : plural(names.length, 'crawl')
  const which = names.length <= NAMED ? names : input.args
  return [
    `No pages of ${who} in ${printable(output.directory)}, because nothing was crawled again. To write those of the last job, run:`,
    `  ${resultsCommand(input, which, output)}`,
    '',
  ].join('\n')
}
