import type { Cli } from '../arguments/command.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Plan } from '../../plan/plan.ts'
import { headCommit } from '../../git/git.ts'
import { renderPlanGitlab, renderPlanJson } from '../../render/render-plan-json.ts'
import { renderPlanHtml } from '../../render/render-plan-html.ts'
import { renderPlanMarkdown } from '../../render/render-plan-markdown.ts'
import { renderPlanText, type PlanTextOptions } from '../../render/render-plan-text.ts'
import { chooseStyle, detailOf } from './terminal.ts'
import { shellQuote } from '../../util/text.ts'

export interface PlanAbout extends Pick<PlanTextOptions, 'applyCommand' | 'comparedWith' | 'program'> {
  /** Diagnostics of the files that were read. */
  readonly warnings: readonly Diagnostic[]
}

/** Returns every form in which a plan can be written. */
export function planFormats(cli: Cli, plan: Plan, about: PlanAbout) {
  const detail = detailOf(cli)
  return {
    text: () => renderPlanText(plan, { ...about, style: chooseStyle(cli, 'stdout'), detail }),
    json: () => renderPlanJson(plan),
    markdown: () => renderPlanMarkdown(plan, { ...about, detail }),
    html: () => {
      const command = ['crawlform', ...cli.argv].map((word) => shellQuote(word)).join(' ')
      const made = { at: cli.clock.now(), commit: headCommit(cli.env, cli.cwd), command }
      return renderPlanHtml(plan, { ...about, detail, made })
    },
    gitlab: () => renderPlanGitlab(plan),
  }
}
