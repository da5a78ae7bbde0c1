/** Replaces a secret in shown text. */
export const REDACTED = '***'

/** Returns the part of `text` that each `***` of `copy` replaces; undefined when the texts around them differ. */
export function redactedParts(text: string, copy: string): readonly string[] | undefined {
  const [first = '', ...parts] = copy.split(REDACTED)
  if (!text.startsWith(first)) return undefined
  let at = first.length
  const redacted: string[] = []
  for (const [index, part] of parts.entries()) {
    // The last `***` extends to the last possible place.
    const end = index === parts.length - 1 ? text.length - part.length : text.indexOf(part, at)
    if (end < at || !text.startsWith(part, end)) return undefined
    redacted.push(text.slice(at, end))
    at = end + part.length
  }
  return at === text.length ? redacted : undefined
}
