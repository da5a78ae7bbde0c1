import { joinPointer, jsonAt, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'

export const FORMATS = '/scrapeOptions/formats'

/** One item of `formats`, or of a list that is added to it or taken from it. */
export interface FormatItem {
  readonly pointer: JsonPointer
  readonly value: Json
}

/** Returns every format that the request names, in written order; `formats` may be a list or a list operator. */
export function formatItems(request: JsonObject): readonly FormatItem[] {
  const formats = jsonAt(request, FORMATS)
  if (Array.isArray(formats)) return itemsOf(FORMATS, formats)
  if (!isJsonObject(formats)) return []
  return Object.entries(formats).flatMap(([operator, list]) =>
    Array.isArray(list) ? itemsOf(joinPointer(FORMATS, operator), list) : [],
  )
}

function itemsOf(pointer: JsonPointer, list: readonly Json[]): FormatItem[] {
  return list.map((value, index) => ({ pointer: joinPointer(pointer, index), value }))
}
