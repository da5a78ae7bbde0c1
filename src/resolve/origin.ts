import type { Part, SourceDocument } from '../document/source-document.ts'
import type { Json, JsonPointer } from '../util/json.ts'

/** The file name under which diagnostics show `--set` options; line N is the Nth option. */
export const OPTION_FILE = '--set'

/** Where something was written. Its line is looked up only when it is shown. */
export interface Source {
  readonly document: SourceDocument
  readonly pointer: JsonPointer
  readonly part?: Part
}

export type Origin =
  | { readonly kind: 'default'; readonly note?: string }
  | { readonly kind: 'project-defaults'; readonly source: Source }
  | { readonly kind: 'profile'; readonly profile: string; readonly source: Source }
  | { readonly kind: 'written'; readonly source: Source }
  | { readonly kind: 'environment'; readonly environment: string; readonly source: Source }
  | { readonly kind: 'matrix'; readonly axis: string; readonly source: Source }
  | { readonly kind: 'variable'; readonly variable: string; readonly source: Source; readonly note?: string }
  | { readonly kind: 'migrated'; readonly from: string; readonly rule: string; readonly source: Source }
  | { readonly kind: 'prompt-lock'; readonly source: Source }
  | { readonly kind: 'option'; readonly option: string }

/** One setting: the winning value, its origin, and the candidates it beat, nearest first. */
export interface ResolvedSetting {
  readonly value: Json
  readonly origin: Origin
  readonly beaten: readonly { readonly value: Json; readonly origin: Origin }[]
}

/** Settings by JSON Pointer into the request. A list is one setting; the members of a map are settings. */
export type Provenance = ReadonlyMap<JsonPointer, ResolvedSetting>
