import { joinPointer, jsonAt, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type JsonObject } from '../util/json.ts'
import { inexact, move, remove, set } from './edit.ts'
import { atKey, type Outcome, unchanged } from './migration.ts'
import { settingName, unreadable } from './read-flag.ts'

export interface FormatOptions {
  /** The mapping that holds the options next to `formats`. */
  readonly options: JsonPointer
  /** The format's item, which becomes an object. */
  readonly item: JsonPointer
  readonly type: string
  /** Options that exist in version 2. */
  readonly kept: readonly string[]
  /** What is lost with each of the other options. */
  readonly lost: Readonly<Record<string, string>>
}

/** Moves a format's options from next to `formats` into its item. */
export function moveOptions(
  request: JsonObject,
  { options, item, type, kept, lost }: FormatOptions,
): Outcome {
  const members = jsonAt(request, options)
  if (!isJsonObject(members)) {
    return unchanged(unreadable(request, options, `formats of type ${type}`, 'a mapping'))
  }
  const keys = Object.keys(members)
  const dropped = keys.filter((key) => !kept.includes(key))
  return {
    edits: [
      set(item, { type }, item),
      ...keys
        .filter((key) => kept.includes(key))
        .map((key) => move(joinPointer(options, key), joinPointer(item, key))),
      dropped.length === 0 ? remove(options) : inexact(remove(options)),
    ],
    problems: dropped.map((key) => {
      const pointer = joinPointer(options, key)
      const args = { setting: settingName(pointer), lost: lost[key] ?? 'it is dropped' }
      return atKey(pointer, 'migrate/no-counterpart', args)
    }),
  }
}
