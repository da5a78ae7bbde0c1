import { UsageError } from '../process/usage-error.ts'

/**
 * Checks positional arguments against a usage like `explain <name> [url]` or `plan [...names]`.
 * @throws {UsageError} when a required one is missing or there is one too many
 */
export function checkArgumentCount(args: readonly string[], usage: string): void {
  const places = usage.split(' ').slice(1)
  const missing = places.find((place, index) => place.startsWith('<') && args[index] === undefined)
  // Only the command knows which actions it has.
  if (missing !== undefined && missing !== '<action>') {
    throw new UsageError(`"${missing.replaceAll(/[<>.]/g, '')}" is missing.`, `Usage: crawlform ${usage}`)
  }
  const extra = places.some((place) => place.includes('...')) ? undefined : args[places.length]
  if (extra !== undefined) {
    throw new UsageError(`"${extra}" is one argument too many.`, `Usage: crawlform ${usage}`)
  }
}
