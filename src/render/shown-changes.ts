import type { Plan, PlannedChange } from '../plan/plan.ts'
import { plural } from '../util/plural.ts'
import { actionWords } from './plan-words.ts'
import type { PlanDetail } from './plan-rows.ts'

/** With more changes than this a plan shows one line a crawl by default. */
const MOST_WITH_SETTINGS = 50
/** With more changes than this it lists only those that need attention. */
const MOST_LISTED = 1000
/** Every crawl may be one of these. */
const MOST_STOPPED = 100
/** Submissions that may fetch the most pages. */
const LARGEST = 10

export interface ShownChanges {
  readonly changes: readonly PlannedChange[]
  readonly detail: PlanDetail
  /** Describes the hidden changes and how to see them; undefined if all requested ones are shown. */
  readonly note: string | undefined
}

/**
 * Returns the changes of `plan` to show and how much of each. A very large plan shows only the changes that are hard to find:
 * blocked crawls, doubtful ones, and the largest. `summary` and `full` are requested by the user.
 */
export function shownChanges(plan: Plan, detail: PlanDetail): ShownChanges {
  const changes = plan.changes.filter((change) => detail === 'full' || !isQuiet(change))
  if (detail !== 'normal' || changes.length <= MOST_WITH_SETTINGS) return { changes, detail, note: undefined }
  if (changes.length <= MOST_LISTED) {
    return { changes, detail: 'summary', note: 'One line per crawl; --full shows all settings.' }
  }
  const stopped = changes.filter(isStopped).slice(0, MOST_STOPPED)
  const largest = changes
    .filter((change) => !isStopped(change))
    .toSorted((a, b) => pagesOf(b) - pagesOf(a))
    .slice(0, LARGEST)
  const listed = new Set([...stopped, ...largest])
  const left = plural(changes.length - listed.size, 'more crawl')
  return {
    changes: changes.filter((change) => listed.has(change)),
    detail: 'summary',
    note: `${left} not listed, none of them larger; --summary lists all, --full shows their settings.`,
  }
}

/** Returns whether a change needs no line: the crawl is unchanged, and its last job needs no attention. */
export function isQuiet({ action, reason }: PlannedChange): boolean {
  return action === 'keep' && reason === actionWords.keep.word
}

function isStopped({ action }: PlannedChange): boolean {
  return action === 'blocked' || action === 'in-doubt'
}

function pagesOf(change: PlannedChange): number {
  return change.action === 'forget' ? 0 : change.worstCasePages
}
