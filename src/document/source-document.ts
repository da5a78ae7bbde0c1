import type { Place } from '../diagnostics/diagnostic.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'

/** Which part of a mapping entry is meant. List items and the root have only a value. */
export type Part = 'key' | 'value'

/**
 * One YAML document: its value and, on demand, where each part of it was written. Most files have nothing to report, so
 * places are computed only when asked for.
 */
export interface SourceDocument {
  /** As people name it: relative to the project's root, with `/`. */
  readonly file: string
  /** The whole file's text, without a byte order mark. */
  readonly text: string
  /** Which document of the file this is, counted from 0. */
  readonly index: number
  readonly value: Json
  /** Returns where `pointer` was written; the nearest enclosing node that exists when it was not. */
  locate(pointer: JsonPointer, part?: Part): Place
}
