import type { InlayHint, InlayHintParams } from 'vscode-languageserver/node'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { pagesAndCredits } from '../render/describe-price.ts'
import { plural } from '../util/plural.ts'
import type { OpenProject } from './open-project.ts'
import { sourceIn } from './written-settings.ts'

/** Returns the worst case beside each `limit`: the pages and credits at most of all crawls that it bounds. */
export function inlayHints(project: OpenProject, { textDocument, range }: InlayHintParams): InlayHint[] {
  const text = project.textAt(textDocument.uri)
  if (text === undefined) return []
  const bounded = new Map<string, ResolvedCrawl[]>()
  const hints: InlayHint[] = []
  for (const crawl of project.crawlsOf(text.file)) {
    const origin = crawl.provenance.get('/limit')?.origin
    const source = origin === undefined ? undefined : sourceIn(origin, text.file)
    if (source === undefined) continue
    const { end } = text.range(source.document.locate(source.pointer, 'value'))
    const key = `${end.line}:${end.character}`
    const crawls = bounded.get(key)
    if (crawls !== undefined) {
      crawls.push(crawl)
      continue
    }
    bounded.set(key, [crawl])
    if (end.line >= range.start.line && end.line <= range.end.line)
      hints.push({ position: end, label: key, paddingLeft: true })
  }
  return hints.map((hint) => ({
    ...hint,
    label: worstCase(bounded.get(`${hint.position.line}:${hint.position.character}`) ?? []),
  }))
}

function worstCase(crawls: readonly ResolvedCrawl[]): string {
  const pages = crawls.reduce((sum, { worstCasePages }) => sum + worstCasePages, 0)
  const credits = crawls.reduce((sum, { price }) => sum + price.credits, 0)
  const most = `at most ${pagesAndCredits(pages, credits)}`
  return crawls.length === 1 ? most : `${most} in ${plural(crawls.length, 'crawl')}`
}
