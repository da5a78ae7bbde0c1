export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

/** Tells whether `value` is a plain mapping: not null and not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns the items of a list; another value is the only item. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return []
  return isJsonList(value) ? value : [value]
}

/** Returns the value of a JSON text; undefined for another text. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
