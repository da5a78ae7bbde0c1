import { compareDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { crawlFacts } from './crawl-facts.ts'
import { lintCrawl } from './lint-crawl.ts'
import { findOverlaps } from './rules/overlapping-crawls.ts'

/** What is only seen when crawls are looked at together: two that ask for the same, or reach the same pages. */
export function lintProject(crawls: readonly ResolvedCrawl[]): readonly Diagnostic[] {
  return findOverlaps(crawls.map((crawl) => crawlFacts(crawl)))
}

/**
 * Everything that lint has to say about `crawls`, in the order in which diagnostics are shown. What several crawls have
 * from one place, such as a pattern of a profile or a line of a matrix, is said once.
 */
export function lintCrawls(crawls: readonly ResolvedCrawl[]): readonly Diagnostic[] {
  const said = new Set<string>()
  const all = [...crawls.flatMap((crawl) => lintCrawl(crawl)), ...lintProject(crawls)]
  return all.toSorted(compareDiagnostics).filter((diagnostic) => {
    const { rule, file, line, column, message } = diagnostic
    // The cells of a matrix may fail one test line in several ways.
    const key = `${rule}\n${file}\n${line}\n${column}\n${rule.startsWith('tests/') ? message : ''}`
    const isNew = !said.has(key)
    said.add(key)
    return isNew
  })
}
