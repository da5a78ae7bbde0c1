import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { schemaAt } from '../schema/settings.ts'
import { joinPointer, type JsonPointer, valueAt } from '../util/json-pointer.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import { namesAt } from './explain-key.ts'
import type { Subject } from './subject.ts'

export interface Unindented {
  readonly diagnostics: readonly Diagnostic[]
  /** The empty keys, and those that stand beside them: all of it is one mistake. */
  readonly spoken: readonly JsonPointer[]
}

/** Returns the keys that are empty because their settings, on the lines that follow, are not indented. */
export function findUnindented(subject: Subject): Unindented {
  const diagnostics: Diagnostic[] = []
  const spoken: JsonPointer[] = []
  const visit = (value: Json, pointer: JsonPointer): void => {
    if (!isJsonObject(value)) return
    const keys = Object.keys(value)
    for (const [at, key] of keys.entries()) {
      const below = joinPointer(pointer, key)
      if (value[key] !== null) {
        visit(value[key] ?? null, below)
        continue
      }
      const beside = settingsBeside(subject, pointer, { key, next: keys.slice(at + 1) })
      if (beside.length === 0) continue
      const covers = beside.map((name) => joinPointer(pointer, name))
      spoken.push(below, ...covers)
      const args = {
        key,
        beside: beside.length > 3 ? [...beside.slice(0, 2), `${beside.length - 2} more`] : beside,
      }
      diagnostics.push(
        diagnose('schema/not-indented', args, subject.locate(below, 'key'), { pointer: below, covers }),
      )
    }
  }
  visit(subject.root, '')
  return { diagnostics, spoken }
}

/** Returns those of the `next` keys that belong below `key` and not where they stand, up to the first that does not. */
function settingsBeside(
  subject: Subject,
  pointer: JsonPointer,
  { key, next }: { readonly key: string; readonly next: readonly string[] },
): readonly string[] {
  const below = joinPointer(pointer, key)
  const inside = namesAt(subject, below)
  const here = namesAt(subject, pointer)
  const belongsBelow = (name: string): boolean => {
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
  const end = next.findIndex((name) => here.includes(name) || !belongsBelow(name))
  return end === -1 ? next : next.slice(0, end)
}

function isOfType(value: Json, types: readonly string[]): boolean {
  if (Array.isArray(value)) return types.includes('array')
  if (isJsonObject(value)) return types.includes('object')
  return types.includes(typeof value)
}
