import { resolve } from 'node:path'
import { suggest } from '../util/suggest.ts'
import { checkArgumentCount } from './arguments/check-argument-count.ts'
import { knownOptions, tokensOf } from './arguments/command-tokens.ts'
import { parseArguments } from './arguments/parse-arguments.ts'
import { commandTable } from './commands/command-table.ts'
import { exitStatus, type ExitStatus } from './process/exit-status.ts'
import { globalOptions } from './arguments/global-options.ts'
import { programName } from './process/invocation.ts'
import type { Host, RawHost } from './process/host.ts'
import { readerHost } from './process/reader-host.ts'
import { Options } from './arguments/options.ts'
import { chooseStyle } from './output/choose-style.ts'
import { UsageError } from './process/usage-error.ts'

/**
 * Returns the command line. In: arguments and the process. Out: the exit status; every way a command can end becomes
 * one here. It loads nothing but what the command needs, because starting is most of what people feel.
 */
export async function runCli(process: RawHost): Promise<ExitStatus> {
  const host = readerHost(process)
  try {
    return await dispatch(host)
  } catch (error) {
    const { reportFailure } = await import('./report-failure.ts')
    return reportFailure(error, host)
  }
}

/** Stands for bytes that are no UTF-8. */
const UNDECODED = '\uFFFD'

async function dispatch(host: Host): Promise<ExitStatus> {
  if ([host.cwd, ...host.argv].some((text) => text.includes(UNDECODED))) {
    const { checkEncoding } = await import('./arguments/check-encoding.ts')
    checkEncoding(host.cwd)
  }
  const { before, name, after } = splitCommand(host.argv)
  const entry = name === undefined ? undefined : commandTable[name]
  if (name === undefined || entry === undefined || !Object.hasOwn(commandTable, name)) {
    return runWithoutCommand(host, before, name)
  }
  const command = await entry.load()
  const program = programName(host.env)
  if (before.length === 0 && after.every((argument) => !argument.startsWith('-'))) {
    // The usual command line has no options, and starts without the parser.
    checkArgumentCount(after, command.usage, command.options)
    return command.run(host, { program, args: after, options: new Options(), directory: host.cwd })
  }
  const specs = [...command.options, ...globalOptions]
  const { args, options } = askedForHelp(after)
    ? parseArguments([...before, '--help'], name, globalOptions)
    : parseArguments([...before, ...after], command.usage, specs)
  if (options.flag('help') === true) {
    const { commandHelp } = await import('./help/help-text.ts')
    host.stdout.say(commandHelp(command, globalOptions, chooseStyle(host.stdout, host, options)))
    return exitStatus.ok
  }
  if (options.flag('version') === true) return showVersion(host)
  const directory = resolve(host.cwd, options.text('directory') ?? '.')
  const written = options.text('directory')
  // A new project may begin in a directory that does not exist yet.
  if (written !== undefined && name !== 'init') {
    const { checkDirectory } = await import('./arguments/check-directory.ts')
    checkDirectory(directory, written)
  }
  // Every path of the command line is taken from there: reports, saved plans and pages too.
  const there = written === undefined ? host : { ...host, cwd: directory }
  return command.run(there, { program, args, options, directory })
}

/** Tells whether help is wanted: `--help` wins over everything else that is wrong with a command line. */
function askedForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some(
    (argument) => argument === '--help' || argument === '-h',
  )
}

/** Finds the command: the first argument that is neither an option nor an option's value. */
function splitCommand(argv: readonly string[]): {
  before: readonly string[]
  name: string | undefined
  after: readonly string[]
} {
  const [first] = argv
  // The usual command line begins with the command.
  if (first?.startsWith('-') !== true) return { before: [], name: first, after: argv.slice(1) }
  const index = tokensOf(argv, knownOptions(globalOptions)).find(({ kind }) => kind === 'positional')?.index
  return index === undefined
    ? { before: argv, name: undefined, after: [] }
    : { before: argv.slice(0, index), name: argv[index], after: argv.slice(index + 1) }
}

async function runWithoutCommand(
  host: Host,
  before: readonly string[],
  name: string | undefined,
): Promise<ExitStatus> {
  const { options } = parseArguments(before, 'crawlform', globalOptions)
  if (options.flag('version') === true) return showVersion(host)
  if (name !== undefined && name !== 'help') {
    const [meant] = suggest(name, Object.keys(commandTable))
    throw new UsageError(
      `Unknown command "${name}".`,
      meant === undefined ? 'crawlform --help lists the commands.' : `Did you mean "${meant}"?`,
    )
  }
  const { globalHelp } = await import('./help/help-text.ts')
  const asked = options.flag('help') === true || name === 'help'
  const stream = asked ? host.stdout : host.stderr
  stream.say(globalHelp(commandTable, globalOptions, chooseStyle(stream, host, options)))
  return asked ? exitStatus.ok : exitStatus.usage
}

async function showVersion(host: Host): Promise<ExitStatus> {
  const { packageVersion } = await import('../util/package-version.ts')
  host.stdout.write(`crawlform ${packageVersion()}\n`)
  return exitStatus.ok
}
