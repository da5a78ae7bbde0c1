import type { PlannedChange, PlannedDifference, PlannedOrigin } from '../plan/plan.ts'
import { valueAt } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'

/** How much of a plan to show: one line a crawl, the important settings, or every setting. */
export type PlanDetail = 'summary' | 'normal' | 'full'

/** One setting of a crawl in a plan. */
export interface SettingRow {
  readonly pointer: string
  readonly kind: 'same' | PlannedDifference['kind']
  readonly before?: Json
  readonly after?: Json
  readonly origin?: PlannedOrigin
}

export interface PlanRows {
  readonly rows: readonly SettingRow[]
  /** Settings that exist and that `rows` leaves out. */
  readonly hidden: number
}

/**
 * Returns the settings of a change to show. A new crawl shows all crawl settings and the scrape options that are set; a known
 * one shows the differences. `full` shows every setting.
 */
export function planRows(change: PlannedChange, detail: PlanDetail): PlanRows {
  if (change.action === 'forget') return { rows: [], hidden: 0 }
  const differences = new Map(
    ('differences' in change ? change.differences : []).map((difference) => [difference.pointer, difference]),
  )
  const rows: SettingRow[] = []
  let hidden = 0
  for (const pointer of settingOrder(change.origins, differences)) {
    const difference = differences.get(pointer)
    const origin = change.origins[pointer]
    if (difference !== undefined) rows.push(origin === undefined ? difference : { origin, ...difference })
    else if (origin === undefined) continue
    else if (detail === 'full' || (change.action === 'submit' && isTelling(pointer, origin))) {
      const after = valueAt(change.effective, pointer) as Json | undefined
      rows.push({ pointer, kind: 'same', origin, ...(after === undefined ? {} : { after }) })
    } else hidden += 1
  }
  return { rows, hidden }
}

/**
 * Returns whether to show a setting without `--full`: every crawl setting, and of the page settings only `maxAge` and those
 * that someone set.
 */
function isTelling(pointer: string, origin: PlannedOrigin): boolean {
  const isOfPages = pointer.startsWith('/scrapeOptions') && pointer !== '/scrapeOptions/maxAge'
  return !isOfPages || origin.kind !== 'default'
}

/** Orders settings: the start URL, what someone set, then defaults; within each, the plan's order. */
function settingOrder(
  origins: Readonly<Record<string, PlannedOrigin>>,
  differences: ReadonlyMap<string, PlannedDifference>,
): readonly string[] {
  const pointers = [...new Set([...Object.keys(origins), ...differences.keys()])]
  const rank = (pointer: string): number => {
    if (pointer === '/url') return 0
    return differences.has(pointer) || origins[pointer]?.kind !== 'default' ? 1 : 2
  }
  return pointers.toSorted((a, b) => rank(a) - rank(b))
}
