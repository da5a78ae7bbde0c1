import { escapeToken, type JsonPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'

/** Calls `visit` for every text in `value`, and `visitKey` for every key, each with its pointer. */
export function eachText(
  value: Json,
  visit: (text: string, pointer: JsonPointer) => void,
  visitKey: (key: string, pointer: JsonPointer) => void = () => {},
): void {
  const descend = (part: Json, pointer: JsonPointer): void => {
    if (typeof part === 'string') return visit(part, pointer)
    if (typeof part !== 'object' || part === null) return
    for (const [key, member] of Object.entries(part)) {
      const inside = `${pointer}/${escapeToken(key)}`
      if (!Array.isArray(part)) visitKey(key, inside)
      descend(member, inside)
    }
  }
  descend(value, '')
}
