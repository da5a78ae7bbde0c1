import type { Fix, Place } from '../diagnostics/diagnostic.ts'
import type { SchemaError } from '../schema/schema-error.ts'
import type { Setting } from '../schema/setting.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'
import { sourceText, type Subject } from './subject.ts'

/** A value that breaks its schema, and everything that an explanation needs. */
export interface BadValue {
  readonly subject: Subject
  readonly pointer: JsonPointer
  readonly value: Json
  /** What the schema says of the value itself, not of its parts. */
  readonly errors: readonly SchemaError[]
  readonly setting: Setting | undefined
  /** The value as a message's subject, and as what was found. */
  readonly name: string
  readonly found: string
  readonly place: Place
}

/** Returns the types the value may have. */
export function wantedTypes(bad: BadValue): readonly string[] {
  if (bad.setting !== undefined) return bad.setting.types
  return bad.errors.flatMap(({ keyword, params }) => {
    if (keyword !== 'type') return []
    const { type } = params
    return Array.isArray(type) ? type.map(String) : [String(type)]
  })
}

/** Returns the edit that replaces the value, if the value is written in the file itself. */
export function replacement(bad: BadValue, text: string, description: string): { fix?: Fix } {
  const written = sourceText(bad.subject, bad.place)
  // An alias refers to a value that other keys may share.
  if (written === undefined || written === '' || written.startsWith('*')) return {}
  return { fix: { description, edits: [{ place: bad.place, text }] } }
}
