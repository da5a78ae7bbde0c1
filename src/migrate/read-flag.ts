import { parsePointer, jsonAt, type JsonPointer } from '../util/json-pointer.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { hasTemplate } from '../util/template.ts'
import { atValue, type Problem } from './migration.ts'

/** What an old true/false setting says; `problem` if it says neither. */
export type Flag =
  | { readonly state: 'absent' }
  | { readonly state: 'known'; readonly pointer: JsonPointer; readonly value: boolean }
  | { readonly state: 'unknown'; readonly pointer: JsonPointer; readonly problem: Problem }

/** Reads the true/false setting at `pointer`; its value decides what the setting `becomes` is. */
export function readFlag(request: JsonObject, pointer: JsonPointer, becomes: string): Flag {
  const value = jsonAt(request, pointer)
  if (value === undefined) return { state: 'absent' }
  if (typeof value === 'boolean') return { state: 'known', pointer, value }
  return { state: 'unknown', pointer, problem: unreadable(request, pointer, becomes, 'true or false') }
}

/** Returns the problem that the value at `pointer` cannot be translated into `becomes`. */
export function unreadable(
  request: JsonObject,
  pointer: JsonPointer,
  becomes: string,
  wanted: string,
): Problem {
  const value = jsonAt(request, pointer)
  const setting = settingName(pointer)
  if (typeof value === 'string' && hasTemplate(value)) {
    return atValue(pointer, 'migrate/placeholder', { setting, value, becomes })
  }
  return atValue(pointer, 'migrate/unreadable', { setting, value: JSON.stringify(value), wanted })
}

/** Returns the setting's name as people write it: `scrapeOptions.parsePDF`. */
export function settingName(pointer: JsonPointer): string {
  return parsePointer(pointer).join('.')
}

/** Returns `setting: value` on one line, for messages. */
export function written(setting: string, value: Json | undefined): string {
  return `${setting}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
}
