import { shellQuote } from '../../util/shell-quote.ts'
import type { CommandInput } from './command.ts'

/** Returns a command line to run next: `words` in the directory and environment of this run, then `options`. */
export function commandLine(
  input: Pick<CommandInput, 'options' | 'program'>,
  words: readonly string[],
  options: readonly string[],
): string {
  const directory = input.options.text('directory')
  const environment = input.options.typed('env')
  const parts = [
    ...(directory === undefined ? [] : ['-C', directory]),
    ...words,
    ...(environment === undefined ? [] : ['--env', environment]),
    ...options,
  ]
  return [input.program, ...parts.map((word) => shellQuote(word))].join(' ')
}
