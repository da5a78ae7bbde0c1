import { keepsErrorPages } from '../../apply/review-pages.ts'
import type { RuleId } from '../../diagnostics/catalogue.ts'
import { catalogue } from '../../diagnostics/diagnostics.ts'
import { explainSetting } from '../../plan/explain-setting.ts'
import { type ExplainedCrawl, renderExplainJson, renderExplainText } from '../../render/render-explain.ts'
import { renderRuleJson, renderRuleText } from '../../render/render-rule.ts'
import {
  renderScopeExplanationJson,
  renderScopeExplanationText,
} from '../../render/render-scope-explanation.ts'
import { scopeSettings } from '../../request/page-settings.ts'
import { compileScope } from '../../scope/compile-scope.ts'
import { chooseStyle } from '../output/choose-style.ts'
import type { CommandInput, InputOf } from '../arguments/command.ts'
import { embeddedRefusals } from '../../session/embedded-refusals.ts'
import { rendersRoutes } from '../../session/renders-routes.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { oneCrawl } from '../project/one-crawl.ts'
import { didYouMean, UsageError } from '../process/usage-error.ts'
import { writeReports } from '../output/output.ts'
import { ruleTexts } from '../output/rule-texts.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'

export async function run(host: Host, input: InputOf<'explain'>): Promise<ExitStatus> {
  const [name = '', url] = input.args
  if (url === undefined && name.includes('/') && isRuleId(name)) return explainRule(host, input, name)
  const found = await oneCrawl(host, input)
  if (found === undefined) return exitStatus.configuration
  return url === undefined ? explainCrawl(host, input, found) : explainUrl(host, input, found, url)
}

function isRuleId(id: string): boolean {
  const area = id.slice(0, id.indexOf('/'))
  return Object.keys(catalogue).some((known) => known === id || known.startsWith(`${area}/`))
}

function isKnownRule(id: string): id is RuleId {
  return Object.hasOwn(catalogue, id)
}

function explainRule(host: Host, { options }: CommandInput, id: string): ExitStatus {
  if (!isKnownRule(id)) throw new UsageError(`Unknown rule "${id}".`, didYouMean(id, Object.keys(catalogue)))
  const rule = ruleTexts()[id]
  writeReports(host, options, {
    text: () => renderRuleText(id, rule, chooseStyle(host.stdout, host, options)),
    json: () => renderRuleJson(id, rule),
  })
  return exitStatus.ok
}

async function explainCrawl(
  host: Host,
  { options }: CommandInput,
  { crawl, loaded }: NonNullable<Awaited<ReturnType<typeof oneCrawl>>>,
): Promise<ExitStatus> {
  const refusals = await embeddedRefusals(host, loaded.environment, [crawl])
  const explained: ExplainedCrawl = {
    name: crawl.name,
    environment: crawl.environment,
    file: crawl.document.file,
    line: crawl.document.locate('').line,
    settings: [...crawl.provenance].map(([pointer, setting]) => explainSetting(pointer, setting)),
    notes: [...refusals(crawl), ...crawl.notes],
  }
  writeReports(host, options, {
    text: () => renderExplainText(explained, chooseStyle(host.stdout, host, options)),
    json: () => renderExplainJson(explained),
  })
  return exitStatus.ok
}

function explainUrl(
  host: Host,
  { options }: CommandInput,
  { crawl, loaded }: NonNullable<Awaited<ReturnType<typeof oneCrawl>>>,
  url: string,
): ExitStatus {
  const absolute = canParseUrl(url, crawl.request.url) ? new URL(url, crawl.request.url).href : url
  // An absolute URL is explained as typed, because its spelling may decide.
  const settings = {
    ...scopeSettings(crawl.effective),
    rendersRoutes: rendersRoutes(crawl, loaded.environment),
  }
  const explained = {
    name: crawl.name,
    explanation: compileScope(settings).explain(canParseUrl(url) ? url : absolute),
    keepsErrorPages: keepsErrorPages(crawl.expect),
  }
  writeReports(host, options, {
    text: () => renderScopeExplanationText(explained, chooseStyle(host.stdout, host, options)),
    json: () => renderScopeExplanationJson(explained),
  })
  return exitStatus.ok
}
