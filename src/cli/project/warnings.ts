import type { LoadedProject } from '../../load/load.ts'
import { countLine } from '../../render/count-problems.ts'
import type { CommandInput } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import type { Host } from '../process/host.ts'
import { showDiagnostics } from './project.ts'

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
