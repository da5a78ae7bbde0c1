/** One stretch of a scalar that may hold `${...}` references. Offsets count UTF-16 units from 0; `end` is exclusive. */
export type TemplatePart = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | Reference
)

type Reference =
  | { readonly kind: 'matrix'; readonly axis: string }
  | { readonly kind: 'env'; readonly name: string; readonly fallback: string | undefined }
  | { readonly kind: 'secret'; readonly name: string }
  /** A `${` that opens no known reference; `text` is all of it as written. */
  | { readonly kind: 'malformed'; readonly text: string }

const ESCAPED = '$${'
/** An escape, or what may be a reference. */
const OPENED = /\$\$\{|\$\{[^}]*\}?/g
const REFERENCE =
  /^\$\{(?:matrix\.([A-Za-z_][\w-]*)|secret:([A-Za-z_]\w*)|env:([A-Za-z_]\w*)(?::-((?:(?!\$\{)[^])*))?)\}$/

/** Tells whether `text` needs `parseTemplate`: it holds a reference or an escaped `$${`. */
export function hasTemplate(text: string): boolean {
  return text.includes('${')
}

/**
 * Returns `text` cut into literal stretches and references: `${matrix.x}`, `${env:NAME}`, `${env:NAME:-default}`,
 * `${secret:NAME}`; `$${` is a literal `${`. Anything else that starts with `${` is 'malformed', also a default with a reference in it.
 */
export function parseTemplate(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let [literal, start, at] = ['', 0, 0]
  const flush = (end: number): void => {
    literal += text.slice(at, end)
    if (literal !== '') parts.push({ kind: 'text', text: literal, start, end })
    literal = ''
  }
  for (const { 0: opened, index } of text.matchAll(OPENED)) {
    const end = index + opened.length
    if (opened === ESCAPED) literal += `${text.slice(at, index)}\${`
    else {
      flush(index)
      parts.push({ ...parseReference(opened), start: index, end })
      start = end
    }
    at = end
  }
  flush(text.length)
  return parts
}

function parseReference(text: string): Reference {
  const [, axis, secret, name, fallback] = REFERENCE.exec(text) ?? []
  if (axis !== undefined) return { kind: 'matrix', axis }
  if (secret !== undefined) return { kind: 'secret', name: secret }
  return name === undefined ? { kind: 'malformed', text } : { kind: 'env', name, fallback }
}
