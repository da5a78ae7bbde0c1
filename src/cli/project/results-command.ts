import type { CommandInput } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import type { PageOutput } from '../arguments/page-output.ts'

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
