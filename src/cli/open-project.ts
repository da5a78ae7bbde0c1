import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts'
import { type LoadedProject, type LoadOptions, loadProject } from '../load/load-project.ts'
import type { CommandInput } from './command.ts'
import type { Host } from './host.ts'

/** Reads the project as the command's options say. */
export function loadFromOptions(
  host: Host,
  { options, directory }: CommandInput,
  overrides: Partial<LoadOptions> = {},
): LoadedProject {
  const environment = options.text('env')
  return loadProject({
    directory,
    variables: host.env,
    set: options.list('set'),
    ...(environment === undefined ? {} : { environment }),
    ...overrides,
  })
}

/**
 * Reads the project for a command that needs it to be right: problems go to stderr, and with an error among them there
 * is no project.
 */
export async function openProject(
  host: Host,
  input: CommandInput,
  overrides: Partial<LoadOptions> = {},
): Promise<LoadedProject | undefined> {
  const loaded = loadFromOptions(host, input, overrides)
  if (loaded.diagnostics.length > 0) await showDiagnostics(host, input, loaded)
  return hasErrors(loaded.diagnostics) ? undefined : loaded
}

/** Problems on stderr, with their count. */
export async function showDiagnostics(
  host: Host,
  { options }: CommandInput,
  loaded: LoadedProject,
): Promise<void> {
  const [{ renderDiagnosticsText }, { countLine }, { chooseStyle }] = await Promise.all([
    import('../render/render-diagnostics-text.ts'),
    import('../render/count-problems.ts'),
    import('./choose-style.ts'),
  ])
  const shown: readonly Diagnostic[] = loaded.diagnostics
  const text = renderDiagnosticsText(shown, loaded.sources, chooseStyle(host.stderr, host, options))
  const checked = { files: loaded.fileCount, crawls: loaded.crawls.length }
  host.stderr.write(`${text}\n${countLine(shown, checked)}\n\n`)
}
