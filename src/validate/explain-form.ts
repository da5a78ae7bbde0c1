import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { type JsonPointer, parsePointer } from '../util/json.ts'
import { type BadValue, isSensitive, reportValue } from './subject.ts'
import type { SchemaError } from '../schema/schema-error.ts'
import { formatDuration } from '../util/clock.ts'
import { plural } from '../util/text.ts'

const DURATION = 'a duration such as 12h, 7d or 1d12h'
const REFERENCE = 'a reference such as ${secret:NAME}'
const WEB_ADDRESS = 'a URL that starts with http:// or https://'

/** Descriptions of the texts whose form the schema gives as a regular expression, by the place of the text. */
const FORMS: readonly (readonly [place: RegExp, wanted: string, help?: string])[] = [
  [
    /\/name$/,
    'a crawl name; letters, digits, ".", "_" and "-" are allowed, beginning with a letter or digit',
    'Write a name such as docs-en.',
  ],
  [
    /\/(?:refresh|keep(?:Results|Unretained|Cache)|retryDelays\/\d+|embedded\/\w+\/timeout)$/,
    DURATION,
    'Write a number and s, m, h, d or w.',
  ],
  [/\/maxDrop$/, 'a share such as 20%', 'Write a number from 0 to 100 and "%".'],
  [
    /\/max(?:Removed|Changed)$/,
    'a number of pages, or a share such as 20%',
    'Write a number without quotes, or "%" right after a number from 0 to 100.',
  ],
  [/\/location\/country$/, 'a country code of two letters (ISO 3166-1), such as DE or US'],
  [
    /\/apiKey$/,
    REFERENCE,
    'Put the key into an environment variable, and name it: "${secret:FIRECRAWL_API_KEY}".',
  ],
  [
    /\/(?:password|secret)$/,
    REFERENCE,
    'Put the secret into an environment variable, and name it: "${secret:NAME}".',
  ],
  [/\/baseUrl$/, WEB_ADDRESS, 'Write it as "https://api.example.com".'],
  [
    /\/state\/(?:lockA|unlockA|a)ddress$/,
    WEB_ADDRESS,
    'Write it as "https://gitlab.example.com/api/v4/projects/7/terraform/state/crawls".',
  ],
  [
    /\/(?:black|white)list(?:\/\w+)?\/\d+$/,
    'a host name',
    'Write it like "ads.example.com", or "*.example.com" for all below it.',
  ],
  [/\/blockedTlds(?:\/\w+)?\/\d+$/, 'a top-level domain', 'Write it without a dot, like "zip".'],
  [/\/crawls\/\d+$/, 'a path inside the repository', 'Write it relative to crawlform.yaml, without "..".'],
  [/\/integration$/, 'the name of an integration that the service knows, or one that starts with "_"'],
  [/\/webhook(?:\/url)?$/, 'a whole URL', 'Write it with its scheme: "https://hooks.example.com/crawl".'],
]

function formAt(pointer: JsonPointer) {
  const [, wanted, help] = FORMS.find(([place]) => place.test(pointer)) ?? []
  return { wanted, help }
}

/** Explains a number where a text of another form is wanted, such as a duration or a share. */
export function explainBareNumber(bad: BadValue): Diagnostic | undefined {
  const { pointer, name: subject, value } = bad
  const wanted = formAt(pointer).wanted ?? ''
  const isDuration = wanted === DURATION
  if (typeof value !== 'number' || !(isDuration || pointer.endsWith('/maxDrop'))) return undefined
  const unit = !isDuration ? '%' : /\/(?:refresh|keep\w+)$/.test(pointer) ? 'd' : 's'
  const meant = unit === '%' && value > 0 && value < 1 ? Number((value * 100).toFixed(6)) : value
  return reportValue(bad, 'schema/bad-format', { subject, wanted, help: `Did you mean ${meant}${unit}?` })
}

