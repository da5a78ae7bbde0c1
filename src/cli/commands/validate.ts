import path from 'node:path'
import { MOST_BYTES } from '../../document/decode-text.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { countLine, type Checked } from '../../render/count-problems.ts'
import type { LoadedProject } from '../../load/load.ts'
import type { CommandInput, InputOf } from '../arguments/command.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { loadFromOptions } from '../project/project.ts'
import { chooseStyle } from '../output/choose-style.ts'
import { replaceFile } from '../output/replace-file.ts'
import { showDiff } from '../output/show-diff.ts'
import { writeReports } from '../output/output.ts'
import { UsageError } from '../process/usage-error.ts'
import { plural } from '../../util/plural.ts'

export async function run(host: Host, input: InputOf<'validate'>): Promise<ExitStatus> {
  const { args } = input
  if (input.options.flag('fix') === true) return fix(host, input)
  if (input.options.flag('dry-run') === true)
    throw new UsageError('"--dry-run" needs "--fix".', 'Add --fix, or remove --dry-run.')
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

/** Fixes what certainly can be fixed, and reports the other problems. */
async function fix(host: Host, input: InputOf<'validate'>): Promise<ExitStatus> {
  const { options, args } = input
  if (args.includes('-'))
    throw new UsageError(
      '"--fix" cannot write standard input.',
      'Name the files, or leave them out to fix the whole project.',
    )
  const { fixFiles } = await import('../project/fix-files.ts')
  const { loaded, files, count } = fixFiles(host, input)
  const isDry = options.flag('dry-run') === true
  const style = chooseStyle(host.stdout, host, options)
  for (const { name, before, after } of files) {
    if (!isDry) replaceFile(path.resolve(loaded.root, name), after)
    else showDiff(host, style, { name, before, after })
  }
  if (count > 0) {
    const what = `${plural(count, 'problem')} in ${plural(files.length, 'file')}`
    host.stderr.say(isDry ? `Would fix ${what}.\n` : `Fixed ${what}.\n`)
  }
  const checked = { files: loaded.fileCount, crawls: loaded.resolved.length }
  if (!isDry || loaded.diagnostics.length > 0) await report(host, input, loaded, checked)
  return hasErrors(loaded.diagnostics) || (isDry && count > 0) ? exitStatus.configuration : exitStatus.ok
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
