import type { PageDocument } from '../protocol/crawl-status.ts'
import { printable } from '../util/printable.ts'

/** One line of `index.jsonl`. */
export interface PageEntry {
  readonly crawl: string
  readonly url: string
  readonly title?: string
  readonly status: number
  /** Relative to the index, with `/`; absent for a page without Markdown. */
  readonly file?: string
}

/** Returns a page as a Markdown file: front matter that says where it came from, then its text. */
export function renderPage(page: PageDocument): string {
  const { url, title, statusCode } = page.metadata
  const front = [
    '---',
    `url: ${yamlText(url)}`,
    ...(title === undefined ? [] : [`title: ${yamlText(title)}`]),
    `status: ${statusCode}`,
    '---',
  ]
  return `${front.join('\n')}\n\n${(page.markdown ?? '').trimEnd()}\n`
}

/** Returns a double-quoted scalar: JSON's form, with the line separators that YAML would fold escaped too. */
function yamlText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    // oxlint-disable-next-line no-control-regex
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function renderPageEntry(entry: PageEntry): string {
  const { crawl, url, title, status, file } = entry
  return `${JSON.stringify({ crawl, url, title, status, file })}\n`
}

/** Returns one line of a list of pages: crawl, status, URL, title. */
export function renderPageLine(crawl: string, { metadata }: PageDocument): string {
  const { statusCode, url, title } = metadata
  return `${[crawl, String(statusCode), url, title ?? '']
    .map((cell) => printable(cell))
    .join('  ')
    .trimEnd()}\n`
}
