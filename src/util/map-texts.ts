import { isJsonObject, type Json } from './json.ts'

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
