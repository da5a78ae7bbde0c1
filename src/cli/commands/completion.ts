import { ruleIds } from '../../diagnostics/diagnostic.ts'
import { packageFile } from '../../util/package-file.ts'
import type { CliOf } from '../arguments/command.ts'
import { toolCommands } from '../declarations/tool-commands.ts'
import { completeWords } from '../help/complete-words.ts'
import { UsageError } from '../process/failures.ts'
import { loadFromOptions } from '../project/project.ts'

/**
 * Prints the script that a shell runs once. The scripts ask the program itself (`crawlform completion words`), so they know crawls
 * and environments and are never older than the program.
 */
export async function run(cli: CliOf<'completion'>): Promise<void> {
  const [shell = '', ...words] = cli.args
  if (shell === 'words') {
    const found = completeWords(words, {
      ruleIds,
      crawlNames: () => loadFromOptions(cli).resolved.map((crawl) => crawl.name),
      environmentNames: () => [
        ...new Set(['local', ...Object.keys(loadFromOptions(cli).project.environments)]),
      ],
    })
    return cli.stdout.write(found.map((word) => `${word}\n`).join(''))
  }
  const shells: readonly string[] = toolCommands.completion.actions
  if (!shells.includes(shell) || words.length > 0)
    throw new UsageError(`No completion for "${cli.args.join(' ')}".`, `Write one of: ${shells.join(', ')}.`)
  cli.stdout.write(packageFile(`templates/completion/crawlform.${shell}`))
}
