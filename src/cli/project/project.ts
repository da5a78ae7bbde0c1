/**
 * Input: options of a command.
 * Output: the project, its crawls and its plan, or diagnostics on stderr.
 * Must not know how commands are declared.
 */
import type { Cli } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Ended, exitStatus, UsageError } from '../process/failures.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { findRoot, OWN_DIRECTORY, PROJECT_DIRECTORY, PROJECT_FILE } from '../../load/file-source.ts'
import { type LoadedProject, type LoadOptions, loadProject } from '../../load/load.ts'
import { countLine } from '../../render/render.ts'
import { ENVIRONMENT_OPTION } from '../../load/load-project-file.ts'
import { OPTION_FILE, type ResolvedCrawl } from '../../resolve/resolved-crawl.ts'
import { chooseStyle } from '../output/terminal.ts'
import { keepSchemas } from './installation.ts'
import type { SessionDependencies } from '../../session/session-dependencies.ts'
import { selectNames } from '../../session/select-names.ts'

/** Reads the project as the command's options say. */
export function loadFromOptions(cli: Cli, overrides: Partial<LoadOptions> = {}): LoadedProject {
  const environment = cli.options.typed('env')
  const loaded = loadProject({
    directory: cli.cwd,
    variables: cli.env,
    set: cli.options.list('set'),
    ...(environment === undefined ? {} : { environment }),
    ...overrides,
  })
  if (loaded.fileCount > 0) keepSchemas(cli.env, loaded.root)
  return loaded
}

/**
 * Reads the project for a command that needs it to be valid. Without errors, the command itself reports the warnings.
 * @throws {Ended} with an error, after every problem was printed on stderr
 */
export async function openProject(cli: Cli): Promise<LoadedProject> {
  const loaded = loadFromOptions(cli, { mayBeEmpty: hasOwnFiles(cli) })
  return hasErrors(loaded.diagnostics) ? refuse(cli, loaded, loaded.diagnostics) : loaded
}

/**
 * Reads the project for a command that follows submissions: a mistake in a crawl file must not keep anyone from cancelling its
 * job. Only the project file must be valid, because it names the record and the service. Without it, there must be a record or
 * a crawl file, unless `isOptional`.
 * @throws {Ended}
 */
export async function openProjectFile(
  cli: Cli,
  { isOptional = false }: { readonly isOptional?: boolean } = {},
): Promise<LoadedProject> {
  const loaded = loadFromOptions(cli, { mayBeEmpty: isOptional || hasOwnFiles(cli) })
  const about = new Set([PROJECT_DIRECTORY, PROJECT_FILE, ENVIRONMENT_OPTION, OPTION_FILE])
  const fatal = loaded.diagnostics.filter(({ severity, file }) => severity === 'error' && about.has(file))
  return fatal.length === 0 ? loaded : refuse(cli, loaded, fatal)
}

/** Returns whether a project file or a record is there, so that the last crawl may have been removed. */
function hasOwnFiles({ cwd: directory }: Cli): boolean {
  const { root } = findRoot(directory)
  return [PROJECT_FILE, OWN_DIRECTORY].some((name) => existsSync(path.join(root, name)))
}

/** Prints problems of a project on stderr, by default its errors, and ends the command. @throws {Ended} */
export async function refuse(
  cli: Cli,
  loaded: LoadedProject,
  diagnostics: LoadedProject['diagnostics'] = loaded.diagnostics.filter(
    ({ severity }) => severity === 'error',
  ),
): Promise<never> {
  await showDiagnostics(cli, { ...loaded, diagnostics })
  throw new Ended(exitStatus.configuration)
}

/** Prints problems on stderr, with their count. */
export async function showDiagnostics(cli: Cli, loaded: LoadedProject): Promise<void> {
  const { renderDiagnosticsText } = await import('../../render/render-diagnostics-text.ts')
  const shown = loaded.diagnostics
  const text = renderDiagnosticsText(shown, loaded.sources, chooseStyle(cli, 'stderr'))
  const checked = { files: loaded.fileCount, crawls: loaded.resolved.length }
  cli.stderr.say(`${text}\n${countLine(shown, checked)}\n\n`)
}

/** Returns the session's dependencies on the process; its messages go to stderr. */
export function sessionDependenciesOf({ env, clock, stderr }: Cli): SessionDependencies {
  return { env, clock, notice: (text) => stderr.say(`${text}\n`) }
}

/** Prints warnings and notes on stderr before a result, but only on request: they may stay for weeks and would hide it. */
export async function showWarnings(cli: Cli, loaded: LoadedProject): Promise<void> {
  if (cli.options.flag('warnings') && loaded.diagnostics.length > 0) await showDiagnostics(cli, loaded)
}

/** Returns a line that counts the hidden warnings and notes; empty without any. */
export function warningsLine(cli: Cli, loaded: LoadedProject): string {
  const { diagnostics, fileCount, resolved } = loaded
  if (diagnostics.length === 0 || cli.options.flag('warnings')) return ''
  const counted = countLine(diagnostics, { files: fileCount, crawls: resolved.length })
  const set = cli.options.list('set').flatMap((setting) => ['--set', setting])
  return `${counted}, shown by "${commandLine(cli, ['validate'], set)}".\n`
}

export interface OneCrawl {
  readonly loaded: LoadedProject
  readonly crawl: ResolvedCrawl
}

/**
 * Returns the crawl that the command's first argument names. A crawl with lint errors is returned unless it must be valid,
 * because explaining it helps to understand them.
 * @throws {Ended} when it does not resolve
 */
export async function oneCrawl(
  cli: Cli,
  { isSound = false }: { readonly isSound?: boolean } = {},
): Promise<OneCrawl> {
  const loaded = await openProjectFile(cli)
  const [name = ''] = cli.args
  const crawl = (isSound ? loaded.crawls : loaded.resolved).find((candidate) => candidate.name === name)
  if (crawl !== undefined) return { loaded, crawl }
  if (!hasErrors(loaded.diagnostics)) {
    const known = loaded.resolved.map((candidate) => candidate.name)
    const [match = name] = selectNames([name], known, { declared: loaded.resolved })
    throw new UsageError(`"${name}" is a pattern; expected the name of one crawl.`, `It matches "${match}".`)
  }
  return refuse(cli, loaded)
}
