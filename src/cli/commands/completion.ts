import type { Cli, CliOf } from '../arguments/command.ts'
import { ruleIds } from '../../diagnostics/catalogue.ts'
import { completeWords } from '../help/complete-words.ts'
import { completionScripts } from '../help/completion-scripts.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import { loadFromOptions } from '../project/project.ts'
import { UsageError } from '../process/failures.ts'

const shells = Object.keys(completionScripts)

export async function run(cli: CliOf<'completion'>): Promise<ExitStatus> {
  const [shell = '', ...words] = cli.args
  if (shell === 'words') {
    const found = complete(cli, words)
    cli.stdout.write(found.map((word) => `${word}\n`).join(''))
    return exitStatus.ok
  }
  const script = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined
  if (script === undefined || words.length > 0) {
    throw new UsageError(`No completion for "${cli.args.join(' ')}".`, `Write one of: ${shells.join(', ')}.`)
  }
  cli.stdout.write(script)
  return exitStatus.ok
}

function complete(cli: Cli, words: readonly string[]): readonly string[] {
  return completeWords(words, {
    ruleIds,
    crawlNames: () => loadFromOptions(cli).resolved.map((crawl) => crawl.name),
    environmentNames: () => [
      ...new Set(['local', ...Object.keys(loadFromOptions(cli).project.environments)]),
    ],
  })
}
