import type { Plan } from '../../plan/plan.ts'
import { hasWork } from '../../render/plan-words.ts'
import type { Command } from '../command.ts'
import { exitStatus, type ExitStatus } from '../exit-status.ts'
import type { Options } from '../options.ts'
import { planFormats } from '../plan-formats.ts'
import { applyCommand, preparePlan, rerunOption } from '../prepare-plan.ts'
import { formatOption, projectOptions, reportOption } from '../shared-options.ts'
import { writeReports } from '../write-reports.ts'

export const planCommand: Command = {
  usage: 'plan [...names]',
  description:
    'Shows what would be submitted and why, against what was submitted before. Changes nothing. Names and globs select\ncrawls; without any, all of them, and recorded crawls that are declared no more.',
  options: [
    ...projectOptions,
    { flags: '--full', description: 'every setting of every crawl, unchanged ones too' },
    { flags: '--summary', description: 'one line a crawl' },
    rerunOption,
    { flags: '--detailed-exitcode', description: 'exit with 2 when there is something to do' },
    formatOption(['text', 'json', 'markdown']),
    reportOption,
  ],
  examples: [
    'crawlform plan',
    "crawlform plan 'docs-*' --full",
    'crawlform plan --env production --set docs.request.limit=50',
    'crawlform plan --report markdown=plan.md --report json=plan.json',
  ],
  async run(host, input) {
    const prepared = await preparePlan(host, input)
    if (prepared === undefined) return exitStatus.configuration
    const { plan } = prepared
    writeReports(
      host,
      input.options,
      planFormats(host, input.options, plan, { applyCommand: applyCommand(input, plan) }),
    )
    return planStatus(plan, input.options)
  },
}

function planStatus(plan: Plan, options: Options): ExitStatus {
  if (plan.summary.blocked > 0) return exitStatus.configuration
  const hasChanges = hasWork(plan) || plan.summary.inDoubt > 0
  return options.flag('detailed-exitcode') === true && hasChanges ? exitStatus.changes : exitStatus.ok
}
