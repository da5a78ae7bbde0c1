import { canonicalJson, given, joinPointer, type Json, type JsonObject } from '../util/json.ts'
import { countWords, padColumns, plural, printable } from '../util/text.ts'
import { formatValue } from './format-value.ts'
import type { SettingRow } from './plan-view.ts'
import { settingLines } from './render-plan-text.ts'
import { jsonReport, type Style } from './render.ts'

/** The change that `lock` makes, or would make, to one entry. */
export interface LockResult {
  readonly crawl: string
  readonly url: string
  readonly action: 'add' | 'update' | 'rename' | 'remove' | 'keep' | 'failed'
  readonly because: string
  /** The entry now; absent before the service was asked. */
  readonly options?: JsonObject
  readonly before?: JsonObject
  /** Generated settings that cannot be locked, and why. */
  readonly leftOut?: readonly { readonly setting: string; readonly value: Json; readonly because: string }[]
}

export interface LockReport {
  readonly environment: string
  /** True for a dry run, which asks and writes nothing. */
  readonly isCheck: boolean
  readonly isWritten: boolean
  readonly results: readonly LockResult[]
}

const ACTIONS = {
  add: ['+', 'green'],
  update: ['~', 'yellow'],
  rename: ['>', 'yellow'],
  remove: ['-', 'dim'],
  keep: ['=', 'dim'],
  failed: ['!', 'red'],
} as const

/** Returns each changed entry with its settings, then the next command. */
export function renderLockText(report: LockReport, style: Style): string {
  const shown = report.results.filter(({ action }) => action !== 'keep')
  const rows = shown.map(({ crawl }) => [printable(crawl)])
  const names = padColumns(rows, [40])
  const lines = shown.flatMap((result, index) => {
    const { action, url, because } = result
    const [symbol, tint] = ACTIONS[action]
    const cells = [style.bold(names[index]?.[0] ?? ''), printable(url), printable(because)]
    const head = `${style[tint](symbol)} ${cells.join('  ')}`
    return [head, ...entryLines(result, style), ...leftOutLines(result, style)]
  })
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), sentence(report)].join('\n')}\n`
}

/** Returns the settings of an entry, for an update with their changes. Absent before the service was asked. */
function entryLines({ before, options }: LockResult, style: Style): string[] {
  if (options === undefined) return []
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(options)])].toSorted()
  if (names.length === 0) return [style.dim('    no settings: nothing in the prompt can be set')]
  const rows = names.map((name) => {
    const values = given({ before: before?.[name], after: options[name] })
    return { pointer: joinPointer('', name), kind: before === undefined ? 'same' : kindOf(values), ...values }
  })
  return settingLines(rows, style)
}

function kindOf({ before, after }: Pick<SettingRow, 'before' | 'after'>): SettingRow['kind'] {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return canonicalJson(before) === canonicalJson(after) ? 'same' : 'changed'
}

function leftOutLines({ leftOut = [] }: LockResult, style: Style): string[] {
  return leftOut.map(
    ({ setting, value, because }) =>
      `    ${style.yellow('left out:')} ${printable(setting)} ${formatValue(value)}: ${because}`,
  )
}

function sentence({ results, isCheck, isWritten }: LockReport): string {
  const count = (action: LockResult['action']): number =>
    results.filter((result) => result.action === action).length
  const counts = countWords([
    [count('add') + count('update'), isCheck ? 'to lock' : 'locked'],
    [count('rename'), isCheck ? 'to rename' : 'renamed'],
    [count('remove'), isCheck ? 'to remove' : 'removed'],
    [count('failed'), 'failed'],
    [count('keep'), 'unchanged'],
  ])
  if (counts.length === 0) return 'No crawl has a prompt: there is nothing to lock.'
  const changes = results.length - count('keep')
  if (isCheck)
    return changes === 0
      ? `crawls.lock.json answers every prompt: ${plural(count('keep'), 'entry', 'entries')}.`
      : `crawls.lock.json is out of date: ${counts.join(', ')}. Run "crawlform lock".`
  return `${counts.join(', ')}.${isWritten ? ' Review crawls.lock.json and commit it.' : ' Nothing was written.'}`
}

export function renderLockJson({ environment, isCheck, isWritten, results }: LockReport): string {
  return jsonReport({ environment, check: isCheck, written: isWritten, results })
}
