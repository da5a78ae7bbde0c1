import { plural } from '../util/plural.ts'
import { printable } from '../util/printable.ts'

/** The result of writing the pages of a crawl. */
export interface WrittenPages {
  /** Number of results in the index, also those without text. */
  readonly pages: number
  /** Number of duplicates that are left out. */
  readonly skipped: number
  /** Number of pages without text, which have no file. */
  readonly empty: number
  /** Those of them that came without Markdown at all, because the crawl's formats do not ask for it. */
  readonly unasked: number
  /** Number of pages from the service's cache. */
  readonly fromCache: number
  /** Pages with a warning of the service. */
  readonly warned: readonly { readonly url: string; readonly warning: string }[]
}

/** Warnings that are shown; a site that needs a browser needs it for each of its pages. */
const MOST_SHOWN = 3

/**
 * Returns the report of pages written to `directory`, each line with its ending. Warnings that `said` already contains are left
 * out.
 */
export function writtenText(crawl: string, written: WrittenPages, directory: string, said = ''): string {
  const { pages, empty, skipped } = written
  const leftOut = skipped === 0 ? '' : `, ${plural(skipped, 'duplicate')} left out`
  const warned = written.warned.filter(({ warning }) => !said.includes(warning))
  const hidden = warned.length - MOST_SHOWN
  const lines = [
    `${crawl}: ${plural(pages - empty, 'page')} written to ${directory}${leftOut}${withoutFile(written)}`,
    ...warned.slice(0, MOST_SHOWN).map(({ url, warning }) => `    warning: ${url}: ${warning}`),
    ...(hidden > 0 ? [`    and ${plural(hidden, 'more page')} with a warning`] : []),
  ]
  return lines.map((line) => `${printable(line)}\n`).join('')
}

function withoutFile({ empty, unasked }: WrittenPages): string {
  if (unasked > 0)
    return `; ${plural(unasked, 'page')} came without Markdown: "scrapeOptions.formats" does not ask for it`
  return empty === 0 ? '' : `; ${empty} without text ${empty === 1 ? 'has' : 'have'} no file`
}
