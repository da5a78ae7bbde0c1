import { compareDiagnostics } from '../diagnostics/diagnostic.ts'
import type { LoadedProject } from '../load/load.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { compareText } from '../util/compare-text.ts'

/** Returns `whole` with what `part`, a later load of some files, says about `files`. */
export function replaceFiles(
  whole: LoadedProject,
  part: LoadedProject,
  files: ReadonlySet<string>,
): LoadedProject {
  const crawls = (
    before: readonly ResolvedCrawl[],
    now: readonly ResolvedCrawl[],
  ): readonly ResolvedCrawl[] =>
    [
      ...before.filter(({ document }) => !files.has(document.file)),
      ...now.filter(({ document }) => files.has(document.file)),
    ].toSorted((a, b) => compareText(a.document.file, b.document.file))
  return {
    ...part,
    crawls: crawls(whole.crawls, part.crawls),
    resolved: crawls(whole.resolved, part.resolved),
    diagnostics: [
      ...whole.diagnostics.filter(({ file }) => !files.has(file)),
      ...part.diagnostics.filter(({ file }) => files.has(file)),
    ].toSorted(compareDiagnostics),
    sources: new Map([...whole.sources, ...part.sources]),
    fileCount: whole.fileCount,
  }
}
