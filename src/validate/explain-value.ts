import { diagnose, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import type { SchemaError } from '../schema/schema-error.ts'
import { schemaAt } from '../schema/schema.ts'
import { isJsonObject, parentPointer, parsePointer, pointersAround, valueAt } from '../util/json.ts'
import type { Json, JsonPointer } from '../util/json.ts'
import {
  replacement,
  wantedTypes,
  describeValue,
  isSensitive,
  reportValue,
  subjectName,
  typeWords,
  variantAt,
} from './subject.ts'
import type { BadValue, Subject } from './subject.ts'
import { lineOf, sourceText } from '../document/source-document.ts'
import { explainBareNumber, explainForm, countedIn, explainBound, SEVERAL_STARTS } from './explain-form.ts'
import { knownKey } from '../request/redact-secrets.ts'
import { placeholderProblem } from './find-in-texts.ts'
import { suggest } from '../util/suggest.ts'
import { plural } from '../util/text.ts'
import { yamlText } from '../document/yaml-text.ts'

/** Explains in one message the problem of the value at `pointer`, guided by its likely meaning. */
export function explainValue(
  subject: Subject,
  pointer: JsonPointer,
  errors: readonly SchemaError[],
): Diagnostic {
  const value = (valueAt(subject.root, pointer) ?? null) as Json
  const variants = pointersAround(parentPointer(pointer)).map((at) => variantAt(subject, at))
  const bad: BadValue = {
    subject,
    pointer,
    value,
    errors,
    setting: schemaAt(
      subject.schema,
      pointer,
      variants.find((variant) => variant !== undefined),
    ),
    name: subjectName(subject, pointer),
    found: describeValue(value, pointer),
    place: subject.locate(pointer, 'value'),
  }
  return (
    explainNull(bad) ??
    placeholderProblem(bad) ??
    explainChoice(bad) ??
    explainText(bad) ??
    explainList(bad) ??
    explainNumber(bad) ??
    explainBound(bad) ??
    explainForm(bad) ??
    explainType(bad)
  )
}

/** Explains the same without guessing the meaning. */
export function plainWrongValue(subject: Subject, pointer: JsonPointer): Diagnostic {
  const found = describeValue(valueAt(subject.root, pointer), pointer)
  const args = { subject: subjectName(subject, pointer), found, wanted: typeWords([]), help: undefined }
  return diagnose('schema/wrong-type', args, subject.locate(pointer))
}

function explainNull(bad: BadValue): Diagnostic | undefined {
  if (bad.value !== null) return undefined
  const place = bad.subject.locate(bad.pointer, 'key')
  const isSecret = isSensitive(bad.pointer)
  const args = {
    subject: bad.name,
    isBareDash: sourceText(bad.subject, place) === '-',
    comment: isSecret ? undefined : commentAfter(bad.subject, place),
  }
  return reportValue(bad, 'schema/null-value', args, { place })
}

/** Returns the comment or anchor in the place of a missing value, if it may be meant as the value: `#main`. */
function commentAfter({ text }: Subject, { endLine, endColumn }: Place): string | undefined {
  const line = text === undefined ? undefined : lineOf(text, endLine).slice(endColumn - 1)
  const comment = line === undefined ? undefined : /^:?\s*([#&][^\s#][^"\n]{0,58}?)\s*$/.exec(line)?.[1]
  return comment === undefined || knownKey(comment) !== undefined ? undefined : comment
}

/** Explains a text that looks like a number or boolean, where one of those is wanted. */
function explainText(bad: BadValue): Diagnostic | undefined {
  const { value, name: subject } = bad
  const types = wantedTypes(bad)
  if (types.includes('boolean') && !types.includes('string')) {
    const meant = meantBoolean(value)
    if (meant === undefined) return undefined
    const args = { subject, found: bad.found, value: meant }
    return reportValue(bad, 'schema/quoted-boolean', args, replacement(bad, String(meant)))
  }
  if (typeof value !== 'string') return undefined
  if (types.includes('string') || !types.some((type) => type === 'number' || type === 'integer'))
    return undefined
  const number = value.trim()
  if (!/^-?\d+(?:\.\d+)?$/.test(number)) return undefined
  if (!types.includes('number') && number.includes('.'))
    return reportValue(bad, 'schema/not-whole', { subject, found: bad.found })
  const fix = replacement(bad, number, `Write ${number} without quotes`)
  return reportValue(bad, 'schema/quoted-number', { subject, number }, fix)
}

function meantBoolean(value: Json): boolean | undefined {
  if (typeof value === 'object') return undefined
  const text = String(value).trim().toLowerCase()
  if (/^(?:true|yes|y|on|1|enabled)$/.test(text)) return true
  return /^(?:false|no|n|off|0|disabled)$/.test(text) ? false : undefined
}

/** Explains one value, or several in one text, where a list is wanted. */
function explainList(bad: BadValue): Diagnostic | undefined {
  const { value, pointer, name: subject } = bad
  const types = wantedTypes(bad)
  if (!types.includes('array') || types.includes('string')) return undefined
  if (typeof value === 'string') {
    if (value.trim() === '' || isSensitive(pointer) || knownKey(value) !== undefined) return undefined
    if (/^[-–—•]/.test(value))
      return reportValue(bad, 'schema/not-a-list', { subject, list: '"- " before each item, with a space' })
    const parts = value.split(/[,\n]/).map((part) => part.trim())
    // A comma between braces or brackets belongs to a pattern or a selector.
    const isSeveral = parts.length > 1 && !/[[\](){}]/.test(value)
    const items = isSeveral ? parts.filter((part) => part !== '') : [value]
    // A value that is not in the file was typed on the command line, as JSON.
    const list =
      bad.subject.text === undefined ? JSON.stringify(items) : `[${items.map(yamlText).join(', ')}]`
    const id = isSeveral ? 'schema/comma-list' : 'schema/not-a-list'
    return reportValue(bad, id, { subject, list }, replacement(bad, list))
  }
  if (!isJsonObject(value) || typeof value['type'] !== 'string') return undefined
  return reportValue(bad, 'schema/not-a-list', { subject, list: 'it as an item, after "- "' })
}

/** Explains a number or boolean where a text is wanted. */
function explainNumber(bad: BadValue): Diagnostic | undefined {
  const { value, name: subject, found } = bad
  const types = wantedTypes(bad)
  if (typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const bare = explainBareNumber(bad)
  if (bare !== undefined) return bare
  const isText =
    bad.errors.some(({ keyword }) => keyword === 'type') &&
    types.includes('string') &&
    types.every((type) => type === 'string' || type === 'object')
  if (!isText) return undefined
  const text = JSON.stringify(sourceText(bad.subject, bad.place) ?? String(value))
  const args = { subject, found, text: isSensitive(bad.pointer) ? undefined : text }
  return reportValue(bad, 'schema/unquoted-text', args, replacement(bad, text, 'Put it in quotes'))
}

function explainType(bad: BadValue): Diagnostic {
  const types = wantedTypes(bad)
  const args = { subject: bad.name, found: bad.found, wanted: typeWords(types), help: typeHelp(bad, types) }
  const isLarge = typeof bad.value === 'object'
  return reportValue(bad, 'schema/wrong-type', args, {
    place: isLarge ? bad.subject.locate(bad.pointer, 'key') : bad.place,
  })
}

function typeHelp(bad: BadValue, types: readonly string[]): string | undefined {
  const { value, pointer, setting } = bad
  const last = parsePointer(pointer).at(-1)
  if (Array.isArray(value) && last === 'url') return SEVERAL_STARTS
  if (last === 'waitFor' && typeof value === 'string' && /^[#.[][^']*$/.test(value))
    return `To wait for an element, write "actions: [{ type: wait, selector: '${value}' }]".`
  if (last === 'location' && typeof value === 'string')
    return 'Write "{ country: DE }", with the code of the country.'
  if (last === 'sitemap' && types.includes('boolean') && typeof value === 'string')
    return 'In version 1 it is true or false; the words need version 2. Run "crawlform migrate".'
  if (types.includes('object') && !isJsonObject(value)) return mappingHelp(pointer, value)
  if (types.includes('array') && isJsonObject(value)) return 'Write a list: "- " before each item.'
  const isText = isJsonObject(value) && Object.values(value).filter((member) => member !== null).length < 2
  if (types.includes('string') && isText) return 'Put the text in quotes if it contains "{" or ": ".'
  if (/^\/matrix\/[^/]+\/\d+$/.test(pointer))
    return 'Write values that belong together in "include", as one mapping for each crawl.'
  const isNumeric = types.some((type) => type === 'number' || type === 'integer')
  if (!isNumeric || typeof value !== 'string') return undefined
  if (value.includes('${secret:')) return 'Secrets are texts; write the number, or "${env:NAME}".'
  if (/^(?:|unlimited|infinite|infinity|none|all|max|-)$/i.test(value.trim())) {
    return 'Leave the setting out for its default.'
  }
  const grouped = /^\d{1,3}(?:[_,. ]?\d{3})+$/.test(value) ? value.replaceAll(/\D/g, '') : undefined
  if (grouped !== undefined) return `Write only digits: ${grouped}.`
  if (/^\d+,\d+$/.test(value) && types.includes('number')) return `Write ${value.replace(',', '.')}.`
  if (/^\d+k$/i.test(value)) return `Write only digits: ${value.slice(0, -1)}000.`
  const unit = setting?.unit
  if (/^\d/.test(value) && unit !== undefined) {
    const number = countedIn(unit, value)
    return number === undefined
      ? `Write only the number; it is counted in ${unit}.`
      : `Write ${number}; it is counted in ${unit}.`
  }
  return /^[\d_,. ]+k?$/i.test(value) ? 'Write only digits.' : undefined
}

/** Mappings that people write as a list or a text, and how to write them. */
const MAPPINGS: Readonly<Record<string, string>> = {
  request: 'Write its settings below it, each as "name: value": "url: https://docs.example.com/".',
  matrix: 'Give each list a name: "matrix: { locale: [en, de] }".',
  tests: 'Write "in:" and "out:" below it, each with a list of pages.',
  expect: 'Write for example "expect: { minPages: 100 }".',
  headers: 'Write each header as "Name: value", without "- ".',
  metadata: 'Write each as "name: value", without "- ".',
}

function mappingHelp(pointer: JsonPointer, value: Json): string | undefined {
  const name = parsePointer(pointer).at(-1) ?? ''
  if (name === 'budget' && typeof value === 'number') return `Write "budget: { pages: ${value} }".`
  if (name === 'state' && typeof value === 'string') return `Write "state: { backend: ${value} }".`
  if (/^\/environments\/[^/]+$/.test(pointer) && typeof value === 'string')
    return 'Write its settings below it: "baseUrl: https://api.example.com", or "service: embedded".'
  const known = Object.hasOwn(MAPPINGS, name) ? MAPPINGS[name] : undefined
  return known ?? (Array.isArray(value) ? 'Write "name: value" on each line, without "- ".' : undefined)
}

function explainChoice(bad: BadValue): Diagnostic | undefined {
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
  const { value, pointer } = bad
  if (parsePointer(pointer).at(-1) !== 'sitemap') return undefined
  const isOn = value === true || value === 'true'
  if (!isOn && value !== false && value !== 'false') return undefined
  const name = isOn ? 'include' : 'skip'
  return reportValue(bad, 'schema/old-sitemap', { value: isOn, name }, replacement(bad, name))
}

function explainEvent(bad: BadValue, allowed: readonly string[]): Diagnostic | undefined {
  const { value, pointer } = bad
  if (typeof value !== 'string' || !/\/events\//.test(pointer)) return undefined
  const name = /^(?:batch_scrape|crawl|extract)\.(\w+)$/.exec(value)?.[1]
  if (name === undefined || !allowed.includes(name)) return undefined
  return reportValue(bad, 'schema/event-name', { found: value, name }, replacement(bad, name))
}

/** Formats of version 1 and of other tools, with their replacements. */
const OTHER_FORMATS: Readonly<Record<string, string>> = {
  'screenshot@fullPage': 'Write "{ type: screenshot, fullPage: true }".',
  extract: 'Write "{ type: json, schema: ... }".',
  content: 'Write "markdown" or "html".',
  text: 'Write "markdown".',
  md: 'Write "markdown".',
  pdf: 'PDF files are read by default; "parsers" next to "formats" decides it.',
  raw: 'Write "rawHtml".',
  attributes: 'Write "{ type: attributes, selectors: [...] }".',
  question: 'Write "{ type: question, question: ... }".',
  highlights: 'Write "{ type: highlights, query: ... }".',
}

const OPTIONS_BESIDE =
  'Version 1 writes only the name here, and the options next to "formats" ("jsonOptions"); mappings need version 2.'

/** Returns advice for a `sitemap` that is switched by a word such as "on", or names the file. */
function switchedSitemap({ pointer, value }: BadValue): string | undefined {
  if (parsePointer(pointer).at(-1) !== 'sitemap') return undefined
  if (Array.isArray(value) || (typeof value === 'string' && /\/|\.xml/.test(value)))
    return 'Write "sitemap: include": sitemaps are found through robots.txt and at /sitemap.xml.'
  if (typeof value !== 'string') return undefined
  if (/^(?:off|no|none|never|ignore|exclude|disabled)$/i.test(value)) return 'Write "sitemap: skip".'
  return /^(?:on|yes|use|always|enabled)$/i.test(value) ? 'Write "sitemap: include".' : undefined
}

function explainOther(bad: BadValue, allowed: readonly string[]): Diagnostic {
  const { value, pointer, name: subject, found } = bad
  const text = typeof value === 'string' ? value : ''
  const same = allowed.find((name) => name.toLowerCase() === text.toLowerCase())
  const short = text.length > 2 ? allowed.find((name) => name.startsWith(text)) : undefined
  const near = short ?? suggest(text, allowed)[0]
  const isFormat = /\/formats\/\d+(?:\/type)?$/.test(pointer)
  const other = isFormat && Object.hasOwn(OTHER_FORMATS, text) ? OTHER_FORMATS[text] : undefined
  const isOldForm = isFormat && bad.subject.schema === 'crawl-v1' && isJsonObject(value)
  const help =
    joinedItems(pointer, text, allowed) ??
    other ??
    (isOldForm ? OPTIONS_BESIDE : undefined) ??
    switchedSitemap(bad) ??
    (near === undefined ? undefined : `Did you mean "${near}"?`)
  const args = { subject, found, allowed: listAllowed(allowed, near), help }
  return reportValue(bad, 'schema/not-allowed', args, same === undefined ? {} : replacement(bad, same))
}

/** Returns advice for an item that is several allowed values in one text: `markdown,html`. */
function joinedItems(pointer: JsonPointer, text: string, allowed: readonly string[]): string | undefined {
  const parts = text.split(/[\s,;|+]+/).filter((part) => part !== '')
  if (parts.length < 2 || !/\/\d+$/.test(pointer) || !parts.every((part) => allowed.includes(part)))
    return undefined
  return `Write each as an item of the list: ${parts.map(yamlText).join(', ')}.`
}

function listAllowed(allowed: readonly string[], near: string | undefined): string {
  if (allowed.length === 1) return `only ${allowed[0]} is allowed`
  if (allowed.length <= 5) return `allowed are ${allowed.slice(0, -1).join(', ')} and ${allowed.at(-1)}`
  const shown = [...new Set([...(near === undefined ? [] : [near]), ...allowed])].slice(0, 5)
  return `allowed are ${shown.join(', ')} and ${plural(allowed.length - shown.length, 'other')}`
}
