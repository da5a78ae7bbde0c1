/**
 * Input: options of a command.
 * Output: the project, its crawls and its plan, or diagnostics on stderr.
 * Must not know how commands are declared.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts'
import { findRoot, PROJECT_DIRECTORY, PROJECT_FILE } from '../../load/find-root.ts'
import { type LoadedProject, type LoadOptions, loadProject } from '../../load/load.ts'
import { countLine } from '../../render/count-problems.ts'
import { ENVIRONMENT_OPTION } from '../../load/select-environment.ts'
import { OPTION_FILE } from '../../resolve/origin.ts'
import { ownDirectory } from '../../session/own-directory.ts'
import { type CommandInput, commandLine } from '../arguments/command.ts'
import { chooseStyle } from '../output/choose-style.ts'
import type { Host } from '../process/host.ts'
import type { SessionDependencies } from '../../session/session-dependencies.ts'

/** Reads the project as the command's options say. */
export function loadFromOptions(
  host: Host,
  { options, directory }: CommandInput,
  overrides: Partial<LoadOptions> = {},
): LoadedProject {
  const environment = options.typed('env')
  return loadProject({
    directory,
    variables: host.env,
    set: options.list('set'),
    ...(environment === undefined ? {} : { environment }),
    ...overrides,
  })
}

/**
 * Reads the project for a command that needs it to be valid. With an error it returns no project and prints every problem on
 * stderr. Without errors, the command itself reports the warnings.
 */
export async function openProject(host: Host, input: CommandInput): Promise<LoadedProject | undefined> {
  const loaded = loadFromOptions(host, input, { mayBeEmpty: hasOwnFiles(input) })
  if (!hasErrors(loaded.diagnostics)) return loaded
  await showDiagnostics(host, input, loaded)
  return undefined
}

/**
 * Reads the project for a command that follows submissions: a mistake in a crawl file must not keep anyone from cancelling its
 * job. Only the project file must be valid, because it names the record and the service. Without it, there must be a record or
 * a crawl file, unless `isOptional`.
 */
export async function openProjectFile(
  host: Host,
  input: CommandInput,
  { isOptional = false }: { readonly isOptional?: boolean } = {},
): Promise<LoadedProject | undefined> {
  const loaded = loadFromOptions(host, input, { mayBeEmpty: isOptional || hasOwnFiles(input) })
  const about = new Set([PROJECT_DIRECTORY, PROJECT_FILE, ENVIRONMENT_OPTION, OPTION_FILE])
  const fatal = loaded.diagnostics.filter(({ severity, file }) => severity === 'error' && about.has(file))
  if (fatal.length === 0) return loaded
  await showDiagnostics(host, input, { ...loaded, diagnostics: fatal })
  return undefined
}

/** Returns whether a project file or a record is there, so that the last crawl may have been removed. */
function hasOwnFiles({ directory }: CommandInput): boolean {
  const { root } = findRoot(directory)
  return [path.join(root, PROJECT_FILE), ownDirectory(root)].some((file) => existsSync(file))
}

/** Prints the errors of a project on stderr, with their count. */
export async function showErrors(host: Host, input: CommandInput, loaded: LoadedProject): Promise<void> {
  const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error')
  await showDiagnostics(host, input, { ...loaded, diagnostics: errors })
}

/** Prints problems on stderr, with their count. */
export async function showDiagnostics(
  host: Host,
  { options }: CommandInput,
  loaded: LoadedProject,
): Promise<void> {
  const { renderDiagnosticsText } = await import('../../render/render-diagnostics-text.ts')
  const shown: readonly Diagnostic[] = loaded.diagnostics
  const text = renderDiagnosticsText(shown, loaded.sources, chooseStyle(host.stderr, host, options))
  const checked = { files: loaded.fileCount, crawls: loaded.resolved.length }
  host.stderr.say(`${text}\n${countLine(shown, checked)}\n\n`)
}

/** Returns the session's dependencies on the process; its messages go to stderr. */
export function sessionDependenciesOf(
  { env, clock, stderr }: Host,
  { program }: Pick<CommandInput, 'program'>,
): SessionDependencies {
  return { env, clock, program, notice: (text) => stderr.say(`${text}\n`) }
}

/**
 * Prints the warnings and notes of files without errors on stderr before a result, but only on request. They may stay for weeks
 * and would hide the result.
 */
export async function showWarnings(host: Host, input: CommandInput, loaded: LoadedProject): Promise<void> {
  if (areShown(input) && loaded.diagnostics.length > 0) await showDiagnostics(host, input, loaded)
}

/** Returns a line that counts the hidden warnings and notes; empty without any. */
export function warningsLine(input: CommandInput, loaded: LoadedProject): string {
  const { diagnostics, fileCount, resolved } = loaded
  if (diagnostics.length === 0 || areShown(input)) return ''
  const counted = countLine(diagnostics, { files: fileCount, crawls: resolved.length })
  return `${counted}, shown by "${showingCommand(input)}".\n`
}

/** Returns the command that shows the counted warnings, with the options of this one. */
function showingCommand(input: CommandInput): string {
  const set = input.options.list('set').flatMap((setting) => ['--set', setting])
  return commandLine(input, ['validate'], set)
}

function areShown({ options }: CommandInput): boolean {
  return options.flag('warnings') === true
}
