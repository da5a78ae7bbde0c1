import { MOST_BYTES } from '../../document/decode-text.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { countLine, type Checked } from '../../render/count-problems.ts'
import type { LoadedProject } from '../../load/load.ts'
import type { CommandInput, InputOf } from '../arguments/command.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { loadFromOptions } from '../project/project.ts'
import { writeReports } from '../output/write-reports.ts'

export async function run(host: Host, input: InputOf<'validate'>): Promise<ExitStatus> {
  const { args } = input
  const loaded = loadFromOptions(host, input, {
    ...(args.length === 0 ? {} : { paths: args }),
    ...(args.includes('-') ? { stdin: await host.stdin.readAll(MOST_BYTES) } : {}),
  })
  const checked = { files: loaded.fileCount, crawls: loaded.resolved.length }
  const { options } = input
  if (
    loaded.diagnostics.length === 0 &&
    (options.text('format') ?? 'text') === 'text' &&
    options.list('report').length === 0
  ) {
    // Most runs end here, so nothing that writes reports is loaded for them.
    host.stdout.say(`${countLine([], checked)}\n`)
  } else await report(host, input, loaded, checked)
  return hasErrors(loaded.diagnostics) ? exitStatus.configuration : exitStatus.ok
}

async function report(
  host: Host,
  { options }: CommandInput,
  loaded: LoadedProject,
  checked: Checked,
): Promise<void> {
  const { diagnosticFormats } = await import('../output/diagnostic-formats.ts')
  writeReports(host, options, diagnosticFormats(host, options, loaded, checked))
}
