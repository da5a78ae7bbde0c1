import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SchemaError } from '../schema/schema-error.ts'
import { formatDuration } from '../util/format-duration.ts'
import { parsePointer } from '../util/json-pointer.ts'
import { plural } from '../util/plural.ts'
import type { BadValue } from './bad-value.ts'

/** Explains a number, text or list that is too small or too large. */
export function explainBound(bad: BadValue): Diagnostic | undefined {
  const { value } = bad
  if (typeof value === 'number') return explainUnits(bad) ?? explainFraction(bad) ?? explainRange(bad)
  return explainSize(bad)
}

/** Explains a number that would be right in another unit. */
function explainUnits(bad: BadValue): Diagnostic | undefined {
  const { value, pointer, place } = bad
  const key = parsePointer(pointer).at(-1) ?? ''
  if (typeof value !== 'number') return undefined
  if (key === 'delay' && value > 60) {
    const args = { value, asWritten: formatDuration(value * 1000), seconds: value / 1000 }
    return diagnose('limits/delay-milliseconds', args, place, { pointer })
  }
  if (key === 'timeout' && value > 0 && value < 1000) {
    return diagnose('limits/timeout-seconds', { value, milliseconds: value * 1000 }, place, { pointer })
  }
  return undefined
}

function explainFraction(bad: BadValue): Diagnostic | undefined {
  const { value, pointer, place, name: subject, found } = bad
  const wantsWhole = bad.errors.some(
    ({ keyword, params }) => keyword === 'type' && params['type'] === 'integer',
  )
  if (!wantsWhole || Number.isInteger(value)) return undefined
  return diagnose('schema/not-whole', { subject, found }, place, { pointer })
}

const COMPARISONS: Readonly<Record<string, string>> = {
  minimum: 'at least',
  exclusiveMinimum: 'more than',
  maximum: 'at most',
  exclusiveMaximum: 'less than',
}

/** Units that a number alone does not show. */
const MEASURES: ReadonlySet<string> = new Set(['seconds', 'milliseconds', 'percent', 'pixels'])

function explainRange(bad: BadValue): Diagnostic | undefined {
  const { pointer, place, name: subject, found, setting } = bad
  const error = bad.errors.find(({ keyword }) => keyword in COMPARISONS)
  if (error === undefined) return undefined
  const unit = MEASURES.has(setting?.unit ?? '') ? `, counted in ${setting?.unit}` : ''
  const bound = `${COMPARISONS[error.keyword]} ${String(error.params['limit'])} is allowed${unit}`
  const key = parsePointer(pointer).at(-1)
  const isUnlimited = (key === 'limit' || key === 'maxDiscoveryDepth') && Number(bad.value) <= 0
  const isOff = Number(bad.value) === 0
  const help = isUnlimited || isOff ? 'Leave the setting out for its default.' : undefined
  return diagnose('schema/out-of-range', { subject, found, bound, help }, place, { pointer })
}

function explainSize(bad: BadValue): Diagnostic | undefined {
  const { pointer, name: subject } = bad
  for (const error of bad.errors) {
    const bound = sizeBound(error, bad)
    if (bound === undefined) continue
    const isText = typeof bad.value === 'string'
    const help = sizeHelp(bad)
    const place = isText ? bad.place : bad.subject.locate(pointer, 'key')
    return diagnose('schema/wrong-size', { subject, bound, help }, place, { pointer })
  }
  return undefined
}

function sizeHelp({ pointer, value }: BadValue): string | undefined {
  if (pointer.endsWith('/actions')) return 'Keep the first ones, or split the crawl.'
  const isEmpty = typeof value === 'object' && Object.keys(value ?? {}).length === 0
  return isEmpty ? 'Remove it, or add an item.' : undefined
}

function sizeBound({ keyword, params }: SchemaError, bad: BadValue): string | undefined {
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return limit === 1 ? 'is empty' : `has fewer than ${limit} items`
    case 'maxLength':
      return typeof bad.value === 'string'
        ? `has ${plural(bad.value.length, 'character')}; at most ${limit} are allowed`
        : undefined
    case 'maxItems':
    case 'maxProperties':
      return `has ${plural(Object.keys(bad.value ?? {}).length, 'item')}; at most ${limit} are allowed`
    case 'uniqueItems':
      return 'has the same item twice'
    default:
      return undefined
  }
}
