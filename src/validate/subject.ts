import { diagnose } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, DiagnosticExtras, Fix, Place, RuleArgs, RuleId } from '../diagnostics/diagnostic.ts'
import { lineOf, type Part, type SourceDocument, sourceText } from '../document/source-document.ts'
import type { SchemaName } from '../schema/validators.ts'
import { isJsonObject, parentPointer, parsePointer, valueAt } from '../util/json.ts'
import type { Json, JsonPointer } from '../util/json.ts'
import { knownKey } from '../request/redact-secrets.ts'
import type { SchemaError } from '../schema/schema-error.ts'
import type { Setting } from '../schema/schema.ts'

/** A value that is checked against a schema, and where each part of it was written. */
export interface Subject {
  readonly schema: SchemaName
  readonly root: Json
  /** The file's text, if all of `root` was written in it. Without it no fix is offered. */
  readonly text: string | undefined
  readonly locate: (pointer: JsonPointer, part?: Part) => Place
}

/** Returns true when the member `key` of `value` is a mapping with a URL, as a request is. */
export function holdsUrl(value: unknown, key: string): boolean {
  const member = isJsonObject(value) ? value[key] : undefined
  return isJsonObject(member) && Object.hasOwn(member, 'url')
}

/** Returns the value as a message's subject: `"limit"`, `Item 2 of "formats"`. */
export function subjectName({ root }: Subject, pointer: JsonPointer): string {
  const tokens = parsePointer(pointer)
  const last = tokens.at(-1)
  if (last === undefined) return 'The file'
  // A mapping may have numbers as keys.
  if (!isIndex(last) || isJsonObject(valueAt(root, parentPointer(pointer)))) return `"${last}"`
  const list = tokens.findLast((token) => !isIndex(token) && !isListVerb(token))
  return list === undefined ? `Item ${Number(last) + 1}` : `Item ${Number(last) + 1} of "${list}"`
}

/** Returns the mapping at `pointer` as the one that has settings: `the request`, `"scrapeOptions"`, `a "json" format`. */
export function ownerName(subject: Subject, pointer: JsonPointer): string {
  if (pointer === '') return rootName(subject.schema)
  const tokens = parsePointer(pointer)
  const last = tokens.at(-1) ?? ''
  if (last === 'request') return 'the request'
  const kind = kindInList(tokens)
  const type = variantAt(subject, pointer)
  if (kind !== undefined)
    return type === undefined ? `the ${kind}` : `${/^[aeiou]/i.test(type) ? 'an' : 'a'} "${type}" ${kind}`
  if (isIndex(last)) return subjectName(subject, pointer).replace('Item', 'item')
  const parent = tokens.at(-2)
  if (parent === 'profiles') return `the profile "${last}"`
  if (parent === 'environments') return `the environment "${last}"`
  return `"${last}"`
}

function rootName(schema: SchemaName): string {
  if (schema === 'project') return 'the project file'
  return schema === 'crawl-v1' || schema === 'crawl-v2' ? 'a crawl file' : 'the request'
}

function kindInList(tokens: readonly string[]): 'format' | 'action' | 'parser' | undefined {
  if (!isIndex(tokens.at(-1) ?? '')) return undefined
  const list = tokens.findLast((token) => !isIndex(token) && !isListVerb(token))
  if (list === 'formats') return 'format'
  if (list === 'actions') return 'action'
  return list === 'parsers' ? 'parser' : undefined
}

/** Returns the `type` of a format, action or parser, or the `backend` of a state, which decides the keys that it may have. */
export function variantAt(subject: Subject, pointer: JsonPointer): string | undefined {
  const value = valueAt(subject.root, pointer)
  if (!isJsonObject(value)) return undefined
  const variant = value['type'] ?? value['backend']
  return typeof variant === 'string' ? variant : undefined
}

/** Describes the value in words. Texts are quoted only if they are short and cannot be secret. */
export function describeValue(value: unknown, pointer: JsonPointer): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (isSensitive(pointer)) return typeof value === 'string' ? 'a string' : `a ${typeof value}`
  if (typeof value === 'string') {
    if (value === '') return 'an empty string'
    if (knownKey(value) !== undefined || /:\/\/[^/?#\s]*@/.test(value)) return 'a string'
    return value.length > 40 || /[\n"]/.test(value) ? 'a string' : `"${value}"`
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value
}

/** Returns true where people keep secrets, whose values are never quoted. */
export function isSensitive(pointer: JsonPointer): boolean {
  return /\/headers\/[^/]+$|\/(?:apiKey|api_key|password|token|secret|cookie|authorization)$/i.test(pointer)
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
}

/** Returns JSON Schema types in words: "a string or a mapping". */
export function typeWords(types: readonly string[]): string {
  const words = [...new Set(types.map((type) => TYPE_WORDS[type] ?? type))]
  return words.length < 2
    ? (words[0] ?? 'another value')
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** Returns the key of the mapping at `pointer`, or the first line of one that has no key. */
export function headPlace(subject: Subject, pointer: JsonPointer): Place {
  const place = subject.locate(pointer, 'key')
  if (place.endLine === place.line || subject.text === undefined) return place
  const line = lineOf(subject.text, place.line)
  return { ...place, endLine: place.line, endColumn: Math.max(place.column, line.trimEnd().length + 1) }
}

function isIndex(token: string): boolean {
  return /^\d+$/.test(token)
}

function isListVerb(token: string): boolean {
  return token === 'append' || token === 'prepend' || token === 'remove'
}

/** Returns the first line with content, where a problem of the whole document is shown. */
export function firstLine(document: SourceDocument): Place {
  const { file, line, column } = document.locate('')
  const text = lineOf(document.text, line)
  const endColumn = Math.max(column, text.trimEnd().length + 1)
  return { file, line, column, endLine: line, endColumn }
}

/** A value that breaks its schema, and everything that an explanation needs. */
export interface BadValue {
  readonly subject: Subject
  readonly pointer: JsonPointer
  readonly value: Json
  /** The schema errors of the value itself, not of its parts. */
  readonly errors: readonly SchemaError[]
  readonly setting: Setting | undefined
  /** The value as the subject of a message, and its description after "found". */
  readonly name: string
  readonly found: string
  readonly place: Place
}

/** Returns a problem of the value; at another place than the value's own if `place` is given. */
export function reportValue<Id extends RuleId>(
  bad: BadValue,
  id: Id,
  args: RuleArgs[Id],
  { place = bad.place, ...extras }: DiagnosticExtras & { readonly place?: Place } = {},
): Diagnostic {
  return diagnose(id, args, place, extras)
}

export function wantedTypes(bad: BadValue): readonly string[] {
  if (bad.setting !== undefined) return bad.setting.types
  return bad.errors.flatMap(({ keyword, params }) => {
    if (keyword !== 'type') return []
    const { type } = params
    return Array.isArray(type) ? type.map(String) : [String(type)]
  })
}

/** Returns the edit that replaces the value, if the value is written in the file itself. */
export function replacement(bad: BadValue, text: string, description = `Write ${text}`): { fix?: Fix } {
  const written = sourceText(bad.subject, bad.place)
  // An alias refers to a value that other keys may share.
  if (written === undefined || written === '' || written.startsWith('*')) return {}
  return { fix: { description, edits: [{ place: bad.place, text }] } }
}
