import type { PlannedOrigin, PlannedPrice, PlanSummary } from '../plan/plan.ts'
import { canonicalJson, isJsonObject, type Json, type JsonPointer, parsePointer } from '../util/json.ts'
import { diffLists } from '../util/diff.ts'
import { plural, printable } from '../util/text.ts'

/** Returns a value on one line: words bare, as YAML would have them; anything that could be misread in quotes. */
export function formatValue(value: Json): string {
  if (typeof value === 'string') return isPlainWord(value) ? printable(value) : quoted(value)
  if (Array.isArray(value)) return `[${value.map((item: Json) => formatValue(item)).join(', ')}]`
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${formatValue(key)}: ${formatValue(member)}`,
    )
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return JSON.stringify(value)
}

/** Quotes `text` as JSON does, and also escapes characters that a terminal must not see. */
function quoted(text: string): string {
  return `"${printable(text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`))}"`
}

function isPlainWord(text: string): boolean {
  if (text === '' || text.trim() !== text) return false
  if (/[\n\r\t]|^["'{[]|, |: |^(?:true|false|null|~)$/i.test(text)) return false
  return Number.isNaN(Number(text))
}

/** Returns a setting's name as people write it: `scrapeOptions.formats`, `webhook.headers["X-A.B"]`, `actions[0]`. */
export function settingName(pointer: JsonPointer): string {
  let name = ''
  for (const token of parsePointer(pointer)) {
    if (/^\d+$/.test(token)) name += `[${token}]`
    else if (/^[\w$-]+$/.test(token)) name += name === '' ? token : `.${token}`
    else name += `[${quoted(token)}]`
  }
  return name
}

export interface ListLine {
  readonly mark: '+' | '-' | ' '
  readonly text: string
}

const marks = { same: ' ', added: '+', removed: '-' } as const

/** Returns the difference of two lists item by item, with the unchanged neighbours of changed items. */
export function listDifference(before: readonly Json[], after: readonly Json[]): ListLine[] {
  const steps = diffLists(before, after, (item) => canonicalJson(item))
  const lines: ListLine[] = []
  let skipped = 0
  const flush = (): void => {
    if (skipped > 0) lines.push({ mark: ' ', text: `… ${plural(skipped, 'unchanged item')}` })
    skipped = 0
  }
  for (const [index, step] of steps.entries()) {
    const near = [steps[index - 1], step, steps[index + 1]]
    if (near.some((one) => one !== undefined && one.kind !== 'same')) {
      flush()
      lines.push({ mark: marks[step.kind], text: formatValue(step.item) })
    } else skipped += 1
  }
  flush()
  return lines
}

/** The words for origins whose kind does not name them. */
const originWords: Partial<Record<PlannedOrigin['kind'], string>> = {
  'project-defaults': 'project defaults',
  variable: 'env',
  migrated: 'migrated from',
  'prompt-lock': 'prompt lock',
  option: '--set',
}

/** Returns where a setting came from, in the words that every output uses. */
export function describeOrigin({ kind, name, file, line, note }: PlannedOrigin): string {
  const place = file && printable(file) + (line === undefined ? '' : `:${line}`)
  const remark = note === undefined ? '' : ` (${printable(note)})`
  if (kind === 'written') return (place ?? 'written') + remark
  const named = name === undefined || kind === 'option' ? '' : ` ${printable(name)}`
  const where = place === undefined ? '' : ` (${place})`
  return `${originWords[kind] ?? kind}${named}${where}${remark}`
}

/**
 * Describes the highest cost of a crawl, with the prices: `up to 500 credits; a page costs page 1 (default) + json 4 (default)`.
 */
export function describePrice({ credits, parts, unboundedPdf }: PlannedPrice): string {
  const sum = parts.map(
    ({ what, credits: each, origin }) =>
      `${what === 'page' && parts.length === 1 ? '' : `${what} `}${each} (${describeOrigin(origin)})`,
  )
  return [
    `up to ${plural(credits, 'credit')}`,
    ...(sum.length === 0 ? [] : [`a page costs ${sum.join(' + ')}`]),
    ...(unboundedPdf === undefined
      ? []
      : [`each further page of a PDF costs ${unboundedPdf} more, as no parser sets "maxPages"`]),
  ].join('; ')
}

/** Returns the most pages and credits of a plan. */
export function mostOfAll({ worstCasePages, worstCaseCredits }: PlanSummary): string {
  return pagesAndCredits(worstCasePages, worstCaseCredits)
}

/** Returns `20 pages`, or `20 pages, 100 credits` if the service charges credits. */
export function pagesAndCredits(pages: number, credits: number): string {
  return credits === 0 ? plural(pages, 'page') : `${plural(pages, 'page')}, ${plural(credits, 'credit')}`
}
