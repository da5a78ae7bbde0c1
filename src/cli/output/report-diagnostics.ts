import type { Cli } from '../arguments/command.ts'
import type { LoadedProject } from '../../load/load.ts'
import {
  renderDiagnosticsGithub,
  renderDiagnosticsGitlab,
  renderDiagnosticsJson,
  renderDiagnosticsMarkdown,
  renderDiagnosticsSarif,
} from '../../render/render-diagnostics-reports.ts'
import { countLine } from '../../render/render.ts'
import { renderDiagnosticsJunit } from '../../render/render-junit.ts'
import { renderDiagnosticsText } from '../../render/render-diagnostics-text.ts'
import { chooseStyle } from './terminal.ts'
import { packageVersion } from '../../util/package-file.ts'
import { repositoryPrefix } from './ci.ts'
import { ruleTexts } from './rule-texts.ts'
import { writeReports } from './output.ts'

/** Prints the diagnostics of a project, and writes them in every form that is asked for. */
export function reportDiagnostics(cli: Cli, loaded: LoadedProject): void {
  const { diagnostics, sources, root } = loaded
  const checked = { files: loaded.fileCount, crawls: loaded.resolved.length }
  const prefix = repositoryPrefix(cli, root)
  writeReports(cli, {
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
  })
}
