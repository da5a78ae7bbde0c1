import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { parsePointer } from '../util/json-pointer.ts'
import { isJsonObject } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import { type BadValue, replacement } from './bad-value.ts'

/** Explains a value that is not one of the allowed values. */
export function explainChoice(bad: BadValue): Diagnostic | undefined {
  const allowed = allowedValues(bad)
  if (allowed.length === 0) return undefined
  return explainSitemap(bad) ?? explainEvent(bad, allowed) ?? explainOther(bad, allowed)
}

function allowedValues(bad: BadValue): readonly string[] {
  const fromErrors = bad.errors.flatMap(({ keyword, params }) => {
    if (keyword === 'enum' && Array.isArray(params['allowedValues']))
      return params['allowedValues'].map(String)
    return keyword === 'const' ? [String(params['allowedValue'])] : []
  })
  return [...new Set(fromErrors)]
}

function explainSitemap(bad: BadValue): Diagnostic | undefined {
  const { value, pointer, place } = bad
  if (parsePointer(pointer).at(-1) !== 'sitemap') return undefined
  const isOn = value === true || value === 'true'
  if (!isOn && value !== false && value !== 'false') return undefined
  const name = isOn ? 'include' : 'skip'
  const fix = replacement(bad, name, `Write ${name}`)
  return diagnose('schema/old-sitemap', { value: isOn, name }, place, { pointer, ...fix })
}

function explainEvent(bad: BadValue, allowed: readonly string[]): Diagnostic | undefined {
  const { value, pointer, place } = bad
  if (typeof value !== 'string' || !/\/events\//.test(pointer)) return undefined
  const name = /^(?:batch_scrape|crawl|extract)\.(\w+)$/.exec(value)?.[1]
  if (name === undefined || !allowed.includes(name)) return undefined
  const fix = replacement(bad, name, `Write ${name}`)
  return diagnose('schema/event-name', { found: value, name }, place, { pointer, ...fix })
}

/** Formats of version 1 and of other tools, with their replacements. */
const OTHER_FORMATS: Readonly<Record<string, string>> = {
  'screenshot@fullPage': 'Write "{ type: screenshot, fullPage: true }".',
  extract: 'Write "{ type: json, schema: ... }".',
  content: 'Write "markdown" or "html".',
  text: 'Write "markdown".',
  raw: 'Write "rawHtml".',
  attributes: 'Write "{ type: attributes, selectors: [...] }".',
  question: 'Write "{ type: question, question: ... }".',
  highlights: 'Write "{ type: highlights, query: ... }".',
}

const OPTIONS_BESIDE =
  'Version 1 writes only the name here, and the options next to "formats" ("jsonOptions"); mappings need version 2.'

/** Returns advice for a `sitemap` that is switched by a word such as "on". */
function switchedSitemap({ pointer, value }: BadValue): string | undefined {
  if (parsePointer(pointer).at(-1) !== 'sitemap' || typeof value !== 'string') return undefined
  if (/^(?:off|no|none|never|ignore|exclude|disabled)$/i.test(value)) return 'Write "sitemap: skip".'
  return /^(?:on|yes|use|always|enabled)$/i.test(value) ? 'Write "sitemap: include".' : undefined
}

function explainOther(bad: BadValue, allowed: readonly string[]): Diagnostic {
  const { value, pointer, place, name: subject, found } = bad
  const text = typeof value === 'string' ? value : ''
  const same = allowed.find((name) => name.toLowerCase() === text.toLowerCase())
  const short = text.length > 2 ? allowed.find((name) => name.startsWith(text)) : undefined
  const near = short ?? suggest(text, allowed)[0]
  const isFormat = /\/formats\/\d+(?:\/type)?$/.test(pointer)
  const other = isFormat && Object.hasOwn(OTHER_FORMATS, text) ? OTHER_FORMATS[text] : undefined
  const isOldForm = isFormat && bad.subject.schema === 'crawl-v1' && isJsonObject(value)
  const help =
    other ??
    (isOldForm ? OPTIONS_BESIDE : undefined) ??
    switchedSitemap(bad) ??
    (near === undefined ? undefined : `Did you mean "${near}"?`)
  const fix = same === undefined ? {} : replacement(bad, same, `Write ${same}`)
  return diagnose(
    'schema/not-allowed',
    { subject, found, allowed: listAllowed(allowed, near), help },
    place,
    {
      pointer,
      ...fix,
    },
  )
}

function listAllowed(allowed: readonly string[], near: string | undefined): string {
  if (allowed.length === 1) return `only ${allowed[0]} is allowed`
  if (allowed.length <= 5) return `allowed are ${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)}`
  const shown = [...new Set([...(near === undefined ? [] : [near]), ...allowed])].slice(0, 5)
  return `allowed are ${shown.join(', ')} and ${allowed.length - shown.length} others`
}
