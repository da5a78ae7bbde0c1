import { escapeToken } from '../util/json-pointer.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import type { CheckedRequest } from './checked-request.ts'
import { refusal, type RequestProblem } from './request-problem.ts'

/** Headers that belong to the connection, so that settings cannot change them. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** Finds headers of pages and of the webhook that no HTTP request can carry. */
export function checkHeaders({ request, page }: CheckedRequest): RequestProblem[] {
  const { webhook } = request
  return [
    ...unsendable('/scrapeOptions/headers', page['headers']),
    ...unsendable('/webhook/headers', isJsonObject(webhook) ? webhook['headers'] : undefined),
  ]
}

function unsendable(base: string, headers: Json | undefined): RequestProblem[] {
  return Object.entries(isJsonObject(headers) ? headers : {}).flatMap(([name, value]) => {
    const problem = typeof value === 'string' ? headerProblem(name, value) : undefined
    if (problem === undefined) return []
    // Only the name is shown, because the value may be a secret.
    const shown = { name: JSON.stringify(name), problem }
    return [refusal('limits/unsendable-header', `${base}/${escapeToken(name)}`, shown, { part: 'key' })]
  })
}

/** Returns the end of a sentence about a header that RFC 9110, section 5, does not allow. */
function headerProblem(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name)) return 'has an invalid name'
  if (CONNECTION_HEADERS.has(name.toLowerCase())) return 'belongs to the connection and cannot be set'
  return /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)
    ? 'has a value with characters that headers cannot contain'
    : undefined
}
