import type { CompiledScope } from './compiled-scope.ts'
import { dedupeKey } from './dedupe-key.ts'
import { parsePageUrl, type PageUrl } from './page-url.ts'
import { quotePattern } from './pattern/quote-pattern.ts'
import { searchedText } from './rules/patterns.ts'
import type { Candidate, ScopeRule } from './scope-rule.ts'
import type { Discovery, Reach, ScopeExplanation, ScopeStep } from './scope.ts'

/** Returns the answers of all rules about `url`, in order, including those after the deciding one. */
export function explainUrl(compiled: CompiledScope, url: string, discovery: Discovery): ScopeExplanation {
  const page = parsePageUrl(url)
  if (page === undefined) {
    const detail = 'not an absolute http or https URL'
    return {
      url,
      normalized: undefined,
      inScope: false,
      inResults: false,
      onlyByRedirect: false,
      decidedBy: 'protocol',
      reached: 'never',
      trace: [{ rule: 'protocol', passed: false, detail }],
    }
  }
  const candidate = compiled.candidate(page, discovery)
  const rules = rulesFor(compiled, discovery)
  const failed = rules.filter((rule) => !rule.passes(candidate))
  const isStart = discovery.via === 'start'
  const inResults = failed.length === 0
  const inScope = inResults || isStart
  return {
    url,
    normalized: page.href,
    inScope,
    inResults,
    onlyByRedirect: !inScope && isRedirectTarget(compiled, page),
    decidedBy: isStart ? 'start-url' : (failed[0]?.reason ?? 'admitted'),
    reached: howReached(compiled, page),
    trace: [
      { rule: 'protocol', passed: true, detail: `${page.scheme} pages are crawled` },
      ...(isStart
        ? [{ rule: 'depth' as const, passed: true, detail: 'the start URL is always fetched' }]
        : []),
      ...rules.map((rule): ScopeStep => step(rule, candidate)),
      duplicateStep(compiled, candidate),
    ],
    flip: flipSentence(compiled, failed, candidate),
  }
}

/** Tells whether a redirect from a page in scope may lead to a page. */
function isRedirectTarget(compiled: CompiledScope, page: PageUrl): boolean {
  const from = compiled.start === undefined ? {} : { from: compiled.start.href }
  const candidate = compiled.candidate(page, { depth: 1, via: 'redirect', ...from })
  return compiled.redirectRules.every((rule) => rule.passes(candidate))
}

/** Returns how a page can be reached under the settings and rules. */
function howReached(compiled: CompiledScope, page: PageUrl): Reach {
  const { settings, start } = compiled
  if (start !== undefined && dedupeKey(page, settings) === dedupeKey(start, settings)) return 'start'
  const passes = (discovery: Discovery): boolean => {
    const candidate = compiled.candidate(page, discovery)
    return compiled.rules.every((rule) => rule.passes(candidate))
  }
  // With a limit of one, the start URL is the only page.
  if (settings.limit <= 1 && start !== undefined) {
    const candidate = compiled.candidate(start, { depth: 0, via: 'start' })
    if (compiled.patternRules.every((rule) => rule.passes(candidate))) return 'never'
  }
  const from = start === undefined ? {} : { from: start.href }
  const byLink = passes({ depth: 1, via: 'link', ...from })
  if (passes({ depth: 0, via: 'sitemap' })) return byLink ? 'sitemap-or-link' : 'sitemap'
  return byLink ? 'link' : 'never'
}

function rulesFor(compiled: CompiledScope, discovery: Discovery): readonly ScopeRule[] {
  if (discovery.via === 'start') return compiled.patternRules
  return discovery.via === 'redirect' ? compiled.redirectRules : compiled.rules
}

function step(rule: ScopeRule, candidate: Candidate): ScopeStep {
  return { rule: rule.reason, passed: rule.passes(candidate), ...rule.explain(candidate) }
}

function duplicateStep({ settings }: CompiledScope, { page }: Candidate): ScopeStep {
  const key = dedupeKey(page, settings)
  const detail = `fetched once for all URLs that are equivalent to ${key}`
  if (page.route === '' || settings.rendersRoutes !== false)
    return { rule: 'duplicate', passed: true, detail }
  const why = `"${page.route}" needs a browser, which this crawl uses only with "waitFor"`
  return { rule: 'duplicate', passed: true, detail: `${why}: ${detail}` }
}

function flipSentence(
  { settings }: CompiledScope,
  failed: readonly ScopeRule[],
  candidate: Candidate,
): string {
  const isStart = candidate.discovery.via === 'start'
  if (failed.length > 0) {
    const remedies = failed.map((rule) => rule.remedy(candidate)).join(', and ')
    return `To include it${isStart ? ' in the results' : ''}, ${remedies}.`
  }
  const searched = searchedText(settings, candidate)
  return `To exclude it${isStart ? ' from the results' : ''}, add "^${quotePattern(searched)}$" to excludePaths.`
}
