import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { schemaAt } from '../schema/schema.ts'
import { joinPointer, type JsonPointer, valueAt } from '../util/json-pointer.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import { namesAt } from './explain-key.ts'
import type { Subject } from './subject.ts'

export interface Unindented {
  readonly diagnostics: readonly Diagnostic[]
  /** The empty keys and the keys that belong below them: together they are one mistake. */
  readonly reported: readonly JsonPointer[]
}

/** Returns the keys that are empty because their settings, on the lines that follow, are not indented. */
export function findUnindented(subject: Subject): Unindented {
  const diagnostics: Diagnostic[] = []
  const reported: JsonPointer[] = []
  const visit = (value: Json, pointer: JsonPointer, around: readonly Level[]): void => {
    if (!isJsonObject(value)) return
    const keys = Object.keys(value)
    for (const [at, key] of keys.entries()) {
      const below = joinPointer(pointer, key)
      const levels = [{ pointer, keys, from: at + 1 }, ...around]
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
      diagnostics.push(
        diagnose('schema/not-indented', args, subject.locate(below, 'key'), { pointer: below, covers }),
      )
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
  const here = namesAt(subject, pointer)
  const belongsBelow = (name: string): boolean => {
    if (here.includes(name)) return false
    if (
      inside.includes(name) ||
      suggest(
        name,
        inside.filter((known) => known !== '*'),
      ).length > 0
    )
      return true
    const value = valueAt(subject.root, joinPointer(pointer, name)) as Json
    return (
      inside.includes('*') && isOfType(value, schemaAt(subject.schema, joinPointer(below, name))?.types ?? [])
    )
  }
  let end = from
  while (end < keys.length && belongsBelow(keys[end] ?? '')) end++
  return keys.slice(from, end)
}

function isOfType(value: Json, types: readonly string[]): boolean {
  if (Array.isArray(value)) return types.includes('array')
  if (isJsonObject(value)) return types.includes('object')
  return types.includes(typeof value)
}
