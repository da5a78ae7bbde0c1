/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

/** Tells whether `value` is a plain mapping: not null and not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Tells whether `value` is a list. */
export function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** Returns the value of a JSON text; undefined for another text. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
