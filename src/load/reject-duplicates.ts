import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'

/** Returns the crawls whose name no other crawl has, because nobody can know which of two was meant. */
export function rejectDuplicates(
  crawls: readonly ResolvedCrawl[],
  diagnostics: Diagnostic[],
): readonly ResolvedCrawl[] {
  const first = new Map<string, ResolvedCrawl>()
  const twice = new Set<string>()
  for (const crawl of crawls) {
    const other = first.get(crawl.name)
    if (other === undefined) {
      first.set(crawl.name, crawl)
      continue
    }
    twice.add(crawl.name)
    const sameDocument = other.document === crawl.document
    const args = { name: crawl.name, sameDocument }
    const related = sameDocument ? [] : [{ message: `"${crawl.name}" is also here`, place: nameOf(other) }]
    diagnostics.push(diagnose('project/duplicate-name', args, nameOf(crawl), { related }))
  }
  return twice.size === 0 ? crawls : crawls.filter((crawl) => !twice.has(crawl.name))
}

function nameOf({ spec, document }: ResolvedCrawl): Place {
  return document.locate(spec.name === undefined ? '' : '/name')
}
