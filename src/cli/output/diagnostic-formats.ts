import type { Cli } from '../arguments/command.ts'
import type { LoadedProject } from '../../load/load.ts'
import {
  renderDiagnosticsGithub,
  renderDiagnosticsGitlab,
  renderDiagnosticsJson,
  renderDiagnosticsMarkdown,
  renderDiagnosticsSarif,
} from '../../render/render-diagnostics-reports.ts'
import { type Checked, countLine } from '../../render/render.ts'
import { renderDiagnosticsJunit } from '../../render/render-junit.ts'
import { renderDiagnosticsText } from '../../render/render-diagnostics-text.ts'
import { chooseStyle } from './terminal.ts'
import { packageVersion } from '../../util/package-file.ts'
import { repositoryPrefix } from './ci.ts'
import { ruleTexts } from './rule-texts.ts'
import type { Formats } from './output.ts'

/** Returns every form in which diagnostics can be written. */
export function diagnosticFormats(
  cli: Cli,
  { diagnostics, sources, root }: LoadedProject,
  checked: Checked,
): Formats {
  const prefix = repositoryPrefix(cli, root)
  return {
    text: () => {
      const text = renderDiagnosticsText(diagnostics, sources, chooseStyle(cli, 'stdout'))
      return `${text}${text === '' ? '' : '\n'}${countLine(diagnostics, checked)}\n`
    },
    json: () => renderDiagnosticsJson(diagnostics, checked),
    markdown: () => renderDiagnosticsMarkdown(diagnostics, checked),
    github: () => renderDiagnosticsGithub(diagnostics, prefix),
    gitlab: () => renderDiagnosticsGitlab(diagnostics, prefix),
    sarif: () =>
      renderDiagnosticsSarif(diagnostics, { version: packageVersion(), rules: ruleTexts(), prefix }),
    junit: () => renderDiagnosticsJunit(diagnostics, sources.keys()),
  }
}
