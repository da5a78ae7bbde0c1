import type { Cli, CliOf } from '../arguments/command.ts'
import { factsOf } from '../../diagnostics/catalogue.ts'
import path from 'node:path'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { STDIN } from '../../load/find-crawl-files.ts'
import { settleDiagnostics } from '../../load/settle-diagnostics.ts'
import { type MigratedText, migrateText } from '../../migrate/migrate-text.ts'
import { renderDiagnosticsText } from '../../render/render-diagnostics-text.ts'
import { plural } from '../../util/plural.ts'
import { printable } from '../../util/printable.ts'
import { chooseStyle } from '../output/terminal.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import { type OpenedFile, openFiles } from '../project/crawl-files.ts'
import { replaceFile, showDiff } from '../output/files.ts'

export async function run(cli: CliOf<'migrate'>): Promise<ExitStatus> {
  const { options } = cli
  const opened = await openFiles(cli)
  const migrated = opened.files.map((file): MigratedFile => {
    const outcome = migrateText(file.name, file.text, {
      preserveDepth: options.flag('preserve-depth') === true,
      pinDefaults: options.flag('pin-defaults') === true,
    })
    return { ...outcome, file, isChanged: outcome.text !== file.text }
  })
  const failed = report(cli, opened, migrated)
  const changed = migrated.filter(({ isChanged }) => isChanged)
  if (options.flag('write') === true) write(cli, opened.root, migrated)
  else if (options.flag('check') === true)
    for (const { file } of changed) cli.stdout.write(`${printable(file.name)}\n`)
  else showDiffs(cli, changed)
  cli.stderr.say(summary(cli, migrated))
  const isRefused = options.flag('check') === true && changed.length > 0
  return failed || isRefused ? exitStatus.configuration : exitStatus.ok
}

interface MigratedFile extends MigratedText {
  readonly file: OpenedFile
  readonly isChanged: boolean
}

/** Reports the diagnostics, and returns whether one is an error. */
function report(
  cli: Cli,
  { diagnostics, rules, sources }: Awaited<ReturnType<typeof openFiles>>,
  migrated: readonly MigratedFile[],
): boolean {
  const fatal = [...diagnostics, ...migrated.flatMap((file) => file.diagnostics)]
  const settled = settleDiagnostics({ fatal, lint: [] }, rules, sources).diagnostics
  // A comment may silence a diagnostic of another command.
  const shown = settled.filter(({ rule }) => factsOf(rule).decidedBy !== 'findings')
  if (shown.length > 0) {
    const text = renderDiagnosticsText(shown, sources, chooseStyle(cli, 'stderr'))
    cli.stderr.say(`${text}\n`)
  }
  return hasErrors(shown)
}

function showDiffs(cli: Cli, changed: readonly MigratedFile[]): void {
  const style = chooseStyle(cli, 'stdout')
  for (const { file, text } of changed)
    showDiff(cli, style, { name: file.name, before: file.text, after: text })
}

/** Writes the files that change. Text from stdin is printed, changed or not. */
function write(cli: Cli, root: string, migrated: readonly MigratedFile[]): void {
  for (const { file, text, isChanged } of migrated) {
    if (file.path === STDIN) cli.stdout.write(text)
    else if (isChanged) replaceFile(path.resolve(root, file.path), text)
  }
}

function summary({ options }: Cli, migrated: readonly MigratedFile[]): string {
  const changed = migrated.filter(({ isChanged }) => isChanged)
  const isWritten = options.flag('write') === true
  const lines = changed.map(({ file, changes }) => {
    const lossy = changes.filter(({ exact }) => !exact).length
    const loss = lossy === 0 ? '' : `, ${lossy} of them not exactly`
    return `${printable(file.name)}: ${plural(changes.length, 'setting')} ${isWritten ? 'migrated' : 'to migrate'}${loss}`
  })
  for (const { file, holdsCrawl } of migrated)
    if (!holdsCrawl) lines.push(`${printable(file.name)}: neither a crawl file nor a request body`)
  const same = migrated.length - changed.length
  const rest = same === 0 ? '' : `, ${plural(same, 'file')} unchanged`
  const total = `${plural(changed.length, 'file')} ${isWritten ? 'migrated' : 'to migrate'}${rest}.`
  const hint = changed.length > 0 && !isWritten ? ' Write with "crawlform migrate --write".' : ''
  return `${[...lines, total + hint].join('\n')}\n`
}
