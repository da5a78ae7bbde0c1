/** The characters of globs and plain paths. A pattern with any other was written as a regular expression. */
const PLAIN = /^[\w\-./%~*{},]+$/
const BRACES = /\{(?!\d+,\d+\})[\w.-]+(?:,[\w.-]+)+\}/

/** Returns the result of `readGlob` for a search in paths or in whole URLs. */
export function globMeaning(pattern: string, onFullUrl: boolean): string | undefined {
  const meant = readGlob(pattern)
  return onFullUrl ? meant?.replace(/^\^\//, '^https?://[^/]+/') : meant
}

/**
 * Returns the regular expression that `pattern` probably meant, when it looks like a shell glob: a star at the start or after a
 * slash or dash, two stars, or `{a,b}`. Undefined for anything that may be meant as written.
 */
export function readGlob(pattern: string): string | undefined {
  const looksLike =
    pattern.includes('**') ||
    /(?:^|[/\-_])\*/.test(pattern) ||
    BRACES.test(pattern) ||
    /^[\w/-]+\*$/.test(pattern)
  if (!looksLike || !PLAIN.test(pattern) || /[.\]]\*(?!\*)/.test(pattern)) return undefined
  const extension = /^(?:\*\*\/)?\*(\.\w+)$/.exec(pattern)?.[1]
  if (extension !== undefined) return `\\${extension}$`
  const isBelow = /\/\*{1,2}$/.test(pattern)
  const body = isBelow ? pattern.replace(/\*+$/, '') : pattern
  const converted = body
    .replace(/^\/?\*\*\//, '/**/')
    .replaceAll(/\*\*\/|\*\*|\*|\{[^{}]*\}|\./g, (token) => {
      if (token === '**/') return '(.*/)?'
      if (token === '**') return '.*'
      if (token === '*') return '[^/]*'
      return token === '.' ? '\\.' : `(${token.slice(1, -1).replaceAll('.', '\\.').replaceAll(',', '|')})`
    })
  const rooted = converted.startsWith('/') ? converted : `/${converted}`
  return `^${rooted}${isBelow ? '.*' : '$'}`
}
