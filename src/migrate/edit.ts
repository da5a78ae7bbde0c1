import type { JsonPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'

/**
 * One step from an old request to a new one, on JSON Pointers into the request. Edits apply in order, each to the
 * result of the one before, both to values in memory and to a file's text.
 */
export type Edit =
  /** Moves the entry at `from` to `to`, which must not exist yet; `value`, if given, replaces the old value. */
  | {
      readonly kind: 'move'
      readonly from: JsonPointer
      readonly to: JsonPointer
      readonly value?: Json
      readonly exact: boolean
    }
  /** Writes `value` at `at`, new or not. `source` is the old setting it restates, if one was written. */
  | {
      readonly kind: 'set'
      readonly at: JsonPointer
      readonly value: Json
      readonly source: JsonPointer | undefined
      readonly exact: boolean
    }
  | { readonly kind: 'remove'; readonly at: JsonPointer; readonly exact: boolean }

/** Returns an edit that means the same as before. */
export function move(from: JsonPointer, to: JsonPointer, value?: Json): Edit {
  return { kind: 'move', from, to, exact: true, ...(value === undefined ? {} : { value }) }
}

/** Returns an edit that rewrites `source` for the new version. */
export function set(at: JsonPointer, value: Json, source?: JsonPointer): Edit {
  return { kind: 'set', at, value, source, exact: true }
}

/** Drops an entry whose meaning another entry now has. */
export function remove(at: JsonPointer): Edit {
  return { kind: 'remove', at, exact: true }
}

/** Marks an edit as one that loses or changes something. */
export function inexact(edit: Edit): Edit {
  return { ...edit, exact: false }
}
