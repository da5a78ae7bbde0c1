import type { Cli, CliOf } from '../arguments/command.ts'
import { factsOf, hasErrors } from '../../diagnostics/diagnostic.ts'
import { STDIN } from '../../load/find-crawl-files.ts'
import { settleDiagnostics } from '../../load/settle-diagnostics.ts'
import { type MigratedText, migrateText } from '../../migrate/migrate-text.ts'
import { renderDiagnosticsText } from '../../render/render-diagnostics-text.ts'
import { plural, printable } from '../../util/text.ts'
import { chooseStyle } from '../output/terminal.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { type OpenedFile, openFiles } from '../project/crawl-files.ts'
import { showDiff } from '../output/show-diff.ts'
import { rewriteFiles } from '../project/rewrite-files.ts'

export async function run(cli: CliOf<'migrate'>): Promise<ExitStatus> {
  const { options } = cli
  const opened = await openFiles(cli)
  const migrated = opened.files.map((file): MigratedFile => {
    const outcome = migrateText(file.name, file.text, {
      preserveDepth: options.flag('preserve-depth'),
      pinDefaults: options.flag('pin-defaults'),
    })
    return { ...outcome, file, isChanged: outcome.text !== file.text }
  })
  const failed = report(cli, opened, migrated)
  const changed = migrated.filter(({ isChanged }) => isChanged)
  const [isWritten, isCheck] = [options.flag('write'), options.flag('check')]
  for (const { file, text, isChanged } of migrated) {
    if (isWritten && file.path === STDIN) cli.stdout.write(text)
    else if (isWritten) continue
    else if (isCheck && isChanged) cli.stdout.write(`${printable(file.name)}\n`)
    else if (isChanged) showDiff(cli, { name: file.name, before: file.text, after: text })
  }
  const rewrites = changed.flatMap(({ file: { path, text: before }, text: after }) =>
    path === STDIN ? [] : [{ name: path, before, after }],
  )
  if (isWritten) rewriteFiles(opened.place, rewrites)
  cli.stderr.say(summary(cli, migrated))
  return failed || (isCheck && changed.length > 0) ? exitStatus.configuration : exitStatus.ok
}

interface MigratedFile extends MigratedText {
  readonly file: OpenedFile
  readonly isChanged: boolean
}

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

function summary({ options }: Cli, migrated: readonly MigratedFile[]): string {
  const changed = migrated.filter(({ isChanged }) => isChanged)
  const isWritten = options.flag('write')
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
