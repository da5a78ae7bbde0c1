/** One stretch of a scalar that may hold `${...}` references. Offsets count UTF-16 units from 0; `end` is exclusive. */
export type TemplatePart = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'matrix'; readonly axis: string }
  | { readonly kind: 'env'; readonly name: string; readonly fallback: string | undefined }
  | { readonly kind: 'secret'; readonly name: string }
  /** A `${` that opens no known reference; `text` is all of it as written. */
  | { readonly kind: 'malformed'; readonly text: string }
)

const MATRIX = /^matrix\.([A-Za-z_][\w-]*)$/
const VARIABLE = /^(env|secret):([A-Za-z_]\w*)$/
const FALLBACK = /^env:([A-Za-z_]\w*):-([^]*)$/

/** Tells whether `text` needs `parseTemplate`: it holds a reference or an escaped `$${`. */
export function hasTemplate(text: string): boolean {
  return text.includes('${')
}

/**
 * Returns `text` cut into literal stretches and references: `${matrix.x}`, `${env:NAME}`, `${env:NAME:-default}`,
 * `${secret:NAME}`; `$${` is a literal `${`. Anything else that starts with `${` is 'malformed'.
 */
export function parseTemplate(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let literal = ''
  let literalStart = 0
  let at = 0
  const flush = (end: number): void => {
    if (literal !== '') parts.push({ kind: 'text', text: literal, start: literalStart, end })
    literal = ''
  }
  for (;;) {
    const open = text.indexOf('${', at)
    if (open === -1) break
    if (open > at && text[open - 1] === '$') {
      literal += `${text.slice(at, open - 1)}\${`
      at = open + 2
      continue
    }
    literal += text.slice(at, open)
    flush(open)
    const close = text.indexOf('}', open)
    const end = close === -1 ? text.length : close + 1
    parts.push(parseReference(text.slice(open, end), open))
    at = end
    literalStart = end
  }
  literal += text.slice(at)
  flush(text.length)
  return parts
}

function parseReference(text: string, start: number): TemplatePart {
  const end = start + text.length
  const inner = text.endsWith('}') ? text.slice(2, -1) : ''
  const axis = MATRIX.exec(inner)?.[1]
  if (axis !== undefined) return { kind: 'matrix', axis, start, end }
  const [, scheme, name] = VARIABLE.exec(inner) ?? []
  if (scheme === 'secret' && name !== undefined) return { kind: 'secret', name, start, end }
  if (name !== undefined) return { kind: 'env', name, fallback: undefined, start, end }
  const [, withFallback, fallback] = FALLBACK.exec(inner) ?? []
  if (withFallback !== undefined) return { kind: 'env', name: withFallback, fallback, start, end }
  return { kind: 'malformed', text, start, end }
}