/** Explains a text that the schema's regular expression does not match. */
export function explainForm(bad: BadValue): Diagnostic | undefined {
  const { pointer, name: subject, value } = bad
  const isForm = bad.errors.some(({ keyword }) => keyword === 'pattern' || keyword === 'format')
  if (typeof value !== 'string' || !isForm) return undefined
  const form = formAt(pointer)
  const isUrl = parsePointer(pointer).at(-1) === 'url' && !pointer.includes('/webhook/')
  const wanted = isUrl ? 'a URL' : (form.wanted ?? 'in the expected form')
  const help = isUrl ? urlHelp(value) : formHelp(form, value)
  const extras = isSensitive(pointer) ? ({ sensitive: true } as const) : {}
  return reportValue(bad, 'schema/bad-format', { subject, wanted, help }, extras)
}

function formHelp({ wanted, help }: ReturnType<typeof formAt>, value: string): string | undefined {
  const days = wanted === DURATION ? countedIn('days', value) : undefined
  if (days !== undefined) return `Write ${Number.isInteger(days) ? `${days}d` : `${days * 24}h`}.`
  return value.toUpperCase() === 'UK' && help === undefined ? 'The United Kingdom is GB.' : help
}

export const SEVERAL_STARTS = 'A crawl has one start URL; use "matrix" to write several crawls as one.'

function urlHelp(value: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) && !/^https?:/i.test(value))
    return 'Only http:// and https:// can be crawled.'
  if (/^[\u2018-\u201f\u00ab\u00bb\u0060\u00b4]/.test(value)) return 'Use straight quotes (") or no quotes.'
  if (/^\w+:\/\/\w+:\/\//.test(value)) return 'The scheme is written twice; keep one.'
  const urls = value.match(/https?:\/\/[^\s<>()"'`\],]+/gi) ?? []
  if (urls.length > 1) return SEVERAL_STARTS
  if (urls.length === 1 && !/^\s*http/i.test(value)) return `Write "${urls[0]}".`
  if (/\s/.test(value.trim())) return 'Write a space inside a URL as "%20".'
  const host = /^(?:https?:\/*|\/\/)([\w-]+(?:\.[\w-]+)+.*)$/i.exec(value)?.[1]
  if (host !== undefined) return `Write "https://${host}".`
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
  const { value, pointer } = bad
  const key = parsePointer(pointer).at(-1) ?? ''
  if (typeof value !== 'number') return undefined
  if (key === 'delay' && value > 60) {
    const args = { value, asWritten: formatDuration(value * 1000), seconds: value / 1000 }
    return reportValue(bad, 'limits/delay-milliseconds', args)
  }
  if (key === 'timeout' && value > 0 && value < 1000) {
    return reportValue(bad, 'limits/timeout-seconds', { value, milliseconds: value * 1000 })
  }
  return undefined
}

function explainFraction(bad: BadValue): Diagnostic | undefined {
  const { name: subject, found, errors } = bad
  const wantsWhole = errors.some(({ keyword, params }) => keyword === 'type' && params['type'] === 'integer')
  if (!wantsWhole || Number.isInteger(bad.value)) return undefined
  return reportValue(bad, 'schema/not-whole', { subject, found })
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
  const { name: subject, found, setting } = bad
  const error = bad.errors.find(({ keyword }) => keyword in COMPARISONS)
  if (error === undefined) return undefined
  const unit = MEASURES.has(setting?.unit ?? '') ? `, counted in ${setting?.unit}` : ''
  const bound = `${COMPARISONS[error.keyword]} ${String(error.params['limit'])} is allowed${unit}`
  const isUnlimited = /\/(?:limit|maxDiscoveryDepth)$/.test(bad.pointer) && Number(bad.value) < 0
  const help = isUnlimited || bad.value === 0 ? 'Leave the setting out for its default.' : undefined
  return reportValue(bad, 'schema/out-of-range', { subject, found, bound, help })
}

function explainSize(bad: BadValue): Diagnostic | undefined {
  const bound = bad.errors.map((error) => sizeBound(error, bad)).find((words) => words !== undefined)
  if (bound === undefined) return undefined
  const place = typeof bad.value === 'string' ? bad.place : bad.subject.locate(bad.pointer, 'key')
  return reportValue(bad, 'schema/wrong-size', { subject: bad.name, bound, help: sizeHelp(bad) }, { place })
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

/** Converts a text with a unit, such as `30s` or `2 days`, to `unit`; undefined if the result is not exact. */
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
