import { dedupeKey, type PageUrl, parsePageUrl, parseStartUrl } from './page-url.ts'
import {
  relateHosts,
  childPathRule,
  depthRule,
  fileTypeRule,
  fragmentRule,
  hostRule,
  patternRule,
  type Candidate,
  type ScopeRule,
  searchedText,
} from './rules.ts'
import type {
  Discovery,
  Scope,
  ScopeDecision,
  ScopeSettings,
  Reach,
  ScopeExplanation,
  ScopeStep,
} from './scope.ts'
import { quotePattern } from './pattern/pattern-texts.ts'

/**
 * Compiles the scope of one crawl.
 * @throws {ScopeError} for a pattern that `checkPattern` refuses
 */
export function compileScope(settings: ScopeSettings): Scope {
  const compiled = compileRules(settings)
  const startKey = compiled.start && dedupeKey(compiled.start, settings)
  return {
    settings,
    decide: (url, discovery) => decide(compiled, url, discovery),
    inResults: (url, discovery) => {
      const page = parsePageUrl(url)
      return page !== undefined && compiled.passes(page, discovery)
    },
    holds: (url) => {
      const page = parsePageUrl(url)
      return page !== undefined && compiled.holds(page)
    },
    explain: (url, discovery) =>
      explainUrl(compiled, url, discovery ?? likelyDiscovery(compiled, startKey, url)),
    dedupeKey: (url) => {
      const page = parsePageUrl(url)
      return page && dedupeKey(page, settings)
    },
  }
}

type CompiledScope = ReturnType<typeof compileRules>

function compileRules(settings: ScopeSettings) {
  // Undefined when it is not an http(s) URL; such a scope holds only pages of other hosts.
  const start = parseStartUrl(settings.url)
  const startHost = start?.host ?? ''
  const patternRules = [patternRule(settings, 'excludePaths'), patternRule(settings, 'includePaths')]
  const host = hostRule(settings, startHost)
  const relate = relateHosts(startHost, settings.allowSubdomains)
  // The links of a page come together, so the last page is parsed once.
  let lastUrl: string | undefined
  let last: Candidate['from']
  const fromPage = (url: string | undefined): Candidate['from'] => {
    if (url !== lastUrl) {
      const page = url === undefined ? undefined : parsePageUrl(url)
      last = page && { page, relation: relate(page.host) }
      lastUrl = url
    }
    return last
  }
  const placeRules = [childPathRule(settings, start?.path ?? '/'), ...patternRules, host]
  // In the order of evaluation.
  const rules: readonly ScopeRule[] = [
    depthRule(settings),
    fileTypeRule,
    fragmentRule(settings),
    ...placeRules,
  ]
  const rulesByWay = {
    // They decide whether the start URL is in the results.
    start: patternRules,
    sitemap: rules,
    link: rules,
    // For a target of a redirect from an admitted page. The next redirect may lead back below the start URL.
    redirect: [...patternRules, host],
  }
  const candidate = (page: PageUrl, discovery: Discovery): Candidate => {
    return { page, relation: relate(page.host), discovery, from: fromPage(discovery.from) }
  }
  return {
    settings,
    start,
    candidate,
    rulesFor: ({ via }: Discovery): readonly ScopeRule[] => rulesByWay[via],
    passes: (page: PageUrl, discovery: Discovery): boolean => {
      const facts = candidate(page, discovery)
      return rulesByWay[discovery.via].every((rule) => rule.passes(facts))
    },
    holds: (page: PageUrl): boolean => {
      const facts = candidate(page, { depth: 0, via: 'redirect' })
      return placeRules.every((rule) => rule.passes(facts))
    },
  }
}

function decide(compiled: CompiledScope, url: string, discovery: Discovery): ScopeDecision {
  const page = parsePageUrl(url)
  if (page === undefined) return { inScope: false, normalized: undefined, decidedBy: 'protocol' }
  if (discovery.via === 'start') return { inScope: true, normalized: page.href }
  const candidate = compiled.candidate(page, discovery)
  const failed = compiled.rulesFor(discovery).find((rule) => !rule.passes(candidate))
  if (failed === undefined) return { inScope: true, normalized: page.href }
  return { inScope: false, normalized: page.href, decidedBy: failed.reason }
}

/** Returns how a URL was probably found: as the start, by a link of the start page, or in the sitemap if no links are followed. */
function likelyDiscovery(compiled: CompiledScope, startKey: string | undefined, url: string): Discovery {
  const page = parsePageUrl(url)
  const { settings } = compiled
  if (page !== undefined && dedupeKey(page, settings) === startKey) return { depth: 0, via: 'start' }
  const followsNothing = settings.sitemap === 'only' || settings.maxDiscoveryDepth === 0
  if (followsNothing && settings.sitemap !== 'skip') return { depth: 0, via: 'sitemap' }
  return { depth: 1, via: 'link', from: compiled.start?.href }
}

/** Returns the answers of all rules about `url`, in order, including those after the deciding one. */
function explainUrl(compiled: CompiledScope, url: string, discovery: Discovery): ScopeExplanation {
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
  const rules = compiled.rulesFor(discovery)
  const failed = rules.filter((rule) => !rule.passes(candidate))
  const isStart = discovery.via === 'start'
  const inResults = failed.length === 0
  const inScope = inResults || isStart
  return {
    url,
    normalized: page.href,
    inScope,
    inResults,
    onlyByRedirect: !inScope && compiled.holds(page),
    decidedBy: isStart ? 'start-url' : (failed[0]?.reason ?? 'admitted'),
    reached: howReached(compiled, page),
    trace: [
      { rule: 'protocol', passed: true, detail: `${page.scheme} pages are crawled` },
      ...(isStart
        ? [{ rule: 'depth' as const, passed: true, detail: 'the start URL is always fetched' }]
        : []),
      ...rules.map((rule): ScopeStep => ({
        rule: rule.reason,
        passed: rule.passes(candidate),
        detail: rule.detail(candidate),
        ...rule.match?.(candidate),
      })),
      duplicateStep(compiled, candidate),
    ],
    flip: flipSentence(compiled, failed, candidate),
  }
}

function howReached(compiled: CompiledScope, page: PageUrl): Reach {
  const { settings, start } = compiled
  if (start !== undefined && dedupeKey(page, settings) === dedupeKey(start, settings)) return 'start'
  // With a limit of one, the start URL is the only page.
  if (settings.limit <= 1 && start !== undefined && compiled.passes(start, { depth: 0, via: 'start' }))
    return 'never'
  const byLink = compiled.passes(page, { depth: 1, via: 'link', from: compiled.start?.href })
  const inSitemap = compiled.passes(page, { depth: 0, via: 'sitemap' })
  if (inSitemap) return byLink ? 'sitemap-or-link' : 'sitemap'
  return byLink ? 'link' : 'never'
}

function duplicateStep({ settings }: CompiledScope, { page }: Candidate): ScopeStep {
  const key = dedupeKey(page, settings)
  const detail = `fetched once for all URLs that are equivalent to ${key}`
  const why = `"${page.route}" needs a browser, which this crawl uses only with "waitFor"`
  const isDropped = page.route !== '' && settings.rendersRoutes === false
  return { rule: 'duplicate', passed: true, detail: isDropped ? `${why}: ${detail}` : detail }
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
