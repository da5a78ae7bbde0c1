import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { parsePointer } from '../util/json-pointer.ts'
import { type BadValue, isSensitive } from './subject.ts'
import type { SchemaError } from '../schema/schema-error.ts'
import { formatDuration } from '../util/duration.ts'
import { plural } from '../util/plural.ts'

interface Form {
  readonly matches: RegExp
  readonly wanted: string
  readonly help?: string
}

const DURATION = 'a duration such as 12h, 7d or 1d12h'

/** Descriptions of the texts whose form the schema gives as a regular expression. */
const FORMS: readonly Form[] = [
  {
    matches: /\/name$/,
    wanted: 'a crawl name; letters, digits, ".", "_" and "-" are allowed, beginning with a letter or digit',
    help: 'Write a name such as docs-en.',
  },
  {
    matches: /\/(?:refresh|keep(?:Results|Unretained|Cache)|retryDelays\/\d+|embedded\/\w+\/timeout)$/,
    wanted: DURATION,
    help: 'Write a number and s, m, h, d or w.',
  },
  { matches: /\/maxDrop$/, wanted: 'a share such as 20%', help: 'Write a number from 0 to 100 and "%".' },
  {
    matches: /\/max(?:Removed|Changed)$/,
    wanted: 'a number of pages, or a share such as 20%',
    help: 'Write "%" right after a number from 0 to 100.',
  },
  {
    matches: /\/location\/country$/,
    wanted: 'a country code of two letters (ISO 3166-1), such as DE or US',
  },
  {
    matches: /\/apiKey$/,
    wanted: 'a reference such as ${secret:NAME}',
    help: 'Put the key into an environment variable, and name it: "${secret:FIRECRAWL_API_KEY}".',
  },
  {
    matches: /\/(?:password|secret)$/,
    wanted: 'a reference such as ${secret:NAME}',
    help: 'Put the secret into an environment variable, and name it: "${secret:NAME}".',
  },
  {
    matches: /\/baseUrl$/,
    wanted: 'a URL that starts with http:// or https://',
    help: 'Write it as "https://api.example.com".',
  },
  {
    matches: /\/state\/(?:lockA|unlockA|a)ddress$/,
    wanted: 'a URL that starts with http:// or https://',
    help: 'Write it as "https://gitlab.example.com/api/v4/projects/7/terraform/state/crawls".',
  },
  {
    matches: /\/(?:black|white)list(?:\/\w+)?\/\d+$/,
    wanted: 'a host name',
    help: 'Write it like "ads.example.com", or "*.example.com" for all below it.',
  },
  {
    matches: /\/blockedTlds(?:\/\w+)?\/\d+$/,
    wanted: 'a top-level domain',
    help: 'Write it without a dot, like "zip".',
  },
  {
    matches: /\/crawls\/\d+$/,
    wanted: 'a path inside the repository',
    help: 'Write it relative to crawlform.yaml, without "..".',
  },
  {
    matches: /\/integration$/,
    wanted: 'the name of an integration that the service knows, or one that starts with "_"',
  },
  {
    matches: /\/webhook(?:\/url)?$/,
    wanted: 'a whole URL',
    help: 'Write it with its scheme: "https://hooks.example.com/crawl".',
  },
]

/** Explains a number where a text of another form is wanted, such as a duration or a share. */
export function explainBareNumber({
  pointer,
  place,
  name: subject,
  value,
}: BadValue): Diagnostic | undefined {
  const form = FORMS.find(({ matches }) => matches.test(pointer))
  const isDuration = form?.wanted === DURATION
  if (typeof value !== 'number' || !(isDuration || pointer.endsWith('/maxDrop'))) return undefined
  const unit = !isDuration ? '%' : /\/(?:refresh|keep\w+)$/.test(pointer) ? 'd' : 's'
  const args = { subject, wanted: form?.wanted ?? '', help: `Did you mean ${value}${unit}?` }
  return diagnose('schema/bad-format', args, place, { pointer })
}

/** Explains a text that the schema's regular expression does not match. */
export function explainForm(bad: BadValue): Diagnostic | undefined {
  const { pointer, place, name: subject, value } = bad
  if (
    typeof value !== 'string' ||
    !bad.errors.some(({ keyword }) => keyword === 'pattern' || keyword === 'format')
  ) {
    return undefined
  }
  const isSecret = isSensitive(pointer)
  const extras = isSecret ? ({ pointer, sensitive: true } as const) : { pointer }
  if (parsePointer(pointer).at(-1) === 'url' && !pointer.includes('/webhook/')) {
    return diagnose('schema/bad-format', { subject, wanted: 'a URL', help: urlHelp(value) }, place, extras)
  }
  const form = FORMS.find(({ matches }) => matches.test(pointer))
  return diagnose(
    'schema/bad-format',
    { subject, wanted: form?.wanted ?? 'in the expected form', help: formHelp(form, value) },
    place,
    extras,
  )
}

function formHelp(form: Form | undefined, value: string): string | undefined {
  const days = form?.wanted === DURATION ? countedIn('days', value) : undefined
  if (days !== undefined) return `Write ${Number.isInteger(days) ? `${days}d` : `${days * 24}h`}.`
  return value.toUpperCase() === 'UK' && form?.help === undefined ? 'The United Kingdom is GB.' : form?.help
}

function urlHelp(value: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) && !/^https?:/i.test(value))
    return 'Only http:// and https:// can be crawled.'
  if (/^[\u2018-\u201f\u00ab\u00bb\u0060\u00b4]/.test(value)) return 'Use straight quotes (") or no quotes.'
  if (/^\w+:\/\/\w+:\/\//.test(value)) return 'The scheme is written twice; keep one.'
  if (/\s/.test(value.trim())) return 'Write a space inside a URL as "%20".'
  if (value.startsWith('/')) return 'Write the whole URL with its host, not only the path.'
  return 'Write it like "https://docs.example.com/".'
}

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

/** In milliseconds, by the names that people give them. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msecs?|millis|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, 1000],
  [/^(?:m|mins?|minutes?)$/, 60_000],
  [/^(?:h|hrs?|hours?)$/, 3_600_000],
  [/^(?:d|days?)$/, 86_400_000],
  [/^(?:w|weeks?)$/, 604_800_000],
]

/** Returns what a text with a unit, such as `30s` or `2 days`, is in `unit`; undefined where it is nothing exact. */
export function countedIn(unit: string, text: string): number | undefined {
  const [, amount = '', name = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)\.?$/i.exec(text.trim()) ?? []
  const word = name.toLowerCase()
  const isPlain = word === unit || `${word}s` === unit
  if (isPlain) return Number(amount)
  const milliseconds = UNITS.find(([form]) => form.test(word))?.[1]
  const counted = UNITS.find(([form]) => form.test(unit))?.[1]
  if (milliseconds === undefined || counted === undefined) return undefined
  const number = (Number(amount) * milliseconds) / counted
  return unit === 'milliseconds' && !Number.isInteger(number) ? undefined : number
}
