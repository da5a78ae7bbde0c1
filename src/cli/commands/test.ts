import type { CliOf } from '../arguments/command.ts'
import { factsOf, hasErrors } from '../../diagnostics/diagnostic.ts'
import { runTests } from '../../lint/lint.ts'
import {
  renderScopeTestsJson,
  renderScopeTestsJunit,
  renderScopeTestsText,
  type TestedCrawl,
} from '../../render/render-scope.ts'
import { chooseStyle } from '../output/terminal.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { loadFromOptions, refuse } from '../project/project.ts'
import { selectNames } from '../../session/select-names.ts'
import { writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'test'>): Promise<ExitStatus> {
  const { options } = cli
  const loaded = loadFromOptions(cli)
  // Failed tests are errors in `validate` too. Here they are the result, and only other errors keep the tests from
  // running.
  const others = loaded.diagnostics.filter(({ rule }) => factsOf(rule).about !== 'scope-test')
  if (hasErrors(others)) return refuse(cli, loaded, others)
  const names = loaded.resolved.map(({ name }) => name)
  const selected = selectNames(cli.args, names, { declared: loaded.resolved })
  const tested: readonly TestedCrawl[] = loaded.resolved
    .filter((crawl) => selected.has(crawl.name))
    .map((crawl) => ({
      name: crawl.name,
      file: crawl.document.file,
      results: runTests(crawl),
    }))
  writeReports(cli, {
    text: () => renderScopeTestsText(tested, options.flag('all'), chooseStyle(cli, 'stdout')),
    json: () => renderScopeTestsJson(tested),
    junit: () => renderScopeTestsJunit(tested),
  })
  const failed = tested.some(({ results }) => results.some(({ passed }) => !passed))
  return failed ? exitStatus.configuration : exitStatus.ok
}
