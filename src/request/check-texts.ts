import { escapeToken, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { refusal, type RequestProblem } from './request-problem.ts'

/**
 * Finds texts and keys with half of a surrogate pair, which UTF-8 cannot hold (RFC 3629, section 3). It does not recurse,
 * because values may be deep.
 */
export function checkTexts(request: Json): readonly RequestProblem[] {
  const found: RequestProblem[] = []
  const waiting: (readonly [JsonPointer, Json])[] = [['', request]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [pointer, value] = next
    if (typeof value === 'string') {
      if (!value.isWellFormed()) found.push(refusal('schema/lone-surrogate', pointer, {}))
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) waiting.push([`${pointer}/${index}`, item as Json])
    } else if (isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        const at = `${pointer}/${escapeToken(key)}`
        if (!key.isWellFormed()) found.push(refusal('schema/lone-surrogate', at, {}, { part: 'key' }))
        waiting.push([at, member])
      }
    }
  }
  return found.toReversed()
}
