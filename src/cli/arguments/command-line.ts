import { shellQuote } from '../../util/shell-quote.ts'
import type { Cli } from './command.ts'

/** Returns a command line to run next: `words` in the directory and environment of this run, then `options`. */
export function commandLine(
  { options: given, program }: Cli,
  words: readonly string[],
  options: readonly string[],
): string {
  const directory = given.text('directory')
  const environment = given.typed('env')
  const parts = [
    ...(directory === undefined ? [] : ['-C', directory]),
    ...words,
    ...(environment === undefined ? [] : ['--env', environment]),
    ...options,
  ]
  return [program, ...parts.map((word) => shellQuote(word))].join(' ')
}
