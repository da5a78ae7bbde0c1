import type { Cli, CliOf } from '../arguments/command.ts'
import { refuseTrackedLinks } from '../../git/tracked-link.ts'
import { writeInPlace } from '../../util/replace-link.ts'
import { dirname, resolve } from 'node:path'
import type { LoadedProject } from '../../load/load.ts'
import type { Plan } from '../../plan/plan.ts'
import { formatSavedPlan } from '../../plan/saved-plan.ts'
import { hasWork } from '../../render/plan-view.ts'
import { applyCommand, applySavedCommand, compareWithRevision, preparePlan } from '../project/prepare-plan.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Options } from '../arguments/options.ts'
import { planOutputs, writeGithubOutputs } from '../output/ci.ts'
import { planFormats, type PlanAbout } from '../output/plan-formats.ts'
import { showWarnings, warningsLine } from '../project/project.ts'
import { doEach } from '../process/failures.ts'
import { writeReports } from '../output/output.ts'
import { makeDirectory } from '../../util/make-directory.ts'

export async function run(cli: CliOf<'plan'>): Promise<ExitStatus> {
  const revision = cli.options.text('against')
  if (revision !== undefined) return compare(cli, revision)
  const prepared = await preparePlan(cli)
  const { plan, session } = prepared
  const { options } = cli
  const out = options.text('out')
  if (out !== undefined) savePlan(cli.env, resolve(cli.cwd, out), plan)
  const command = out === undefined ? applyCommand(cli, plan) : applySavedCommand(cli, out)
  await showWarnings(cli, session.project)
  report(cli, plan, {
    applyCommand: command,
    program: cli.program,
    warnings: session.project.diagnostics,
  })
  sayWarnings(cli, session.project)
  return planStatus(plan, options)
}

/** Counts the files' warnings below the plan, so that they do not hide it. */
function sayWarnings(cli: Cli, loaded: LoadedProject): void {
  const line = warningsLine(cli, loaded)
  if (line !== '') cli.stderr.say(`\n${line}`)
}

/** Saves the plan. The user chooses the directory, so only the file's own mode keeps others out. */
function savePlan(env: Cli['env'], file: string, plan: Plan): void {
  refuseTrackedLinks(env, file)
  makeDirectory(dirname(file))
  writeInPlace(file, formatSavedPlan(plan), 0o600)
}

async function compare(cli: Cli, revision: string): Promise<ExitStatus> {
  const { options } = cli
  const compared = await compareWithRevision(cli, revision)
  const { plan, loaded } = compared
  await showWarnings(cli, loaded)
  report(cli, plan, { comparedWith: revision, warnings: loaded.diagnostics })
  sayWarnings(cli, loaded)
  return planStatus(plan, options)
}

function report(cli: Cli, plan: Plan, about: PlanAbout): void {
  const formats = planFormats(cli, plan, about)
  doEach([
    () => writeReports(cli, formats),
    () => writeGithubOutputs(cli, formats.markdown, planOutputs(plan, about.comparedWith)),
  ])
}

function planStatus(plan: Plan, options: Options): ExitStatus {
  if (plan.summary.blocked > 0) return exitStatus.configuration
  const hasChanges = hasWork(plan) || plan.summary.inDoubt > 0
  return options.flag('detailed-exitcode') === true && hasChanges ? exitStatus.changes : exitStatus.ok
}
