import { diagnose, type RuleArgs, type RuleId } from '../diagnostics/catalogue.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import type { Part } from '../document/source-document.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { JsonObject } from '../util/json.ts'
import type { Edit } from './edit.ts'

/** A problem with an old setting. */
export interface Problem {
  /** Pointer into the request that this migration received. */
  readonly pointer: JsonPointer
  readonly part: Part
  readonly report: (place: Place) => Diagnostic
}

export interface Outcome {
  readonly edits: readonly Edit[]
  readonly problems: readonly Problem[]
}

export interface MigrateOptions {
  /** Keep the meaning of `maxDepth` by a pattern, if that is exact. */
  readonly preserveDepth?: boolean
  /** Whether to report changed defaults or to write them out. By default neither. */
  readonly defaults?: 'tell' | 'pin'
}

/** The input of a migration in addition to the request. */
export interface MigrateContext extends MigrateOptions {
  /** True for a request of version 0, recognised by its setting names. */
  readonly wasVersion0: boolean
}

/** Translates one old form of a setting. */
export interface Migration {
  /** Kebab-case, like the file's name; origins use it. */
  readonly id: string
  readonly migrate: (request: JsonObject, context: MigrateContext) => Outcome
}

export const NOTHING: Outcome = { edits: [], problems: [] }

/** Returns the outcome of a migration that changes nothing, because of a problem. */
export function unchanged(problem: Problem): Outcome {
  return { edits: [], problems: [problem] }
}

/** Returns a problem with the setting's name. */
export function atKey<Id extends RuleId>(pointer: JsonPointer, rule: Id, args: RuleArgs[Id]): Problem {
  return { pointer, part: 'key', report: (place) => diagnose(rule, args, place) }
}

/** Returns a problem with the setting's value. */
export function atValue<Id extends RuleId>(pointer: JsonPointer, rule: Id, args: RuleArgs[Id]): Problem {
  return { pointer, part: 'value', report: (place) => diagnose(rule, args, place) }
}
