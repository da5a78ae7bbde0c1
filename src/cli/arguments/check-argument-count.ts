import { shellQuote } from '../../util/shell-quote.ts'
import { UsageError } from '../process/usage-error.ts'
import type { OptionSpec } from './command.ts'

/**
 * Checks positional arguments against a usage like `explain <name> [url]` or `plan [...names]`. A URL too many may be meant
 * for one of the command's options.
 * @throws {UsageError} when a required one is missing or there is one too many
 */
export function checkArgumentCount(
  args: readonly string[],
  usage: string,
  specs: readonly OptionSpec[],
): void {
  const places = usage.split(' ').slice(1)
  const missing = places.find((place, index) => place.startsWith('<') && args[index] === undefined)
  // Only the command knows which actions it has.
  if (missing !== undefined && missing !== '<action>') {
    throw new UsageError(`"${missing.replaceAll(/[<>.]/g, '')}" is missing.`, `Usage: crawlform ${usage}`)
  }
  const extra = places.some((place) => place.includes('...')) ? undefined : args[places.length]
  if (extra !== undefined) {
    const line = urlOption(extra, usage, specs)
    throw new UsageError(
      `"${extra}" is one argument too many.`,
      line === undefined ? `Usage: crawlform ${usage}` : `Write ${line}`,
    )
  }
}

/** Returns the command line in which `--url` names `url`; undefined where there is no such option, or `url` is no URL. */
function urlOption(url: string, usage: string, specs: readonly OptionSpec[]): string | undefined {
  const has = (flag: string): boolean => specs.some(({ flags }) => flags.split(/[ ,]+/).includes(flag))
  if (!has('--url') || !/^(?:https?:\/\/|[\w-]+\.)[\w-]/i.test(url)) return undefined
  return `crawlform ${usage.split(' ')[0]} --url ${shellQuote(url)}${has('--yes') ? ' --yes' : ''}`
}
