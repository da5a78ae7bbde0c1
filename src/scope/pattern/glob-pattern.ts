import { quotePattern } from './pattern-texts.ts'

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
  const converted = globPattern(body.replace(/^\/?\*\*\//, '/**/'))
  const rooted = converted.startsWith('/') ? converted : `/${converted}`
  return `^${rooted}${isBelow ? '.*' : '$'}`
}

/** Translates a glob: `**` is anything, `*` anything but a slash, `{a,b}` one of them. */
export function globPattern(glob: string): string {
  return glob.replaceAll(/\*\*\/?|\*|\{[^{}]*\}|[^*{]+|\{/g, (part) => {
    if (part === '**/') return '(.*/)?'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    if (!/^\{.*\}$/.test(part)) return quotePattern(part)
    return `(${part.slice(1, -1).split(',').map(quotePattern).join('|')})`
  })
}
