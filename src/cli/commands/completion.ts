import { ruleIds } from '../../diagnostics/catalogue.ts'
import { commandTable } from './command-table.ts'
import type { Command, CommandInput } from '../arguments/command.ts'
import { completeWords } from '../help/complete-words.ts'
import { completionScripts } from '../help/completion-scripts.ts'
import { exitStatus } from '../process/exit-status.ts'
import { globalOptions } from '../arguments/global-options.ts'
import type { Host } from '../process/host.ts'
import { loadFromOptions } from '../project/project.ts'
import { UsageError } from '../process/usage-error.ts'

const shells = Object.keys(completionScripts)

export const completionCommand: Command = {
  usage: 'completion <shell> [...words]',
  description: [
    'Prints what a shell needs to complete commands, options, crawls and environments.',
    '  bash  eval "$(crawlform completion bash)" in ~/.bashrc',
    '  zsh   eval "$(crawlform completion zsh)" in ~/.zshrc, after compinit',
    '  fish  crawlform completion fish > ~/.config/fish/completions/crawlform.fish',
  ].join('\n'),
  actions: shells,
  options: [],
  examples: shells.map((shell) => `crawlform completion ${shell}`),
  async run(host, input) {
    const [shell = '', ...words] = input.args
    if (shell === 'words') {
      const found = await complete(host, input, words)
      host.stdout.write(found.map((word) => `${word}\n`).join(''))
      return exitStatus.ok
    }
    const script = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined
    if (script === undefined || words.length > 0) {
      throw new UsageError(
        `There is no completion for "${input.args.join(' ')}".`,
        `Write one of: ${shells.join(', ')}.`,
      )
    }
    host.stdout.write(script)
    return exitStatus.ok
  },
}

function complete(host: Host, input: CommandInput, words: readonly string[]): Promise<readonly string[]> {
  return completeWords(words, {
    commands: Object.keys(commandTable),
    globalOptions,
    command: async (name) => (Object.hasOwn(commandTable, name) ? commandTable[name]?.load() : undefined),
    ruleIds,
    crawlNames: () => loadFromOptions(host, input).resolved.map((crawl) => crawl.name),
    environmentNames: () => [
      ...new Set(['local', ...Object.keys(loadFromOptions(host, input).project.environments)]),
    ],
  })
}
