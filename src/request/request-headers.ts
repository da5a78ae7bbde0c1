import { isJsonObject, type Json } from '../util/json.ts'

/** Headers of the connection itself, which a request's settings cannot change. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** Returns the headers that no request can carry, and why: `problem` ends a sentence about the header. */
export function unsendableHeaders(headers: Json | undefined): readonly { name: string; problem: string }[] {
  return Object.entries(isJsonObject(headers) ? headers : {}).flatMap(([name, value]) => {
    const problem = typeof value === 'string' ? headerProblem(name, value) : undefined
    return problem === undefined ? [] : [{ name, problem }]
  })
}

/** Tells what is wrong with a header by RFC 9110, section 5. */
function headerProblem(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name)) return 'has a name that no header can have'
  if (CONNECTION_HEADERS.has(name.toLowerCase())) return 'belongs to the connection and cannot be set'
  return /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)
    ? 'has a value with characters that no header can hold'
    : undefined
}
