import { type JsonObject, mapTexts } from '../util/json.ts'
import { redactedParts, REDACTED, createRedactor, type Redactor } from '../util/redactor.ts'

export type SecretLookup = (name: string) => string | undefined

export type FilledRequest =
  | {
      readonly ok: true
      /** For sending only: never recorded, logged or shown. */
      readonly body: JsonObject
      /** Removes the values from texts of services and sites. */
      readonly redactor: Redactor
    }
  | { readonly ok: false; readonly missing: readonly string[] }

/** Returns `request` with each `${secret:NAME}` of `names` replaced by its value. The redactor also knows what `shown` redacts. */
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
    // An empty secret is a mistake: it would be sent as `Bearer `.
    if (value === undefined || value === '') missing.push(name)
    else values.set(name, value)
  }
  if (missing.length > 0) return { ok: false, missing }
  return {
    ok: true,
    // One pass, so that a value that looks like a reference stays as it is.
    body: mapTexts(request, (text) =>
      text.replaceAll(/\$\{secret:([^{}]+)\}/g, (reference, name: string) => values.get(name) ?? reference),
    ),
    redactor: createRedactor(
      new Map([
        ...[...values].map(([name, value]) => [`\${secret:${name}}`, value] as const),
        ...redactedTexts(request, shown).map(
          (text, index) => [REDACTED + (index === 0 ? '' : index), text] as const,
        ),
      ]),
    ),
  }
}

/** Returns the values that `***` replaces in `shown`, a redacted copy of `request`. */
export function redactedTexts(request: JsonObject, shown: JsonObject): readonly string[] {
  const copies = textsIn(shown)
  return (
    textsIn(request)
      .flatMap((text, index) => redactedParts(text, copies[index] ?? text) ?? [])
      // Credentials are redacted as one, and a service may repeat the password alone.
      .flatMap((redacted) => [redacted, ...(/^[^\s:]*:(.+)$/.exec(redacted)?.slice(1) ?? [])])
  )
}

function textsIn(value: JsonObject): readonly string[] {
  const texts: string[] = []
  mapTexts(value, (text) => {
    texts.push(text)
    return text
  })
  return texts
}
