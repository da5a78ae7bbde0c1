import type { Place } from '../diagnostics/diagnostic.ts'
import type { Part } from '../document/source-document.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { JsonObject } from '../util/json.ts'

/** What the checks of a whole request share. */
export interface RequestCheck {
  readonly request: JsonObject
  readonly scrapeOptions: JsonObject
  readonly locate: (pointer: JsonPointer, part?: Part) => Place
}
