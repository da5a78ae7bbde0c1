import { diagnose, diagnoseFinding } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, Fix, Place } from '../diagnostics/diagnostic.ts'
import type { SourceDocument, Part } from '../document/source-document.ts'
import type { SchemaError } from '../schema/schema-error.ts'
import { schemaAt } from '../schema/schema.ts'
import { given, isJsonObject, isWithin, joinPointer, parsePointer, valueAt } from '../util/json.ts'
import type { Json, JsonPointer } from '../util/json.ts'
import { groupBy } from '../util/group-by.ts'
import { suggest } from '../util/suggest.ts'
import { wordSet } from '../util/word-set.ts'
import { explainUnknownKey, plainUnknownKey, namesAt } from './explain-key.ts'
import { explainValue, plainWrongValue } from './explain-value.ts'
import { headPlace, holdsUrl, ownerName, type Subject } from './subject.ts'
import { schemaErrors, type SchemaName } from '../schema/validators.ts'
import { findSecrets, findTemplates } from './find-in-texts.ts'
import { validateRequest } from '../request/request.ts'
import type { RequestProblem } from '../request/request-problem.ts'

/** The start of every form that `findTemplates` knows, also written with an escape. Patterns end in `$` for another reason. */
const MAY_HOLD_TEMPLATE = /\$[A-Z{\\]|\{\{/

/** Returns all problems visible in one file alone (schema, templates, secrets), each value once. */
export function findProblems(document: SourceDocument, schema: SchemaName): readonly Diagnostic[] {
  const subject: Subject = {
    schema,
    root: document.value,
    text: document.text,
    locate: (pointer, part) => document.locate(pointer, part),
  }
  // The version was checked before.
  const found = findSchemaProblems(subject, new Set(['/version']))
  const known = new Set(found.map(({ pointer }) => pointer ?? ''))
  if (MAY_HOLD_TEMPLATE.test(document.text)) found.push(...findTemplates(subject, known))
  // A secret in the wrong place must be covered too.
  const covered = new Set(
    found.flatMap(({ pointer, sensitive }) => (sensitive === true ? [pointer ?? ''] : [])),
  )
  found.push(...findSecrets(subject, covered))
  return found
}

/** One file never shows more than this, so guessing the meaning of further mistakes would be wasted. */
const MOST_EXPLAINED = 200

/** Returns one readable message for each mistake that the schema finds in `subject`. `skip` are keys that were already reported. */
export function findSchemaProblems(subject: Subject, skip: ReadonlySet<JsonPointer>): Diagnostic[] {
  return explainErrors(subject, schemaErrors(subject.schema, subject.root), skip)
}

/** Returns the same for given errors of the schema. */
function explainErrors(
  subject: Subject,
  errors: readonly SchemaError[],
  skip: ReadonlySet<JsonPointer>,
): Diagnostic[] {
  if (errors.length === 0) return []
  const { diagnostics, reported } = findUnindented(subject)
  const explained = new Set([...skip, ...reported])
  const covered = [...explained]
  const found: Diagnostic[] = [...diagnostics]
  for (const [pointer, group] of groupBy(errors, ({ instancePath }) => instancePath)) {
    if (covered.some((one) => isWithin(pointer, one))) continue
    if (found.length < MOST_EXPLAINED) found.push(...explainGroup(subject, pointer, group, explained))
    else found.push(...statePlainly(subject, pointer, group))
  }
  return found
}

function explainGroup(
  subject: Subject,
  pointer: JsonPointer,
  group: readonly SchemaError[],
  skip: ReadonlySet<JsonPointer>,
): Diagnostic[] {
  if (isMappingForList(subject, pointer)) return [explainValue(subject, pointer, group)]
  const found: Diagnostic[] = []
  const missing = new Set<string>()
  const unknown = new Set<string>()
  const own: SchemaError[] = []
  for (const error of group) {
    const { keyword, params } = error
    if (keyword === 'required') {
      const key = String(params['missingProperty'])
      if (!skip.has(joinPointer(pointer, key))) missing.add(key)
    } else if (keyword === 'additionalProperties') unknown.add(String(params['additionalProperty']))
    else if (keyword === 'propertyNames') unknown.add(String(params['propertyName']))
    else if (keyword === 'false schema') {
      const name = parsePointer(pointer).at(-1) ?? ''
      found.push(diagnose('schema/reserved-header', { name }, subject.locate(pointer, 'key')))
    } else if (keyword !== 'if' && keyword !== 'anyOf') own.push(error)
  }
  for (const key of unknown) {
    if (skip.has(joinPointer(pointer, key))) continue
    const explain = found.length < MOST_EXPLAINED ? explainUnknownKey : plainUnknownKey
    found.push(explain(subject, pointer, key))
  }
  found.push(...explainMissing(subject, pointer, missing, unknown))
  if (own.length > 0 && found.length === 0) found.push(explainValue(subject, pointer, own))
  return found
}

/** Returns one problem for each violation at a place, in time that does not depend on the number of settings. */
function statePlainly(subject: Subject, pointer: JsonPointer, group: readonly SchemaError[]): Diagnostic[] {
  return group.map(({ keyword, params }) =>
    keyword === 'additionalProperties'
      ? plainUnknownKey(subject, pointer, String(params['additionalProperty']))
      : plainWrongValue(subject, pointer),
  )
}

/** Returns true for a mapping where a list is expected, unless it is a list operation. */
function isMappingForList(subject: Subject, pointer: JsonPointer): boolean {
  const value = valueAt(subject.root, pointer)
  const keys = isJsonObject(value) ? Object.keys(value) : []
  if (keys.length === 0 || keys.some((key) => /^(?:append|prepend|remove|add)$/.test(key))) return false
  const types = schemaAt(subject.schema, pointer)?.types ?? []
  return types.includes('array') && !types.includes('object')
}

/** Explains missing keys, unless an unknown key is probably the missing one misspelt. */
function explainMissing(
  subject: Subject,
  pointer: JsonPointer,
  missing: ReadonlySet<string>,
  unknown: ReadonlySet<string>,
): Diagnostic[] {
  const owner = ownerName(subject, pointer)
  const value = valueAt(subject.root, pointer)
  const type = isJsonObject(value) ? value['type'] : undefined
  const place = headPlace(subject, pointer)
  const isMeant = (key: string): boolean =>
    [...unknown].some((other) => isMisspelling(other, key) || (key === 'request' && holdsUrl(value, other)))
  if (type === 'wait' && missing.has('milliseconds')) {
    if (isMeant('milliseconds') || isMeant('selector')) return []
    const args = { owner: owner.slice(0, 1).toUpperCase() + owner.slice(1) }
    return [diagnose('schema/nothing-to-wait-for', args, place)]
  }
  return [...missing]
    .filter((key) => !isMeant(key))
    .map((key) =>
      diagnose('schema/missing-key', { key, owner, help: missingHelp(key, pointer, value) }, place),
    )
}

/** Types that people write as keys. */
const kinds = wordSet(
  'wait click screenshot write press scroll scrape executeJavascript pdf json changeTracking attributes image',
)

function isMisspelling(written: string, key: string): boolean {
  if (suggest(written, [key]).length > 0) return true
  return key === 'url' && /url|seed|site|start|link|page$|^(?:path|href)$/i.test(written)
}

function missingHelp(key: string, pointer: JsonPointer, value: unknown): string | undefined {
  if (key === 'type' && isJsonObject(value)) {
    const [name, setting] = Object.entries(value)[0] ?? []
    if (name === 'wait' && typeof setting === 'number')
      return `Write "{ type: wait, milliseconds: ${setting} }".`
    if (name !== undefined && kinds.has(name)) return `Write "type: ${name}", and its settings next to it.`
  }
  if (key === 'url' && pointer === '/request') return 'Add "url:" with the page where the crawl starts.'
  if (key === 'request' && pointer === '') return 'Add "request:" with the settings of the crawl below it.'
  return undefined
}

/** Finds keys that are empty because their settings, on the lines that follow, are not indented. */
function findUnindented(subject: Subject) {
  const diagnostics: Diagnostic[] = []
  // The empty keys and the keys that belong below them: together they are one mistake.
  const reported: JsonPointer[] = []
  const visit = (value: Json, pointer: JsonPointer, outer: readonly Level[]): void => {
    if (!isJsonObject(value)) return
    const keys = Object.keys(value)
    for (const [at, key] of keys.entries()) {
      const below = joinPointer(pointer, key)
      const levels = [{ pointer, keys, from: at + 1 }, ...outer]
      if (value[key] !== null) {
        visit(value[key] ?? null, below, levels)
        continue
      }
      // After the last key of a mapping, its settings may follow at an outer level.
      const out = levels.findIndex((level) => level.from < level.keys.length)
      const level = levels[out]
      const beside = level === undefined ? [] : settingsBeside(subject, below, level)
      if (level === undefined || beside.length === 0) continue
      const covers = beside.map((name) => joinPointer(level.pointer, name))
      reported.push(below, ...covers)
      const args = {
        key,
        levels: out + 1,
        beside: beside.length > 3 ? [...beside.slice(0, 2), `${beside.length - 2} more`] : beside,
      }
      diagnostics.push(diagnose('schema/not-indented', args, subject.locate(below, 'key'), { covers }))
    }
  }
  visit(subject.root, '', [])
  return { diagnostics, reported }
}

/** A mapping, and the first of its keys that follow: a file may have many thousands of them. */
interface Level {
  readonly pointer: JsonPointer
  readonly keys: readonly string[]
  readonly from: number
}

/** Returns the following keys that belong into `below` and not at their level, up to the first that does not. */
function settingsBeside(
  subject: Subject,
  below: JsonPointer,
  { pointer, keys, from }: Level,
): readonly string[] {
  const inside = namesAt(subject, below)
  const names = inside.filter((known) => known !== '*')
  const here = namesAt(subject, pointer)
  const belongsBelow = (name: string): boolean => {
    if (here.includes(name)) return false
    if (suggest(name, names).length > 0) return true
    const value = valueAt(subject.root, joinPointer(pointer, name))
    const type = Array.isArray(value) ? 'array' : typeof value
    return (
      inside.includes('*') &&
      schemaAt(subject.schema, joinPointer(below, name))?.types.includes(type) === true
    )
  }
  let end = from
  while (end < keys.length && belongsBelow(keys[end] ?? '')) end++
  return keys.slice(from, end)
}

/** Where the settings of a request were written. */
export interface RequestPlaces {
  readonly locate: (pointer: JsonPointer, part?: Part) => Place
  /** Returns a fix that replaces `text` at `place` by `instead`. */
  readonly replace?: (place: Place, text: string, instead: string) => Fix | undefined
}

/** Returns what the request room finds in a final request of version 2, in which only secrets may still be templates. */
export function checkRequest(request: Json, places: RequestPlaces): readonly Diagnostic[] {
  const { errors, problems } = validateRequest(request, { references: true })
  const { locate } = places
  const subject: Subject = { schema: 'request-v2', root: request, text: undefined, locate }
  return [
    ...explainErrors(subject, errors, new Set()),
    ...problems.map((problem) => report(problem, request, places)),
  ]
}

function report(problem: RequestProblem, request: Json, { locate, replace }: RequestPlaces): Diagnostic {
  const { pointer, part, related, instead, sensitive } = problem
  const place = locate(pointer, part)
  const text = instead === undefined ? undefined : valueAt(request, pointer)
  const fix = typeof text === 'string' && instead !== undefined ? replace?.(place, text, instead) : undefined
  return diagnoseFinding(problem, place, {
    ...given({ fix, sensitive }),
    ...(related && { related: [{ message: related.message, place: locate(related.pointer) }] }),
  })
}
