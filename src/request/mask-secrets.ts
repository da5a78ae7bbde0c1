import { joinPointer, type JsonPointer, parsePointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'
import { knownKey } from './known-key.ts'
import { literalSecret, maskText } from './literal-secret.ts'

export interface Masked<T> {
  /** A copy with `***` in place of secrets that are written out; the value itself without secrets. */
  readonly value: T
  /** Their places. */
  readonly masked: readonly JsonPointer[]
}

/** Returns `value`, a request or the part at `path`, without secrets, for output and files. */
export function maskSecrets<T extends Json>(value: T, path: readonly string[] = []): Masked<T> {
  const masked: JsonPointer[] = []
  const copy = mask(value, [...path], masked)
  // A masked copy has the shape of the original.
  return masked.length === 0 ? { value, masked } : { value: copy as T, masked }
}

/** Returns a pointer into a request without secrets: a member's name can be one. */
export function maskPointer(pointer: JsonPointer): JsonPointer {
  return joinPointer('', ...parsePointer(pointer).map((token) => maskName(token)))
}

/** Returns the value itself when nothing in it is masked. `path` is unchanged after it returns. */
function mask(value: Json, path: string[], masked: JsonPointer[]): Json {
  if (typeof value === 'string') {
    if (literalSecret(value, path) === undefined) return value
    masked.push(maskPointer(joinPointer('', ...path)))
    return maskText(value)
  }
  const before = masked.length
  if (Array.isArray(value)) {
    const list: readonly Json[] = value
    const copy = list.map((item, index) => maskBelow(String(index), item, path, masked))
    return masked.length === before ? value : copy
  }
  if (!isJsonObject(value)) return value
  const copy: [string, Json][] = []
  for (const key of Object.keys(value)) {
    const name = maskName(key)
    if (name !== key) masked.push(joinPointer('', ...path, name))
    copy.push([name, maskBelow(key, value[key] ?? null, path, masked)])
  }
  return masked.length === before ? value : Object.fromEntries(copy)
}

function maskBelow(key: string, value: Json, path: string[], masked: JsonPointer[]): Json {
  path.push(key)
  const copy = mask(value, path, masked)
  path.pop()
  return copy
}

/** Masked names stay distinct. */
function maskName(name: string): string {
  return knownKey(name) === undefined ? name : `***${sha256(name).slice(0, 4)}`
}
