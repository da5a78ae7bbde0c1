import type { InlayHint, InlayHintParams, Position } from 'vscode-languageserver/node'
import { pagesAndCredits } from '../render/format-value.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { plural } from '../util/text.ts'
import type { OpenProject } from './open-project.ts'
import { sourceIn, type TextPlaces } from './text-places.ts'

/** Returns the worst case to show next to each `limit`: the most pages and credits of all crawls that it bounds. */
export function inlayHints(project: OpenProject, text: TextPlaces, { range }: InlayHintParams): InlayHint[] {
  const bounded = new Map<string, { readonly position: Position; readonly crawls: ResolvedCrawl[] }>()
  for (const crawl of project.crawlsOf(text.file)) {
    const origin = crawl.provenance.get('/limit')?.origin
    const source = origin === undefined ? undefined : sourceIn(origin, text.file)
    if (source === undefined) continue
    const position = text.range(source.document.locate(source.pointer, 'value')).end
    const key = `${position.line}:${position.character}`
    const limit = bounded.get(key) ?? { position, crawls: [] }
    limit.crawls.push(crawl)
    bounded.set(key, limit)
  }
  return [...bounded.values()]
    .filter(({ position: { line } }) => line >= range.start.line && line <= range.end.line)
    .map(({ position, crawls }) => ({ position, label: worstCase(crawls), paddingLeft: true }))
}

function worstCase(crawls: readonly ResolvedCrawl[]): string {
  const pages = crawls.reduce((sum, { scope }) => sum + scope.limit, 0)
  const credits = crawls.reduce((sum, { price }) => sum + price.credits, 0)
  const most = `at most ${pagesAndCredits(pages, credits)}`
  return crawls.length === 1 ? most : `${most} in ${plural(crawls.length, 'crawl')}`
}
