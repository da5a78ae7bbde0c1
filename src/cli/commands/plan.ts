import type { Cli, CliOf } from '../arguments/command.ts'
import { refuseTrackedLinks } from '../../git/git.ts'
import { given } from '../../util/json.ts'
import { writeInPlace, makeDirectory } from '../../util/files.ts'
import { dirname, resolve } from 'node:path'
import { formatSavedPlan } from '../../plan/saved-plan.ts'
import { hasWork } from '../../render/plan-view.ts'
import { renderPlanText } from '../../render/render-plan-text.ts'
import { applyCommand, compareWithRevision, preparePlan } from '../project/prepare-plan.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { chooseStyle, detailOf, printsOnlyText } from '../output/terminal.ts'
import { showWarnings, warningsLine } from '../project/project.ts'

export async function run(cli: CliOf<'plan'>): Promise<ExitStatus> {
  const revision = cli.options.text('against')
  const { plan, loaded, ...commands } =
    revision === undefined ? await planNow(cli) : await compareWithRevision(cli, revision)
  await showWarnings(cli, loaded)
  if (printsOnlyText(cli) && cli.env['GITHUB_ACTIONS'] !== 'true')
    cli.stdout.say(
      renderPlanText(plan, { ...commands, style: chooseStyle(cli, 'stdout'), detail: detailOf(cli) }),
    )
  else {
    const { reportPlan } = await import('../output/report-plan.ts')
    const { board } = loaded.environment
    reportPlan(cli, plan, { ...commands, ...given({ board }), warnings: loaded.diagnostics })
  }
  // The warnings are counted below the plan, so that they do not hide it.
  const line = warningsLine(cli, loaded)
  if (line !== '') cli.stderr.say(`\n${line}`)
  if (plan.summary.blocked > 0) return exitStatus.configuration
  const hasChanges = hasWork(plan) || plan.summary.inDoubt > 0
  return cli.options.flag('detailed-exitcode') && hasChanges ? exitStatus.changes : exitStatus.ok
}

async function planNow(cli: Cli) {
  const { plan, session } = await preparePlan(cli)
  const out = cli.options.text('out')
  if (out !== undefined) {
    const file = resolve(cli.cwd, out)
    refuseTrackedLinks(cli.env, file)
    makeDirectory(dirname(file))
    // Readable only by its user: others may read the chosen directory.
    writeInPlace(file, formatSavedPlan(plan), 0o600)
  }
  return { plan, loaded: session.project, applyCommand: applyCommand(cli, plan, out) }
}
