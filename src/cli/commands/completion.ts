import { ruleIds } from '../../diagnostics/catalogue.ts'
import type { CommandInput, InputOf } from '../arguments/command.ts'
import { completeWords } from '../help/complete-words.ts'
import { completionScripts } from '../help/completion-scripts.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { loadFromOptions } from '../project/project.ts'
import { UsageError } from '../process/usage-error.ts'

const shells = Object.keys(completionScripts)

export async function run(host: Host, input: InputOf<'completion'>): Promise<ExitStatus> {
  const [shell = '', ...words] = input.args
  if (shell === 'words') {
    const found = complete(host, input, words)
    host.stdout.write(found.map((word) => `${word}\n`).join(''))
    return exitStatus.ok
  }
  const script = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined
  if (script === undefined || words.length > 0) {
    throw new UsageError(
      `No completion for "${input.args.join(' ')}".`,
      `Write one of: ${shells.join(', ')}.`,
    )
  }
  host.stdout.write(script)
  return exitStatus.ok
}

function complete(host: Host, input: CommandInput, words: readonly string[]): readonly string[] {
  return completeWords(words, {
    ruleIds,
    crawlNames: () => loadFromOptions(host, input).resolved.map((crawl) => crawl.name),
    environmentNames: () => [
      ...new Set(['local', ...Object.keys(loadFromOptions(host, input).project.environments)]),
    ],
  })
}
