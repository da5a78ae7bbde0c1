/**
 * Input: a command's result, by format.
 * Output: text on stdout, and one file for each `--report`.
 * Must not know how results are computed.
 */
import type { Cli } from '../arguments/command.ts'
import type { Options } from '../arguments/options.ts'
import { parseReport } from '../arguments/read-option.ts'
import { dirname, resolve } from 'node:path'
import { refuseTrackedLinks } from '../../git/git.ts'
import { doEach } from '../process/failures.ts'
import { makeDirectory, writeInPlace } from '../../util/files.ts'

/** Functions that return a result, by format. `where` matters for streamed results: only a file gets them as a whole. */
export type Formats = Readonly<Record<string, (where: 'stdout' | 'file') => string>>

/** Returns whether the result is printed in a format, or a `--report` keeps it. */
export function wantsFormat(options: Options, format: string): boolean {
  return options.text('format') === format || keepsFormat(options, format)
}

function keepsFormat(options: Options, format: string): boolean {
  return options.list('report').some((report) => report.startsWith(`${format}=`))
}

/**
 * Prints the result in the format of `--format`, and writes one file for each `--report FORMAT=FILE`, relative to the directory
 * of the command. Each is written even if others fail.
 * @throws the system's error; {AggregateError}
 */
export function writeReports(cli: Cli, formats: Formats): void {
  const reports = cli.options.list('report').map((report) => parseReport(report, Object.keys(formats)))
  const format = cli.options.text('format') ?? 'text'
  const print = formats[format]
  doEach([
    () => {
      if (print === undefined) return
      if (format === 'text') cli.stdout.say(print('stdout'))
      else cli.stdout.write(print('stdout'))
    },
    ...reports.map(({ format, file }) => () => {
      const target = resolve(cli.cwd, file)
      refuseTrackedLinks(cli.env, target)
      makeDirectory(dirname(target))
      writeInPlace(target, formats[format]?.('file') ?? '')
    }),
  ])
}

/** Returns a writer for `--format ndjson`: its lines are printed as they come, and kept if a report wants them. */
export function openLines({ stdout, options }: Cli) {
  const kept: string[] = []
  const prints = options.text('format') === 'ndjson'
  const keeps = keepsFormat(options, 'ndjson')
  return {
    add(line: string): void {
      if (prints) stdout.write(line)
      if (keeps) kept.push(line)
    },
    text: () => kept.join(''),
  }
}
