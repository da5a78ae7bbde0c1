import { isCrawlName } from '../../util/is-crawl-name.ts'
import { parseDuration } from '../../util/duration.ts'
import type { Options } from './options.ts'
import { UsageError } from '../process/usage-error.ts'

/** Returns the milliseconds of an option like `--timeout 30m`. @throws {UsageError} */
export function readDuration(options: Options, name: string): number | undefined {
  const text = options.text(name)
  if (text === undefined) return undefined
  const duration = parseDuration(text)
  if (duration !== undefined && duration > 0) return duration
  throw new UsageError(`"--${name}" is "${text}", but it must be a duration such as 30s, 15m or 2h.`)
}

/** Returns a whole number of at least `least`. @throws {UsageError} */
export function readCount(options: Options, name: string, least = 1): number | undefined {
  const text = options.text(name)
  if (text === undefined) return undefined
  const count = /^\d{1,9}$/.test(text) ? Number(text) : -1
  if (count >= least) return count
  throw new UsageError(`"--${name}" is "${text}", but it must be a whole number, at least ${least}.`)
}

/** Returns the name for a new crawl of `--name`. @throws {UsageError} */
export function readName(options: Options): string | undefined {
  const text = options.text('name')
  if (text === undefined || isCrawlName(text)) return text
  throw new UsageError(
    `"--name" is "${text}", but a name holds letters, digits, _, - and dots, and starts with a letter or digit.`,
  )
}
