import type { Cli } from '../arguments/command.ts'
import type { LoadedProject } from '../../load/load.ts'
import { countLine, type Checked } from '../../render/count-problems.ts'
import { renderDiagnosticsGithub } from '../../render/render-diagnostics-github.ts'
import { renderDiagnosticsGitlab } from '../../render/render-diagnostics-gitlab.ts'
import { renderDiagnosticsJson } from '../../render/render-diagnostics-json.ts'
import { renderDiagnosticsJunit } from '../../render/render-diagnostics-junit.ts'
import { renderDiagnosticsMarkdown } from '../../render/render-diagnostics-markdown.ts'
import { renderDiagnosticsSarif } from '../../render/render-diagnostics-sarif.ts'
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
