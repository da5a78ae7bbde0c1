import type { Command } from 'cac'
import { shellQuote } from '../../util/shell-quote.ts'
import { UsageError } from '../process/usage-error.ts'
import { commandConfig, type DeclaredOption } from './declare-program.ts'

/**
 * Checks the number of arguments against a usage such as `explain <name> [url]` or `plan [...names]`.
 * @throws {UsageError} when a required one is missing, or there is one too many
 */
export function checkArgumentCount(
  command: Command,
  args: readonly string[],
  options: readonly DeclaredOption[],
): void {
  const usage = command.rawName
  const { actions } = commandConfig(command)
  const places = usage.split(' ').slice(1)
  const missing = places.find((place, index) => place.startsWith('<') && args[index] === undefined)
  if (missing !== undefined) {
    throw new UsageError(
      `"${missing.replaceAll(/[<>.]/g, '')}" is missing.`,
      actions === undefined ? `Usage: crawlform ${usage}` : `Write one of: ${actions.join(', ')}.`,
    )
  }
  const extra = places.some((place) => place.includes('...')) ? undefined : args[places.length]
  if (extra !== undefined) {
    const line = urlOption(extra, usage, options)
    throw new UsageError(
      `Unexpected argument "${extra}".`,
      line === undefined ? `Usage: crawlform ${usage}` : `Write ${line}`,
    )
  }
}

/** Returns the command line that passes `url` with `--url`; undefined without such an option, or when `url` is not a URL. */
function urlOption(url: string, usage: string, options: readonly DeclaredOption[]): string | undefined {
  const has = (flag: string): boolean => options.some(({ flags }) => flags.includes(flag))
  if (!has('--url') || !/^(?:https?:\/\/|[\w-]+\.)[\w-]/i.test(url)) return undefined
  return `crawlform ${usage.split(' ')[0]} --url ${shellQuote(url)}${has('--yes') ? ' --yes' : ''}`
}
