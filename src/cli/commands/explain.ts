import type { Cli, CliOf } from '../arguments/command.ts'
import type { RuleId } from '../../diagnostics/diagnostic.ts'
import { catalogue } from '../../diagnostics/diagnostics.ts'
import { explainSetting } from '../../plan/diff-requests.ts'
import {
  type ExplainedCrawl,
  renderExplainText,
  renderScopeExplanationJson,
  renderScopeExplanationText,
} from '../../render/render-scope.ts'
import { jsonReport } from '../../render/render.ts'
import { renderRuleJson, renderRuleText } from '../../render/render-rule.ts'
import { chooseStyle } from '../output/terminal.ts'
import { embeddedRefusals } from '../../session/embedded-refusals.ts'
import { explainScope } from '../../session/explain-scope.ts'
import { didYouMean, UsageError } from '../process/failures.ts'
import { type OneCrawl, oneCrawl } from '../project/project.ts'
import { writeReports } from '../output/output.ts'
import { ruleTexts } from '../output/rule-texts.ts'
import { namedUrl } from '../../lint/run-scope-tests.ts'

export async function run(cli: CliOf<'explain'>): Promise<void> {
  const [name = '', url] = cli.args
  if (url === undefined && name.includes('/') && isRuleId(name)) return explainRule(cli, name)
  if (url?.trim() === '')
    throw new UsageError(
      'The URL is empty.',
      'Write one, or leave it out. A shell variable that is not set is empty.',
    )
  const found = await oneCrawl(cli)
  return url === undefined ? explainCrawl(cli, found) : explainUrl(cli, found, url)
}

function isRuleId(id: string): boolean {
  const area = id.slice(0, id.indexOf('/'))
  return Object.keys(catalogue()).some((known) => known === id || known.startsWith(`${area}/`))
}

function explainRule(cli: Cli, id: string): void {
  const ids = Object.keys(catalogue())
  const rule = ids.includes(id) ? ruleTexts()[id as RuleId] : undefined
  if (rule === undefined) throw new UsageError(`Unknown rule "${id}".`, didYouMean(id, ids))
  writeReports(cli, {
    text: () => renderRuleText(id as RuleId, rule, chooseStyle(cli, 'stdout')),
    json: () => renderRuleJson(id as RuleId, rule),
  })
}

async function explainCrawl(cli: Cli, { crawl, loaded }: OneCrawl): Promise<void> {
  const refusals = await embeddedRefusals(cli, loaded.environment, [crawl])
  const explained: ExplainedCrawl = {
    name: crawl.name,
    environment: crawl.environment,
    file: crawl.document.file,
    line: crawl.document.locate('').line,
    settings: [...crawl.provenance, ...crawl.beside.provenance].map(([pointer, setting]) =>
      explainSetting(pointer, setting),
    ),
    notes: [...refusals(crawl), ...crawl.notes],
  }
  writeReports(cli, {
    text: () => renderExplainText(explained, chooseStyle(cli, 'stdout')),
    json: () => jsonReport(explained),
  })
}

function explainUrl(cli: Cli, { crawl, loaded }: OneCrawl, url: string): void {
  const explained = explainScope(crawl, loaded.environment, namedUrl(url, crawl.request.url))
  writeReports(cli, {
    text: () => renderScopeExplanationText(explained, chooseStyle(cli, 'stdout')),
    json: () => renderScopeExplanationJson(explained),
  })
}
