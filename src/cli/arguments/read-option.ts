import { isCrawlName } from '../../schema/is-crawl-name.ts'
import { parseDuration } from '../../util/clock.ts'
import { didYouMean, UsageError } from '../process/failures.ts'
import type { Options } from './options.ts'

/** Returns the milliseconds of an option like `--timeout 30m`. @throws {UsageError} */
export function readDuration(options: Options, name: string): number | undefined {
  const text = options.text(name)
  if (text === undefined) return undefined
  const duration = parseDuration(text)
  if (duration !== undefined && duration > 0) return duration
  throw new UsageError(`"--${name}" is "${text}", but it must be a duration such as 30s, 15m or 2h.`)
}

/** Returns a whole number from `least` to `most`. @throws {UsageError} */
export function readCount(options: Options, name: string, least = 1, most?: number): number | undefined {
  const text = options.text(name)
  if (text === undefined) return undefined
  const count = /^\d{1,9}$/.test(text) ? Number(text) : -1
  if (count >= least && count <= (most ?? count)) return count
  const range = most === undefined ? `, at least ${least}` : ` from ${least} to ${most}`
  throw new UsageError(`"--${name}" is "${text}", but it must be a whole number${range}.`)
}

/** Returns the name for a new crawl of `--name`. @throws {UsageError} */
export function readName(options: Options): string | undefined {
  const text = options.text('name')
  if (text === undefined || isCrawlName(text)) return text
  throw new UsageError(
    `"--name" is "${text}", but a name holds letters, digits, _, - and dots, and starts with a letter or digit.`,
  )
}

export interface Report {
  readonly format: string
  readonly file: string
}

/** Parses a `--report`, such as `sarif=crawlform.sarif`. @throws {UsageError} */
export function parseReport(report: string, formats: readonly string[]): Report {
  const equals = report.indexOf('=')
  const format = report.slice(0, Math.max(0, equals))
  const file = report.slice(equals + 1)
  if (equals <= 0 || file === '' || file === '-') {
    throw new UsageError(
      `"--report" is "${report}", but it must be FORMAT=FILE.`,
      `Formats: ${formats.join(', ')}.`,
    )
  }
  if (formats.includes(format)) return { format, file }
  throw new UsageError(
    `Unknown report format "${format}"; available: ${formats.join(', ')}.`,
    didYouMean(format, formats),
  )
}
