import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { suggest } from '../util/suggest.ts'
import type { Host } from './host.ts'
import type { Options } from './options.ts'
import { UsageError } from './usage-error.ts'

/** How a command's result is written, by format. */
export type Formats = Readonly<Record<string, () => string>>

/**
 * Prints the result in the format that `--format` names, and writes one file for each `--report FORMAT=FILE`, relative
 * to where the process stands.
 * @throws {UsageError} for a report that is not `FORMAT=FILE`
 */
export function writeReports(host: Host, options: Options, formats: Formats, usual = 'text'): void {
  const reports = options.list('report').map((report) => parseReport(report, formats))
  const text = formats[options.text('format') ?? usual]
  if (text !== undefined) host.stdout.write(text())
  for (const { file, render } of reports) {
    const target = path.resolve(host.cwd, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, render())
  }
}

function parseReport(report: string, formats: Formats): { file: string; render: () => string } {
  const equals = report.indexOf('=')
  const format = report.slice(0, Math.max(0, equals))
  const file = report.slice(equals + 1)
  const render = formats[format]
  if (equals > 0 && file !== '' && render !== undefined) return { file, render }
  const names = Object.keys(formats)
  if (equals <= 0 || file === '') {
    throw new UsageError(
      `"--report" is "${report}", but it must be FORMAT=FILE.`,
      `Formats: ${names.join(', ')}.`,
    )
  }
  const [meant] = suggest(format, names)
  throw new UsageError(
    `"${format}" is no format of this command; there are: ${names.join(', ')}.`,
    meant === undefined ? undefined : `Did you mean "${meant}"?`,
  )
}
