import type { Cli } from '../arguments/command.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Plan } from '../../plan/plan.ts'
import { headCommit } from '../../git/git.ts'
import { renderPlanGitlab, renderPlanJson } from '../../render/render-plan-json.ts'
import { renderPlanHtml } from '../../render/render-plan-html.ts'
import { renderPlanMarkdown } from '../../render/render-plan-markdown.ts'
import { renderPlanText, type PlanTextOptions } from '../../render/render-plan-text.ts'
import { doEach } from '../process/failures.ts'
import { planOutputs, writeGithubOutputs } from './ci.ts'
import { writeReports } from './output.ts'
import { chooseStyle, detailOf } from './terminal.ts'
import { shellQuote } from '../../util/shell-quote.ts'

interface PlanAbout extends Pick<PlanTextOptions, 'applyCommand' | 'comparedWith' | 'board'> {
  /** Diagnostics of the files that were read. */
  readonly warnings: readonly Diagnostic[]
}

/** Prints a plan, and writes it in every form that is asked for. */
export function reportPlan(cli: Cli, plan: Plan, about: PlanAbout): void {
  const detail = detailOf(cli)
  const options = { ...about, detail, program: cli.program }
  const markdown = () => renderPlanMarkdown(plan, options)
  const formats = {
    text: () => renderPlanText(plan, { ...about, style: chooseStyle(cli, 'stdout'), detail }),
    json: () => renderPlanJson(plan),
    markdown,
    html: () => {
      const command = ['crawlform', ...cli.argv].map((word) => shellQuote(word)).join(' ')
      const made = { at: cli.clock.now(), commit: headCommit(cli.env, cli.cwd), command }
      return renderPlanHtml(plan, { ...options, made })
    },
    gitlab: () => renderPlanGitlab(plan),
  }
  doEach([
    () => writeReports(cli, formats),
    () => writeGithubOutputs(cli, markdown, planOutputs(plan, about.comparedWith)),
  ])
}
