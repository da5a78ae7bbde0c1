import { joinPointer, type JsonPointer, parsePointer } from '../util/json-pointer.ts'
import { isJsonList, isJsonObject, type Json } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'
import { knownKey } from './known-key.ts'
import { literalSecret, redactText } from './literal-secret.ts'

export interface Redacted<T> {
  /** A copy with `***` in place of secrets that are written out; the value itself without secrets. */
  readonly value: T
  /** Their places. */
  readonly redacted: readonly JsonPointer[]
}

/** Returns `value`, a request or the part at `path`, without secrets, for output and files. */
export function redactSecrets<T extends Json>(value: T, path: readonly string[] = []): Redacted<T> {
  const redacted: JsonPointer[] = []
  const copy = redact(value, [...path], redacted)
  // A redacted copy has the shape of the original.
  return redacted.length === 0 ? { value, redacted } : { value: copy as T, redacted }
}

/** Returns a pointer into a request without secrets: a member's name can be one. */
export function redactPointer(pointer: JsonPointer): JsonPointer {
  return joinPointer('', ...parsePointer(pointer).map((token) => redactName(token)))
}

/** Returns a copy without secrets. `path` is unchanged after it returns. */
function redact(value: Json, path: string[], redacted: JsonPointer[]): Json {
  if (typeof value === 'string') {
    if (literalSecret(value, path) === undefined) return value
    redacted.push(redactPointer(joinPointer('', ...path)))
    return redactText(value)
  }
  if (isJsonList(value)) return value.map((item, index) => redactBelow(String(index), item, path, redacted))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const name = redactName(key)
      if (name !== key) redacted.push(joinPointer('', ...path, name))
      return [name, redactBelow(key, member, path, redacted)]
    }),
  )
}

function redactBelow(key: string, value: Json, path: string[], redacted: JsonPointer[]): Json {
  path.push(key)
  const copy = redact(value, path, redacted)
  path.pop()
  return copy
}

/** Redacted names stay distinct. */
function redactName(name: string): string {
  return knownKey(name) === undefined ? name : `***${sha256(name).slice(0, 4)}`
}
