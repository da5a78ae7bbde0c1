import { plural } from './plural.ts'

/** Counts of pages that repeat other pages of their job. */
export interface Repeats {
  /** Pages that differ from another page only in the query of their URL. */
  readonly queryCopies?: number
  /** Pages whose `rel=canonical` names another page. */
  readonly canonicalCopies?: number
}

/** Returns advice about pages that repeat others, a clause each. */
export function summaryAdvice({ queryCopies = 0, canonicalCopies = 0 }: Repeats = {}): readonly string[] {
  const pages = plural(canonicalCopies, 'page')
  const canonical =
    canonicalCopies === 1
      ? `${pages} names another page as its canonical URL: --skip-duplicates leaves it out of the files`
      : `${pages} name another page as their canonical URL: --skip-duplicates leaves them out of the files`
  return [...queryAdvice(queryCopies), ...(canonicalCopies === 0 ? [] : [canonical])]
}

/** Returns the setting that keeps pages from being fetched again with a query; empty if none is. */
export function queryAdvice(copies = 0): readonly string[] {
  if (copies === 0) return []
  return [`${queryCopiesText(copies)}: set \`ignoreQueryParameters: true\``]
}

/** Returns `28 pages differ from another page only in their query`. */
export function queryCopiesText(copies: number): string {
  const differ = copies === 1 ? 'differs' : 'differ'
  return `${plural(copies, 'page')} ${differ} from another page only in ${copies === 1 ? 'its' : 'their'} query`
}
