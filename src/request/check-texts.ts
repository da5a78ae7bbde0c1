import { escapeToken, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { refusal, type RequestProblem } from './request-problem.ts'

/**
 * Finds texts and keys that no body can carry, because they hold half of a surrogate pair: UTF-8 has no form for it (RFC 3629,
 * section 3). Goes as deep as the value does, without calling itself.
 */
export function checkTexts(request: Json): readonly RequestProblem[] {
  return isSound(request) ? NONE : findHalves(request)
}

const NONE: readonly RequestProblem[] = []

/** Looks for no places, of which most requests need none. */
function isSound(request: Json): boolean {
  const waiting: Json[] = [request]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') {
      if (!value.isWellFormed()) return false
    } else if (Array.isArray(value)) {
      for (const item of value) waiting.push(item as Json)
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) {
        if (!key.isWellFormed()) return false
        waiting.push(value[key] ?? null)
      }
    }
  }
  return true
}

function findHalves(request: Json): RequestProblem[] {
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
