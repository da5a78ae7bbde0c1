import { plural } from '../util/plural.ts'

/** Returns `20 pages`, or `20 pages, 100 credits` if the service charges credits. */
export function pagesAndCredits(pages: number, credits: number): string {
  return credits === 0 ? plural(pages, 'page') : `${plural(pages, 'page')}, ${plural(credits, 'credit')}`
}
