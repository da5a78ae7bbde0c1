import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import type { Part } from '../document/source-document.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { JsonObject } from '../util/json.ts'
import type { Edit } from './edit.ts'

/** Something a person should know about an old setting. */
export interface Problem {
  /** Into the request that this migration received. */
  readonly pointer: JsonPointer
  readonly part: Part
  readonly report: (place: Place) => Diagnostic
}

export interface Outcome {
  readonly edits: readonly Edit[]
  readonly problems: readonly Problem[]
}

export interface MigrateOptions {
  /** Keep what `maxDepth` meant by a pattern, where that is exact. */
  readonly preserveDepth?: boolean
  /** What to do about defaults that have changed: report them, or write them out. By default nothing. */
  readonly defaults?: 'tell' | 'pin'
}

/** What a migration knows beside the request that it receives. */
export interface MigrateContext extends MigrateOptions {
  /** The request was one of version 0, by the words that it used. */
  readonly wasVersion0: boolean
}

/** Translates one old way of saying something. */
export interface Migration {
  /** Kebab-case, like the file's name; origins use it. */
  readonly id: string
  readonly migrate: (request: JsonObject, context: MigrateContext) => Outcome
}

export const NOTHING: Outcome = { edits: [], problems: [] }

/** Returns a problem with the setting's name. */
export function atKey(pointer: JsonPointer, report: (place: Place) => Diagnostic): Problem {
  return { pointer, part: 'key', report }
}

/** Returns a problem with the setting's value. */
export function atValue(pointer: JsonPointer, report: (place: Place) => Diagnostic): Problem {
  return { pointer, part: 'value', report }
}
