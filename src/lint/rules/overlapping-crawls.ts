import { diagnose, type Diagnostic, type DiagnosticExtras } from '../../diagnostics/diagnostic.ts'
import { childPath, includedTexts } from '../../scope/rules.ts'
import type { PageUrl } from '../../scope/page-url.ts'
import { canonicalJson } from '../../util/json.ts'
import { compareText } from '../../util/text.ts'
import { groupBy } from '../../util/group-by.ts'
import type { CrawlFacts, PatternUse, WorkBudget } from '../crawl-facts.ts'

interface Candidate {
  readonly facts: CrawlFacts
  /** Crawls with other scrapeOptions do not overlap. */
  readonly group: string
  /** Every page of the crawl lies below this. */
  readonly prefix: string
}

/** Reports crawls that reach the same pages of one host with the same scrape options. Crawls that leave their host are skipped. */
export function findOverlaps(crawls: readonly CrawlFacts[], budget: WorkBudget): readonly Diagnostic[] {
  // Most crawls share their host with no other crawl, so their requests need not be compared.
  const hostOf = ({ crawl, start }: WithStart) => `${crawl.environment}\n${start.host}${start.port}`
  return [...groupBy(crawls.filter(staysOnHost), hostOf).values()]
    .filter((sharing) => sharing.length > 1)
    .flatMap((sharing) => [...groupBy(sharing.map(asCandidate), ({ group }) => group).values()])
    .flatMap((group) => (group.length > 1 ? compareGroup(group, budget) : []))
}

type WithStart = CrawlFacts & { readonly start: PageUrl }

function staysOnHost(facts: CrawlFacts): facts is WithStart {
  return facts.searchesOwnPaths && facts.start !== undefined && facts.settings.limit > 1
}

function asCandidate(facts: WithStart): Candidate {
  const { crawl, settings, start } = facts
  const prefix = settings.crawlEntireDomain ? '/' : childPath(start.path).prefix
  const group = canonicalJson(crawl.effective['scrapeOptions'] ?? {})
  return { facts, prefix, group }
}

/** Compares crawls sorted by prefix: a crawl overlaps only with those whose prefix its own begins with. */
function compareGroup(group: readonly Candidate[], budget: WorkBudget): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  const sorted = group.toSorted((a, b) => compareText(a.prefix, b.prefix))
  // By settings, which are equal for crawls that ask for the same.
  const first = new Map<string, Candidate>()
  const index = new PrefixIndex()
  for (const [at, candidate] of sorted.entries()) {
    const prefixes = new Set(includesOf(candidate.facts).flatMap((use) => use?.facts.prefixes ?? ['']))
    const settings = canonicalJson(candidate.facts.crawl.effective)
    const same = first.get(settings)
    const others = same === undefined ? index.near(prefixes).flatMap((other) => sorted[other] ?? []) : []
    const open = others.filter(({ prefix }) => candidate.prefix.startsWith(prefix))
    const found = same === undefined ? findOverlap(candidate, open, budget) : reportDuplicate(candidate, same)
    if (found !== undefined) diagnostics.push(found)
    first.set(settings, same ?? candidate)
    index.add(at, prefixes)
  }
  return diagnostics
}

function findOverlap(
  candidate: Candidate,
  others: readonly Candidate[],
  budget: WorkBudget,
): Diagnostic | undefined {
  for (const [index, other] of others.entries()) {
    if (!budget.spend(1 + Math.ceil((candidate.facts.includes.length * other.facts.includes.length) / 20))) {
      budget.skipped += others.length - index
      return undefined
    }
    const found = reportOverlap(candidate, other)
    if (found !== undefined) return found
  }
  return undefined
}

function reportDuplicate({ facts }: Candidate, { facts: other }: Candidate): Diagnostic {
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
  return { related: [{ message: 'the other crawl starts here', place: crawl.locate('/url') }] }
}

function sharedPath(one: CrawlFacts, other: CrawlFacts): string | undefined {
  const none = [...new Set([...one.excludes, ...other.excludes].map(({ source }) => source))]
  const texts = [includedTexts(one.settings), includedTexts(other.settings)]
  for (const a of includesOf(one)) {
    for (const b of includesOf(other)) {
      if (!mayBeginAlike(a, b)) continue
      const both = [a, b].flatMap((use) => use?.source ?? [])
      const answer = one.budget.findText({ all: [...new Set([...texts, ...both])], none })
      if (answer.kind === 'found') return answer.text
    }
  }
  return undefined
}

/** Without includes, any path will do. */
function includesOf({ includes }: CrawlFacts): readonly (PatternUse | undefined)[] {
  return includes.length === 0 ? [undefined] : includes
}

/** Nearly every pair of patterns ends here: no path of one begins like a path of the other. */
function mayBeginAlike(a: PatternUse | undefined, b: PatternUse | undefined): boolean {
  if (a === undefined || b === undefined) return true
  const { prefixes } = b.facts
  return a.facts.prefixes.some((one) =>
    prefixes.some((other) => one.startsWith(other) || other.startsWith(one)),
  )
}

/** Longer prefixes hardly separate more lists, and each of their characters takes an entry. */
const MOST_CHARACTERS = 48

/** Finds lists that have a prefix in common with given ones; either may be the shorter one. */
export class PrefixIndex {
  readonly #at = new Map<string, Set<number>>()
  readonly #below = new Map<string, Set<number>>()

  add(id: number, prefixes: Iterable<string>): void {
    for (const prefix of prefixes) {
      const cut = prefix.slice(0, MOST_CHARACTERS)
      put(this.#at, cut, id)
      for (let end = 0; end < cut.length; end++) put(this.#below, cut.slice(0, end), id)
    }
  }

  /** Returns, in ascending order, the lists with a prefix that begins with one of `prefixes`, or the other way round. */
  near(prefixes: Iterable<string>): readonly number[] {
    const found = new Set<number>()
    for (const prefix of prefixes) {
      const cut = prefix.slice(0, MOST_CHARACTERS)
      for (let end = 0; end <= cut.length; end++) addAll(found, this.#at.get(cut.slice(0, end)))
      addAll(found, this.#below.get(cut))
    }
    return [...found].toSorted((a, b) => a - b)
  }
}

function put(map: Map<string, Set<number>>, key: string, id: number): void {
  const ids = map.get(key)
  if (ids === undefined) map.set(key, new Set([id]))
  else ids.add(id)
}

function addAll(found: Set<number>, ids: ReadonlySet<number> | undefined): void {
  if (ids !== undefined) for (const id of ids) found.add(id)
}
