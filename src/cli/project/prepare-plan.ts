import type { Plan } from '../../plan/plan.ts'
import { type CommandInput, commandLine } from '../arguments/command.ts'
import type { Host } from '../process/host.ts'
import { Session } from '../../session/session.ts'
import { changedSince } from './load-at-revision.ts'
import { openProject, sessionDependenciesOf, showDiagnostics } from './project.ts'

export interface PreparedPlan {
  readonly session: Session
  readonly plan: Plan
}

/**
 * Returns the plan that the command's arguments ask for; undefined, with the reasons on stderr, when the files have
 * errors, or there is no crawl, neither in files nor in the record.
 */
export async function preparePlan(host: Host, input: CommandInput): Promise<PreparedPlan | undefined> {
  const loaded = await openProject(host, input)
  if (loaded === undefined) return undefined
  const session = new Session(loaded, sessionDependenciesOf(host, input))
  const { args, options } = input
  const revision = options.text('changed')
  const among = revision === undefined ? undefined : changedSince(host, input, loaded, revision)
  const plan = await session.plan({ names: args, among, rerun: options.flag('rerun') === true })
  if (loaded.crawls.length === 0 && plan.changes.length === 0) {
    if (loaded.diagnostics.length > 0) await showDiagnostics(host, input, loaded)
    host.stderr.say('Nothing to plan: the project has no crawls.\n')
    return undefined
  }
  return { session, plan }
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
