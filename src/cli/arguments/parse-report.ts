import { suggest } from '../../util/suggest.ts'
import { UsageError } from '../process/usage-error.ts'

export interface Report {
  readonly format: string
  /** As typed. */
  readonly file: string
}

/** Parses a `--report`, such as `sarif=crawlform.sarif`. @throws {UsageError} */
export function parseReport(report: string, formats: readonly string[]): Report {
  const equals = report.indexOf('=')
  const format = report.slice(0, Math.max(0, equals))
  const file = report.slice(equals + 1)
  if (equals <= 0 || file === '') {
    throw new UsageError(
      `"--report" is "${report}", but it must be FORMAT=FILE.`,
      `Formats: ${formats.join(', ')}.`,
    )
  }
  if (formats.includes(format)) return { format, file }
  const [meant] = suggest(format, formats)
  throw new UsageError(
    `Unknown report format "${format}"; available: ${formats.join(', ')}.`,
    meant === undefined ? undefined : `Did you mean "${meant}"?`,
  )
}
