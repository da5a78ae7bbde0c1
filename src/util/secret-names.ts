import type { Json } from './json.ts'

/** Returns the names of the secrets that texts in `value` refer to, sorted. */
export function secretNames(value: Json): readonly string[] {
  const names = new Set<string>()
  collect(value, names)
  return [...names].toSorted()
}

function collect(value: Json, names: Set<string>): void {
  if (typeof value === 'string') {
    for (const [, name = ''] of value.matchAll(/\$\{secret:([A-Za-z_]\w*)\}/g)) names.add(name)
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collect(member, names)
  }
}
