import type { PlannedChange } from '../plan/plan.ts'
import type { ChangeCounts } from '../state/recorded-state.ts'
import { plural } from '../util/plural.ts'

/** Returns when a crawl last ran, its pages and what changed: `2026-11-25T14:42Z: 412 pages, 3 added`; empty if it never ran. */
export function lastRunText({ last }: PlannedChange): string {
  if (last === undefined) return ''
  const { at, status, pages = 0, changes } = last
  // Seconds tell nobody anything.
  const time = at.replace(/(T\d\d:\d\d):[\d.]+Z$/, '$1Z')
  if (status === undefined || status === 'scraping') return `${time}: end not recorded`
  const end = status === 'completed' ? '' : `${status}, `
  return `${time}: ${end}${[plural(pages, 'page'), ...changeWords(changes)].join(', ')}`
}

function changeWords(changes: ChangeCounts | undefined): readonly string[] {
  if (changes === undefined) return []
  const kinds = ['added', 'removed', 'changed', 'moved'] as const
  const words = kinds.flatMap((kind) => (changes[kind] === 0 ? [] : [`${changes[kind]} ${kind}`]))
  return words.length === 0 ? ['no changes'] : words
}
