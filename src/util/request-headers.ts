/** The connection's own business: a request's settings cannot change it. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** Why a header cannot be sent (RFC 9110 section 5), as the end of a sentence about it; undefined when it can. */
export function headerProblem(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name)) return 'has a name that no header can have'
  if (CONNECTION_HEADERS.has(name.toLowerCase())) return 'belongs to the connection and cannot be set'
  return /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)
    ? 'has a value with characters that no header can hold'
    : undefined
}
