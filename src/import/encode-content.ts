/** Returns `NAME=CONTENT`, `=CONTENT` or `CONTENT` with its content percent-encoded, as curl does; variables stay. */
export function encodeContent(text: string): string {
  const equals = text.indexOf('=')
  const name = equals > 0 ? text.slice(0, equals + 1) : ''
  const parts = text.slice(equals + 1).split(/(\$\{env:[^{}]*\})/)
  return name + parts.map((part, at) => (at % 2 === 1 ? part : encode(part))).join('')
}

/** Leaves only the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
