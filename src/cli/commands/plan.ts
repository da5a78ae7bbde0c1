import type { Cli, CliOf } from '../arguments/command.ts'
import { refuseTrackedLinks } from '../../git/tracked-link.ts'
import { writeInPlace, makeDirectory } from '../../util/files.ts'
import { dirname, resolve } from 'node:path'
import type { Plan } from '../../plan/plan.ts'
import { formatSavedPlan } from '../../plan/saved-plan.ts'
import { hasWork } from '../../render/plan-view.ts'
import { applyCommand, compareWithRevision, preparePlan } from '../project/prepare-plan.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import { planOutputs, writeGithubOutputs } from '../output/ci.ts'
import { planFormats } from '../output/plan-formats.ts'
import { showWarnings, warningsLine } from '../project/project.ts'
import { doEach } from '../process/failures.ts'
import { writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'plan'>): Promise<ExitStatus> {
  const revision = cli.options.text('against')
  const { plan, loaded, ...commands } =
    revision === undefined ? await planNow(cli) : await compareWithRevision(cli, revision)
  await showWarnings(cli, loaded)
  const about = { ...commands, warnings: loaded.diagnostics }
  const formats = planFormats(cli, plan, about)
  doEach([
    () => writeReports(cli, formats),
    () => writeGithubOutputs(cli, formats.markdown, planOutputs(plan, revision)),
  ])
  // The warnings are counted below the plan, so that they do not hide it.
  const line = warningsLine(cli, loaded)
  if (line !== '') cli.stderr.say(`\n${line}`)
  if (plan.summary.blocked > 0) return exitStatus.configuration
  const hasChanges = hasWork(plan) || plan.summary.inDoubt > 0
  return cli.options.flag('detailed-exitcode') === true && hasChanges ? exitStatus.changes : exitStatus.ok
}

async function planNow(cli: Cli) {
  const { plan, session } = await preparePlan(cli)
  const out = cli.options.text('out')
  if (out !== undefined) savePlan(cli.env, resolve(cli.cwd, out), plan)
  return { plan, loaded: session.project, applyCommand: applyCommand(cli, plan, out), program: cli.program }
}

/** Saves the plan. The user chooses the directory, so only the file's own mode keeps others out. */
function savePlan(env: Cli['env'], file: string, plan: Plan): void {
  refuseTrackedLinks(env, file)
  makeDirectory(dirname(file))
  writeInPlace(file, formatSavedPlan(plan), 0o600)
}
