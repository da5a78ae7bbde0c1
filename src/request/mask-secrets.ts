import { joinPointer, type JsonPointer, parsePointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'
import { knownKey } from './known-key.ts'
import { literalSecret, maskText } from './literal-secret.ts'

export interface Masked<T> {
  /** A copy with `***` in the place of secrets that are written out; the value itself where there are none. */
  readonly value: T
  /** Where they stand. */
  readonly masked: readonly JsonPointer[]
}

/** Returns `value`, a request or the part of one at `path`, as it may be shown and kept. */
export function maskSecrets<T extends Json>(value: T, path: readonly string[] = []): Masked<T> {
  const masked: JsonPointer[] = []
  const copy = mask(value, [...path], masked)
  // A masked copy has the shape of what it is a copy of.
  return masked.length === 0 ? { value, masked } : { value: copy as T, masked }
}

/** Returns a pointer into a request as it may be shown: a member's name can be a secret too. */
export function maskPointer(pointer: JsonPointer): JsonPointer {
  return joinPointer('', ...parsePointer(pointer).map((token) => maskName(token)))
}

function mask(value: Json, path: string[], masked: JsonPointer[]): Json {
  if (typeof value === 'string') {
    if (literalSecret(value, path) === undefined) return value
    masked.push(maskPointer(joinPointer('', ...path)))
    return maskText(value)
  }
  if (Array.isArray(value)) {
    const list: readonly Json[] = value
    return list.map((item, index) => mask(item, [...path, String(index)], masked))
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const name = maskName(key)
      if (name !== key) masked.push(joinPointer('', ...path, name))
      return [name, mask(member, [...path, key], masked)]
    }),
  )
}

/** Two names that are masked stay two. */
function maskName(name: string): string {
  return knownKey(name) === undefined ? name : `***${sha256(name).slice(0, 4)}`
}
