import type { Json, JsonObject } from '../util/json.ts'
import { mapTexts } from '../util/map-texts.ts'
import { createRedactor, type Redactor } from '../util/redactor.ts'
import { MASK } from './match-active-crawl.ts'

/** Returns a secret by name; undefined when it is not set. */
export type SecretLookup = (name: string) => string | undefined

export type FilledRequest =
  | {
      readonly ok: true
      /** For sending only: never recorded, logged or shown. */
      readonly body: JsonObject
      /** Takes the values out of everything a service or a site says. */
      readonly redactor: Redactor
    }
  | { readonly ok: false; readonly missing: readonly string[] }

/**
 * Returns `request` with the values of `names` in the place of their `${secret:NAME}`. The redactor also knows what
 * `shown` masks of it.
 */
export function fillSecrets(
  request: JsonObject,
  names: readonly string[],
  lookup: SecretLookup,
  shown = request,
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
    body: mapTexts(request, (text) => fillText(text, values)),
    redactor: createRedactor(
      new Map([
        ...[...values].map(([name, value]) => [`\${secret:${name}}`, value] as const),
        ...hiddenTexts(request, shown).map(
          (text, index) => [MASK + (index === 0 ? '' : index), text] as const,
        ),
      ]),
    ),
  }
}

/** Returns what `***` stands for in `shown`, which is a masked copy of `value`. */
function hiddenTexts(value: Json, shown: Json): readonly string[] {
  if (value === shown) return []
  if (typeof value === 'string' && typeof shown === 'string') {
    const [first = '', ...parts] = shown.split(MASK)
    let at = first.length
    return parts.map((part) => {
      const end = part === '' ? value.length : value.indexOf(part, at)
      const hidden = value.slice(at, end)
      at = end + part.length
      return hidden
    })
  }
  if (typeof value !== 'object' || value === null || typeof shown !== 'object' || shown === null) return []
  const copies: readonly Json[] = Object.values(shown)
  return Object.values(value).flatMap((member: Json, index) => hiddenTexts(member, copies[index] ?? null))
}

function fillText(text: string, values: ReadonlyMap<string, string>): string {
  // One pass, so that a value that looks like a reference stays as it is.
  return text.replaceAll(/\$\{secret:([^{}]+)\}/g, (reference, name: string) => values.get(name) ?? reference)
}
