import { joinPointer, type JsonPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'

/** Keys and indexes from the root to a value; only good while it is visited. */
export type Path = readonly string[]

export interface TextVisitor {
  readonly text: (text: string, path: Path) => void
  readonly key?: (key: string, path: Path) => void
}

/** Shows `visitor` every text in `value`, and every key of a mapping. Every valid file is walked, so no pointer is made here. */
export function eachText(value: Json, visitor: TextVisitor): void {
  descend(value, [], visitor)
}

function descend(value: Json, path: string[], visitor: TextVisitor): void {
  if (typeof value === 'string') return visitor.text(value, path)
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  const depth = path.length
  for (const key of Object.keys(value)) {
    path[depth] = key
    if (!isList) visitor.key?.(key, path)
    descend((value as Record<string, Json>)[key] ?? null, path, visitor)
    path.length = depth
  }
}

export function pointerOf(path: Path): JsonPointer {
  return joinPointer('', ...path)
}
