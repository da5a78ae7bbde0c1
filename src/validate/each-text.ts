import { joinPointer, type JsonPointer } from '../util/json-pointer.ts'
import type { Json, JsonObject } from '../util/json.ts'

/** Keys and indexes from the root to a value; valid only during the visit. */
export type Path = readonly string[]

export interface TextVisitor {
  readonly text: (text: string, path: Path) => void
  readonly key?: (key: string, path: Path) => void
}

/**
 * Calls `visitor` for every text in `value` and every key of a mapping. Every valid file is walked, so no pointers are
 * made here.
 */
export function eachText(value: Json, visitor: TextVisitor): void {
  descend(value, [], visitor)
}

function descend(value: Json, path: string[], visitor: TextVisitor): void {
  if (typeof value === 'string') return visitor.text(value, path)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(String(index))
      descend(value[index] as Json, path, visitor)
      path.pop()
    }
    return
  }
  for (const key of Object.keys(value)) {
    path.push(key)
    visitor.key?.(key, path)
    descend((value as JsonObject)[key] ?? null, path, visitor)
    path.pop()
  }
}

export function pointerOf(path: Path): JsonPointer {
  return joinPointer('', ...path)
}
