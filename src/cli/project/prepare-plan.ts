import type { LoadedProject } from '../../load/load-project.ts'
import { makePlan, type PlanInput } from '../../plan/make-plan.ts'
import type { Plan } from '../../plan/plan.ts'
import type { JobRecord } from '../../state/recorded-state.ts'
import type { StateBackend } from '../../state/state-backend.ts'
import type { CommandInput, OptionSpec } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import { embeddedRefusals } from '../session/embedded-refusals.ts'
import type { Host } from '../process/host.ts'
import { changedSince } from './load-at-revision.ts'
import { remindOfKept } from '../session/kept-outcomes.ts'
import { openBackend } from '../session/open-backend.ts'
import { openProject } from './open-project.ts'
import { selectNames } from '../session/select-names.ts'

export interface PreparedPlan {
  readonly loaded: LoadedProject
  readonly backend: StateBackend
  readonly plan: Plan
  /** The record, with crawls that are not selected. */
  readonly records: readonly JobRecord[]
}

export const rerunOption: OptionSpec = {
  flags: '--rerun',
  description: 'submit the selected crawls again although nothing changed',
}

/**
 * Returns the plan that the command's arguments ask for; undefined, with the reasons on stderr, when the files have
 * errors.
 */
export async function preparePlan(host: Host, input: CommandInput): Promise<PreparedPlan | undefined> {
  const loaded = await openProject(host, input)
  if (loaded === undefined) return undefined
  const backend = openBackend(host, loaded)
  const { state } = await backend.read()
  remindOfKept(host, loaded.root, loaded.environment.name)
  const declared = loaded.crawls.map((crawl) => crawl.name)
  const records = state?.records ?? []
  const recorded = records.map((record) => record.crawl)
  const all = [...declared, ...recorded]
  const revision = input.options.text('changed')
  const changed = revision === undefined ? undefined : changedSince(host, input, loaded, revision)
  const named = selectNames(input.args, all)
  const selected = new Set([...named].filter((name) => changed?.has(name) !== false))
  const plan = makePlan({
    environment: loaded.environment.name,
    crawls: loaded.crawls.filter((crawl) => selected.has(crawl.name)),
    recorded: state,
    nowMs: host.clock.now(),
    ...budgetOf(loaded.project.budget),
    ...(input.options.flag('rerun') === true ? { rerun: true } : {}),
    refusals: await embeddedRefusals(host, loaded.environment, loaded.crawls),
    unselected: all.filter((name) => !selected.has(name)),
  })
  return { loaded, backend, plan, records }
}

/** Returns the project's budget, as far as it has one. */
export function budgetOf(
  budget: LoadedProject['project']['budget'] = {},
): Pick<PlanInput, 'budgetPages' | 'budgetCredits'> {
  const { pages, credits } = budget
  return {
    ...(typeof pages === 'number' ? { budgetPages: pages } : {}),
    ...(typeof credits === 'number' ? { budgetCredits: credits } : {}),
  }
}

/** Returns the command line that applies exactly `plan`: the same selection and overrides, tied to its digest. */
export function applyCommand(input: CommandInput, plan: Plan): string {
  return applyLine(input, ['--expect', plan.digest])
}

/** Returns the command line that applies a saved plan. */
export function applySavedCommand(input: CommandInput, file: string): string {
  return applyLine(input, ['--plan', file])
}

function applyLine(input: CommandInput, which: readonly string[]): string {
  const { args, options } = input
  const changed = options.text('changed')
  return commandLine(
    input,
    ['apply', ...args],
    [
      ...options.list('set').flatMap((setting) => ['--set', setting]),
      ...(changed === undefined ? [] : ['--changed', changed]),
      ...(options.flag('rerun') === true ? ['--rerun'] : []),
      ...which,
    ],
  )
}
