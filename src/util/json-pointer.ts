import { isJsonObject, type Json } from './json.ts'

/** A JSON Pointer (RFC 6901): '' is the whole value, '/request/url' a member of a member. */
export type JsonPointer = string

/** Returns one reference token, escaped (RFC 6901 section 3). */
export function escapeToken(token: string | number): string {
  const text = String(token)
  if (!text.includes('~') && !text.includes('/')) return text
  return text.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function joinPointer(base: JsonPointer, ...tokens: readonly (string | number)[]): JsonPointer {
  return tokens.reduce<string>((pointer, token) => `${pointer}/${escapeToken(token)}`, base)
}

export function parsePointer(pointer: JsonPointer): string[] {
  if (pointer === '') return []
  const tokens = pointer.slice(1).split('/')
  return pointer.includes('~')
    ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    : tokens
}

export function parentPointer(pointer: JsonPointer): JsonPointer {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}

/** Tells whether `pointer` is `base` or leads to a part of it. */
export function isWithin(pointer: JsonPointer, base: JsonPointer): boolean {
  return pointer === base || pointer.startsWith(`${base}/`)
}

/** Returns the value at `pointer`, or undefined when there is no such value. */
export function valueAt(root: unknown, pointer: JsonPointer): unknown {
  let value: unknown = root
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(value)) value = value[Number(token)]
    else if (isJsonObject(value) && Object.hasOwn(value, token)) value = value[token]
    else return undefined
  }
  return value
}

export function jsonAt(root: Json, pointer: JsonPointer): Json | undefined {
  return valueAt(root, pointer) as Json | undefined
}
