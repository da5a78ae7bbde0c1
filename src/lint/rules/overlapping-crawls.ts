import { diagnose, type DiagnosticExtras } from '../../diagnostics/catalogue.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { childPath } from '../../scope/child-path.ts'
import { includedTexts } from '../../scope/page-texts.ts'
import { findText } from '../../scope/pattern/find-text.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import type { CrawlFacts } from '../crawl-facts.ts'

interface Candidate {
  readonly facts: CrawlFacts
  /** Crawls of another environment, host or scrapeOptions cannot overlap. */
  readonly group: string
  /** Every page of the crawl lies below this. */
  readonly prefix: string
}

/**
 * Returns crawls that reach the same pages of one host with the same scrape options, each reported with one other. Only
 * crawls that stay on their host are compared: where others lead is not written anywhere.
 */
export function findOverlaps(crawls: readonly CrawlFacts[]): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  const groups = new Map<string, Candidate[]>()
  for (const candidate of crawls.flatMap((facts) => asCandidate(facts))) {
    const group = groups.get(candidate.group) ?? []
    group.push(candidate)
    groups.set(candidate.group, group)
  }
  for (const group of groups.values()) if (group.length > 1) compareGroup(group, diagnostics)
  return diagnostics
}

function asCandidate(facts: CrawlFacts): Candidate[] {
  const { crawl, settings, start, isCompilable } = facts
  if (start === undefined || !isCompilable || settings.limit <= 1) return []
  if (settings.allowExternalLinks || settings.allowSubdomains || settings.regexOnFullURL) return []
  const prefix = settings.crawlEntireDomain ? '/' : childPath(start.path).prefix
  const options = canonicalJson(crawl.effective['scrapeOptions'] ?? {})
  return [{ facts, prefix, group: `${crawl.environment}\n${start.host}${start.port}\n${options}` }]
}

/** Compares crawls sorted by prefix: a crawl overlaps only with those whose prefix its own begins with. */
function compareGroup(group: readonly Candidate[], diagnostics: Diagnostic[]): void {
  const sorted = group.toSorted((a, b) => (a.prefix < b.prefix ? -1 : a.prefix > b.prefix ? 1 : 0))
  let open: Candidate[] = []
  for (const candidate of sorted) {
    open = open.filter(({ prefix }) => candidate.prefix.startsWith(prefix))
    const found =
      firstOf(open, (other) => reportDuplicate(candidate, other)) ??
      firstOf(open, (other) => reportOverlap(candidate, other))
    if (found !== undefined) diagnostics.push(found)
    open.push(candidate)
  }
}

function firstOf<T>(
  candidates: readonly Candidate[],
  report: (other: Candidate) => T | undefined,
): T | undefined {
  for (const candidate of candidates) {
    const found = report(candidate)
    if (found !== undefined) return found
  }
  return undefined
}

function reportDuplicate({ facts }: Candidate, { facts: other }: Candidate): Diagnostic | undefined {
  if (canonicalJson(facts.crawl.effective) !== canonicalJson(other.crawl.effective)) return undefined
  const sameDocument = facts.crawl.document === other.crawl.document
  const args = { name: facts.crawl.name, other: other.crawl.name, sameDocument }
  return diagnose('scope/duplicate-crawl', args, facts.crawl.locate('/url'), startsOf(other))
}

function reportOverlap({ facts }: Candidate, { facts: other }: Candidate): Diagnostic | undefined {
  const path = sharedPath(facts, other)
  if (path === undefined || facts.start === undefined) return undefined
  const url = new URL(path, facts.start.href).href
  const args = { name: facts.crawl.name, other: other.crawl.name, url }
  return diagnose('scope/overlapping-crawls', args, facts.crawl.locate('/url'), startsOf(other))
}

function startsOf({ crawl }: CrawlFacts): DiagnosticExtras {
  return {
    pointer: '/request/url',
    related: [{ message: 'the other crawl starts here', place: crawl.locate('/url') }],
  }
}

/** Returns a path that both crawls admit. */
function sharedPath(one: CrawlFacts, other: CrawlFacts): string | undefined {
  const none = [...one.excludes, ...other.excludes].map(({ source }) => source)
  const texts = [includedTexts(one.settings), includedTexts(other.settings)]
  for (const a of includesOf(one)) {
    for (const b of includesOf(other)) {
      const answer = findText({ all: [...texts, ...a, ...b], none })
      if (answer.kind === 'found') return answer.text
    }
  }
  return undefined
}

function includesOf({ includes }: CrawlFacts): readonly (readonly string[])[] {
  return includes.length === 0 ? [[]] : includes.map(({ source }) => [source])
}
