/** Returns what follows the `^` of a pattern that is the beginning of a path, the most usual kind; else undefined. */
export function plainBeginning(source: string): string | undefined {
  if (!source.startsWith('^/')) return undefined
  for (let at = 2; at < source.length; at++) if (!isPlain(source.charCodeAt(at))) return undefined
  return source.slice(1)
}

/** Letters, digits, `_`, `/` and `-` mean themselves. */
function isPlain(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 45 && code <= 57 && code !== 46) ||
    code === 95
  )
}
