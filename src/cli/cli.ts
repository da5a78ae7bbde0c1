/**
 * Input: the process: its arguments, environment and streams.
 * Output: the exit status; every way that a command can end becomes one.
 * Must not know what a command does; it loads only the chosen one.
 */
import { resolve } from 'node:path'
import { type CommandLine, parseCommandLine, unknownCommand } from './arguments/arguments.ts'
import type { LoadedCommand } from './arguments/command.ts'
import type { Options } from './arguments/options.ts'
import { commandLoaders } from './commands/commands.ts'
import { chooseStyle } from './output/terminal.ts'
import { type Host, programName, type RawHost, readerHost } from './process/host.ts'
import { Ended, exitStatus, type ExitStatus } from './process/failures.ts'

/** Runs the command line. Returns the exit status. */
export async function runCli(process: RawHost): Promise<ExitStatus> {
  let host = readerHost(process)
  try {
    return await dispatch(host, (options) => {
      host = readerHost(process, { directory: options.text('directory'), environment: options.typed('env') })
      return host
    })
  } catch (error) {
    if (error instanceof Ended) return error.status
    const { reportFailure } = await import('./output/report-failure.ts')
    return reportFailure(error, host)
  }
}

/** Commands that crawl or read all pages of a job. */
const commandsOfPages: ReadonlySet<string> = new Set(['apply', 'wait', 'results', 'changes', 'serve'])

/** Node replaces bytes that are not UTF-8 by this character. */
const UNDECODED = '\uFFFD'

/** `atPlace` returns the process with streams that show commands for the directory and environment of `options`. */
async function dispatch(host: Host, atPlace: (options: Options) => Host): Promise<ExitStatus> {
  if ([host.cwd, ...host.argv].some((text) => text.includes(UNDECODED))) {
    const { checkEncoding } = await import('./arguments/check-place.ts')
    checkEncoding(host.cwd)
  }
  const line = parseCommandLine(host.argv)
  const { command, args, options } = line
  const [name] = args
  if (options.flag('help') && (command !== undefined || name === undefined)) return showHelp(host, line)
  if (options.flag('version')) {
    const { run } = await import('./commands/version.ts')
    await run(host)
    return exitStatus.ok
  }
  if (command === undefined && name !== undefined) throw unknownCommand(name)
  line.check()
  if (command === undefined) return showHelp(host, line)
  if (host.runInThread !== undefined && commandsOfPages.has(command.name))
    return (await host.runInThread()) as ExitStatus
  const cwd = await findDirectory(host, line)
  const load: () => Promise<LoadedCommand> = commandLoaders[command.name]
  const loaded = await load()
  const cli = { ...atPlace(options), cwd, program: programName(host.env), args, options }
  return (await loaded.run(cli)) ?? exitStatus.ok
}

/** Returns the directory in which a command runs: reports, saved plans and pages go there too. */
async function findDirectory({ cwd }: Host, { command, options }: CommandLine): Promise<string> {
  const written = options.text('directory')
  if (written === undefined) return cwd
  const directory = resolve(cwd, written)
  // `init` creates the directory of a new project.
  if (command?.name !== 'init') {
    const { checkDirectory } = await import('./arguments/check-place.ts')
    checkDirectory(directory, written)
  }
  return directory
}

/** Shows help: on stdout when it was asked for, else on stderr as the answer to a line without a command. */
async function showHelp(host: Host, { command, options }: CommandLine): Promise<ExitStatus> {
  const { commandHelp, programHelp } = await import('./help/help.ts')
  const isAsked = options.flag('help')
  const stream = isAsked ? 'stdout' : 'stderr'
  const style = chooseStyle({ ...host, options }, stream)
  host[stream].say(command === undefined ? programHelp(style) : commandHelp(command, style))
  return isAsked ? exitStatus.ok : exitStatus.usage
}
