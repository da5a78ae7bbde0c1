import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'

/** Looks a secret up by name; undefined when it is not set. */
export type SecretLookup = (name: string) => string | undefined

export type FilledRequest =
  | {
      readonly ok: true
      /** For sending only: never recorded, logged or shown. */
      readonly body: JsonObject
      /** Takes the values out of a text again, for messages of the service that quote the request. */
      readonly redact: (text: string) => string
    }
  | { readonly ok: false; readonly missing: readonly string[] }

/** `request` with the values of `names` in the place of their `${secret:NAME}`. */
export function fillSecrets(
  request: JsonObject,
  names: readonly string[],
  lookup: SecretLookup,
): FilledRequest {
  const values = new Map<string, string>()
  const missing: string[] = []
  for (const name of names) {
    const value = lookup(name)
    // An empty secret is a forgotten one: it would be sent as `Bearer `.
    if (value === undefined || value === '') missing.push(name)
    else values.set(name, value)
  }
  if (missing.length > 0) return { ok: false, missing }
  return {
    ok: true,
    body: fillObject(request, (text) => fillText(text, values)),
    redact: (text) => redactText(text, values),
  }
}

function fillText(text: string, values: ReadonlyMap<string, string>): string {
  // One pass, so that a value which looks like a reference stays what it is.
  return text.replaceAll(/\$\{secret:([^{}]+)\}/g, (reference, name: string) => values.get(name) ?? reference)
}

function redactText(text: string, values: ReadonlyMap<string, string>): string {
  // Longest first: one value may be a part of another.
  const longestFirst = [...values].toSorted(([, a], [, b]) => b.length - a.length)
  return longestFirst.reduce((shown, [name, value]) => shown.replaceAll(value, `\${secret:${name}}`), text)
}

function fillObject(value: JsonObject, fill: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillValue(member, fill)]))
}

function fillValue(value: Json, fill: (text: string) => string): Json {
  if (typeof value === 'string') return fill(value)
  if (isJsonObject(value)) return fillObject(value, fill)
  return isList(value) ? value.map((item) => fillValue(item, fill)) : value
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
