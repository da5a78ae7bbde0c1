import type { CompiledScope } from './compiled-scope.ts'
import { type CompiledPattern, compilePattern } from './pattern/compile-pattern.ts'
import { dedupeKey } from './dedupe-key.ts'
import { explainUrl } from './explain-url.ts'
import { type HostRelation, relateHosts } from './hosts.ts'
import { type PageUrl, parsePageUrl, parseStartUrl } from './page-url.ts'
import { childPathRule } from './rules/child-path.ts'
import { depthRule } from './rules/depth.ts'
import { fileTypeRule } from './rules/file-type.ts'
import { fragmentRule } from './rules/fragment.ts'
import { hostRule } from './rules/host.ts'
import { excludedRule, notIncludedRule } from './rules/patterns.ts'
import type { Candidate } from './scope-rule.ts'
import type { Discovery, Scope, ScopeDecision, ScopeSettings } from './scope.ts'

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
      if (page === undefined) return false
      if (discovery.via !== 'start') return decide(compiled, url, discovery).inScope
      const candidate = compiled.candidate(page, discovery)
      return compiled.patternRules.every((rule) => rule.passes(candidate))
    },
    explain: (url, discovery) =>
      explainUrl(compiled, url, discovery ?? likelyDiscovery(compiled, startKey, url)),
    dedupeKey: (url) => {
      const page = parsePageUrl(url)
      return page && dedupeKey(page, settings)
    },
  }
}

function compileRules(settings: ScopeSettings): CompiledScope {
  const start = parseStartUrl(settings.url)
  const startHost = start?.host ?? ''
  const excluded = excludedRule(settings, compileAll(settings.excludePaths))
  const notIncluded = notIncludedRule(settings, compileAll(settings.includePaths))
  const host = hostRule(settings, startHost)
  const relate = relateHosts(startHost, settings.allowSubdomains)
  // The links of a page come together, so the last page is parsed once.
  let lastUrl: string | undefined
  let last: { page: PageUrl; relation: HostRelation } | undefined
  const fromPage = (url: string | undefined): Candidate['from'] => {
    if (url !== lastUrl) {
      const page = url === undefined ? undefined : parsePageUrl(url)
      last = page && { page, relation: relate(page.host) }
      lastUrl = url
    }
    return last
  }
  return {
    settings,
    start,
    rules: [
      depthRule(settings),
      fileTypeRule,
      fragmentRule(settings),
      childPathRule(settings, start?.path ?? '/'),
      excluded,
      notIncluded,
      host,
    ],
    patternRules: [excluded, notIncluded],
    redirectRules: [excluded, notIncluded, host],
    candidate: (page, discovery) => ({
      page,
      relation: relate(page.host),
      discovery,
      from: fromPage(discovery.from),
    }),
  }
}

/** Compiles the patterns; blank ones restrict nothing. */
function compileAll(patterns: readonly string[]): readonly CompiledPattern[] {
  return patterns.filter((pattern) => pattern.trim() !== '').map((pattern) => compilePattern(pattern))
}

function decide(compiled: CompiledScope, url: string, discovery: Discovery): ScopeDecision {
  const page = parsePageUrl(url)
  if (page === undefined) return { inScope: false, normalized: undefined, decidedBy: 'protocol' }
  if (discovery.via === 'start') return { inScope: true, normalized: page.href }
  const candidate = compiled.candidate(page, discovery)
  const rules = discovery.via === 'redirect' ? compiled.redirectRules : compiled.rules
  for (const rule of rules) {
    if (rule.passes(candidate)) continue
    const pattern = rule.decidingPattern?.(candidate)
    const decision = { inScope: false, normalized: page.href, decidedBy: rule.reason } as const
    return pattern === undefined ? decision : { ...decision, pattern }
  }
  return { inScope: true, normalized: page.href }
}

/**
 * Returns how a URL was probably found: as the start, by a link of the start page, or in the sitemap if no links are followed.
 */
function likelyDiscovery(compiled: CompiledScope, startKey: string | undefined, url: string): Discovery {
  const page = parsePageUrl(url)
  const { settings, start } = compiled
  if (page !== undefined && dedupeKey(page, settings) === startKey) return { depth: 0, via: 'start' }
  const followsNothing = settings.sitemap === 'only' || settings.maxDiscoveryDepth === 0
  if (followsNothing && settings.sitemap !== 'skip') return { depth: 0, via: 'sitemap' }
  return { depth: 1, via: 'link', ...(start === undefined ? {} : { from: start.href }) }
}
