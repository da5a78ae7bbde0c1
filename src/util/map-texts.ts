import { isJsonObject } from './json.ts'

/** Returns `value` with `change` applied to every text in it. Member names stay. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  // Texts stay texts and the rest stays as it is, so the type stays too.
  return mapAny(value, change) as T
}

function mapAny(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapAny(item, change))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapAny(member, change)]))
}
