/** A stretch of a request's text: literal, or the name of a secret whose value is put there while sending. */
export type SecretPart = { readonly text: string } | { readonly secret: string }

/** Splits `Bearer ${secret:TOKEN}` into literal stretches and secrets. */
export function splitSecrets(text: string): readonly SecretPart[] {
  const parts: SecretPart[] = []
  let end = 0
  for (const match of text.matchAll(/\$\{secret:([A-Za-z_]\w*)\}/g)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ secret: match[1] ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) })
  return parts
}
