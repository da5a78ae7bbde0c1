import { refuseTrackedLinks } from '../../git/tracked-link.ts'
import { writeInPlace } from '../../util/replace-link.ts'
import { dirname, resolve } from 'node:path'
import type { LoadedProject } from '../../load/load.ts'
import type { Plan } from '../../plan/plan.ts'
import { formatSavedPlan } from '../../plan/saved-plan.ts'
import { hasWork } from '../../render/plan-words.ts'
import type { CommandInput, InputOf } from '../arguments/command.ts'
import { compareWithRevision } from '../project/compare-with-revision.ts'
import type { Host } from '../process/host.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Options } from '../arguments/options.ts'
import { planOutputs, writeGithubOutputs } from '../output/github-outputs.ts'
import { planFormats, type PlanAbout } from '../output/plan-formats.ts'
import { applyCommand, applySavedCommand, preparePlan } from '../project/prepare-plan.ts'
import { showWarnings, warningsLine } from '../project/project.ts'
import { doEach } from '../process/several-failures.ts'
import { writeReports } from '../output/output.ts'
import { makeDirectory } from '../../util/make-directory.ts'

export async function run(host: Host, input: InputOf<'plan'>): Promise<ExitStatus> {
  const revision = input.options.text('against')
  if (revision !== undefined) return compare(host, input, revision)
  const prepared = await preparePlan(host, input)
  if (prepared === undefined) return exitStatus.configuration
  const { plan, session } = prepared
  const { options } = input
  const out = options.text('out')
  if (out !== undefined) savePlan(host.env, resolve(host.cwd, out), plan)
  const command = out === undefined ? applyCommand(input, plan) : applySavedCommand(input, out)
  await showWarnings(host, input, session.project)
  report(host, options, plan, {
    applyCommand: command,
    program: input.program,
    warnings: session.project.diagnostics,
  })
  sayWarnings(host, input, session.project)
  return planStatus(plan, options)
}

/** Counts the files' warnings below the plan, so that they do not hide it. */
function sayWarnings(host: Host, input: CommandInput, loaded: LoadedProject): void {
  const line = warningsLine(input, loaded)
  if (line !== '') host.stderr.say(`\n${line}`)
}

/** Saves the plan. The user chooses the directory, so only the file's own mode keeps others out. */
function savePlan(env: Host['env'], file: string, plan: Plan): void {
  refuseTrackedLinks(env, file)
  makeDirectory(dirname(file))
  writeInPlace(file, formatSavedPlan(plan), 0o600)
}

async function compare(host: Host, input: CommandInput, revision: string): Promise<ExitStatus> {
  const { options } = input
  const compared = await compareWithRevision(host, input, revision)
  if (compared === undefined) return exitStatus.configuration
  const { plan, loaded } = compared
  await showWarnings(host, input, loaded)
  report(host, options, plan, { comparedWith: revision, warnings: loaded.diagnostics })
  sayWarnings(host, input, loaded)
  return planStatus(plan, options)
}

function report(host: Host, options: Options, plan: Plan, about: PlanAbout): void {
  const formats = planFormats(host, options, plan, about)
  doEach([
    () => writeReports(host, options, formats),
    () => writeGithubOutputs(host, formats.markdown, planOutputs(plan, about.comparedWith)),
  ])
}

function planStatus(plan: Plan, options: Options): ExitStatus {
  if (plan.summary.blocked > 0) return exitStatus.configuration
  const hasChanges = hasWork(plan) || plan.summary.inDoubt > 0
  return options.flag('detailed-exitcode') === true && hasChanges ? exitStatus.changes : exitStatus.ok
}
