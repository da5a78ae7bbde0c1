import type { TriedSitemap } from '../protocol/crawl-status.ts'
import type { ScopeReason } from '../scope/scope.ts'
import { groupBy } from '../util/group-by.ts'
import { compareText, errorAbout, plural, printable } from '../util/text.ts'
import { sitemapLine, queryCopiesText } from '../protocol/job-texts.ts'
import { jsonReport, type Style } from './render.ts'

interface PreviewPage {
  readonly url: string
  readonly depth: number
  readonly via: 'start' | 'sitemap' | 'link'
  /** The page whose link led here. */
  readonly from?: string
}

/** The pages that a crawl would reach. */
export interface PreviewView {
  readonly pages: readonly PreviewPage[]
  readonly skipped: readonly { readonly url: string; readonly reason: ScopeReason; readonly from?: string }[]
  readonly failed: readonly { readonly url: string; readonly error: string; readonly status?: number }[]
  /** Sitemaps that were tried, those with errors first. */
  readonly sitemaps: readonly TriedSitemap[]
  /** True when more URLs were left out than are listed. */
  readonly truncated: boolean
  /** Why the crawl reaches no more than its start URL. */
  readonly warning?: string
}

export interface PreviewTextOptions {
  readonly style: Style
  /** Show every URL that was left out instead of counts by reason. */
  readonly listsSkipped: boolean
  /** Show each page below the page that links to it instead of a flat list. */
  readonly isTree: boolean
}

/** Returns the pages that a crawl reaches, and how many URLs each rule left out. */
export function renderPreviewText(name: string, preview: PreviewView, options: PreviewTextOptions): string {
  const { pages, skipped, failed, sitemaps, truncated, warning } = preview
  const { style } = options
  const copies = countQueryCopies(pages)
  const lines = options.isTree
    ? treeLines(pages)
    : pages.map(({ url, depth }) => `${depth}  ${printable(url)}`)
  const skippedBy = [...groupBy(skipped, ({ reason }) => reason)].toSorted(([a], [b]) => compareText(a, b))
  const counts = skippedBy.map(([reason, { length }]) => `${length} ${reason}`)
  return [
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    ...failed.map(
      ({ url, error }) => `${style.red('failed')}  ${printable(url)}: ${printable(errorAbout(url, error))}`,
    ),
    ...sitemaps.map(sitemapLine),
    ...(options.listsSkipped
      ? skippedBy.flatMap(([reason, entries]) => [
          style.dim(`left out: ${reason}`),
          ...entries.map(({ url }) => `  ${printable(url)}`),
          '',
        ])
      : []),
    `${printable(name)} reaches ${plural(pages.length, 'page')}${failed.length === 0 ? '' : `, ${failed.length} failed`}.`,
    ...(counts.length === 0
      ? []
      : [`Left out: ${counts.join(', ')}${truncated ? ', and more not counted' : ''}.`]),
    ...(warning === undefined ? [] : [`${style.yellow('warning')}: ${printable(warning)}`]),
    ...(copies === 0
      ? []
      : [`${queryCopiesText(copies)}: set \`ignoreQueryParameters: true\` if they show the same.`]),
    '',
  ].join('\n')
}

/** Returns how many pages have the URL of another page with a query added. Their text is not known. */
function countQueryCopies(pages: readonly PreviewPage[]): number {
  const urls = new Set(pages.map(({ url }) => url))
  return pages.filter(({ url }) => {
    const [plain = url] = url.split('?', 1)
    return plain !== url && urls.has(plain)
  }).length
}

/** Indents each page below the page that led to it; pages without one are not indented. */
function treeLines(pages: readonly PreviewPage[]): string[] {
  const known = new Set(pages.map(({ url }) => url))
  const children = groupBy(pages, ({ url, from }) =>
    from !== undefined && known.has(from) && from !== url ? from : undefined,
  )
  const lines: string[] = []
  // Pages come in order of discovery, so a page's parent comes earlier and there is no cycle. A list replaces recursion,
  // because a chain of pages may be as long as a crawl.
  const waiting = (children.get(undefined) ?? []).map((page) => ({ page, level: 0 })).toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { page, level } = next
    lines.push(`${'  '.repeat(level)}${printable(page.url)}`)
    const below = (children.get(page.url) ?? []).map((child) => ({ page: child, level: level + 1 }))
    waiting.push(...below.toReversed())
  }
  return lines
}

export function renderPreviewJson(preview: PreviewView): string {
  const { pages, skipped, failed, sitemaps, truncated, warning = null } = preview
  return jsonReport({
    pages: pages.map(({ url, depth, via, from }) => ({ url, depth, via, from: from ?? null })),
    skipped: skipped.map(({ url, reason, from }) => ({ url, reason, from: from ?? null })),
    failed,
    sitemaps,
    truncated,
    warning,
    queryCopies: countQueryCopies(pages),
  })
}
