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

/** Returns the value of a JSON text, with what `read` returns for each member; undefined for another text. */
export function parseJson(text: string, read?: (name: string, value: Json) => Json): Json | undefined {
  try {
    return JSON.parse(text, read) as Json
  } catch {
    return undefined
  }
}

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

/** Returns `pointer` and those of the values around it, nearest first, without that of the whole value. */
export function pointersAround(pointer: JsonPointer): readonly JsonPointer[] {
  const around: JsonPointer[] = []
  for (let at = pointer; at !== ''; at = parentPointer(at)) around.push(at)
  return around
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

/**
 * Returns `value` as RFC 8785 (JSON Canonicalization Scheme) text: equal values give equal text. Keys sort by UTF-16 code units
 * (section 3.2.3); numbers and strings are written as ECMAScript writes them (3.2.2). Keys whose value is undefined are left out.
 * @throws {TypeError} for a number that JSON cannot hold or a lone surrogate (3.2.2.2)
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`)
  if (typeof value === 'string') return quote(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isJsonList(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member === undefined) continue
    members += `${members === '' ? '' : ','}${quote(key)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}

function quote(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('JSON text cannot hold a lone surrogate')
  return JSON.stringify(text)
}

type Optional<T> = { [Key in keyof T]: undefined extends T[Key] ? Key : never }[keyof T]

/** Returns the members that are not undefined, for types whose optional members are absent. */
export function given<const T extends object>(
  members: T,
): Omit<T, Optional<T>> & { [Key in Optional<T>]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined)
  // The type names exactly these members.
  return Object.fromEntries(entries) as ReturnType<typeof given<T>>
}

/** Returns `value` with `change` applied to every text in it. Member names stay. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  // Texts stay texts and the rest stays as it is, so the type stays too.
  return mapAny(value, change, (name) => name) as T
}

/** Returns `value` with `change` applied to every text and every member name in it. */
export function mapTextsAndNames<T>(value: T, change: (text: string) => string): T {
  // The names of the type are not changed: only a value that was put there by others is.
  return mapAny(value, change, change) as T
}

type Change = (text: string) => string

function mapAny(value: unknown, change: Change, changeName: Change): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapAny(item, change, changeName))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [changeName(key), mapAny(member, change, changeName)]),
  )
}

/** Returns the names of the secrets that texts in `value` refer to, sorted. */
export function secretNames(value: Json): readonly string[] {
  const references = JSON.stringify(value).matchAll(/\$\{secret:([A-Za-z_]\w*)\}/g)
  return [...new Set(Array.from(references, ([, name = '']) => name))].toSorted()
}
