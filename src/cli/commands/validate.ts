import type { Cli, CliOf } from '../arguments/command.ts'
import { MOST_BYTES } from '../../document/document.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { countLine } from '../../render/render.ts'
import type { LoadedProject } from '../../load/load.ts'
import { exitStatus, type ExitStatus, UsageError } from '../process/failures.ts'
import { inEachProject } from '../project/named-projects.ts'
import { loadFromOptions } from '../project/project.ts'
import { printsOnlyText } from '../output/terminal.ts'
import { plural } from '../../util/text.ts'

export function run(cli: CliOf<'validate'>): Promise<ExitStatus> {
  return inEachProject(cli, validate)
}

async function validate(cli: CliOf<'validate'>): Promise<ExitStatus> {
  const { args } = cli
  if (cli.options.flag('fix')) return fix(cli)
  if (cli.options.flag('dry-run'))
    throw new UsageError('"--dry-run" needs "--fix".', 'Add --fix, or remove --dry-run.')
  const loaded = loadFromOptions(cli, {
    ...(args.length === 0 ? {} : { paths: args }),
    ...(args.includes('-') ? { stdin: await cli.stdin.readAll(MOST_BYTES) } : {}),
  })
  if (loaded.diagnostics.length === 0 && printsOnlyText(cli)) {
    const checked = { files: loaded.fileCount, crawls: loaded.resolved.length }
    cli.stdout.say(`${countLine([], checked)}\n`)
  } else await report(cli, loaded)
  return hasErrors(loaded.diagnostics) ? exitStatus.configuration : exitStatus.ok
}

/** Applies the safe fixes, and reports the other problems. */
async function fix(cli: CliOf<'validate'>): Promise<ExitStatus> {
  const { options, args } = cli
  if (args.includes('-'))
    throw new UsageError(
      '"--fix" cannot write standard input.',
      'Name the files, or leave them out to fix the whole project.',
    )
  const isDry = options.flag('dry-run')
  if (isDry && !printsOnlyText(cli))
    throw new UsageError('"--dry-run" prints a patch.', 'Leave out --format and --report.')
  const { fixFiles } = await import('../project/crawl-files.ts')
  const { rewriteFiles } = await import('../project/rewrite-files.ts')
  const { showDiff } = await import('../output/show-diff.ts')
  const { place, loaded, files, count } = fixFiles(cli)
  if (isDry) for (const file of files) showDiff(cli, file)
  else rewriteFiles(place, files)
  if (count > 0) {
    const what = `${plural(count, 'problem')} in ${plural(files.length, 'file')}`
    cli.stderr.say(isDry ? `Would fix ${what}.\n` : `Fixed ${what}.\n`)
  }
  if (!isDry || loaded.diagnostics.length > 0) await report(cli, loaded)
  return hasErrors(loaded.diagnostics) || (isDry && count > 0) ? exitStatus.configuration : exitStatus.ok
}

async function report(cli: Cli, loaded: LoadedProject): Promise<void> {
  const { reportDiagnostics } = await import('../output/report-diagnostics.ts')
  reportDiagnostics(cli, loaded)
}
