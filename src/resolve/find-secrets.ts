import type { Json } from '../util/json.ts'

/** Names of the secrets that texts in `value` refer to, sorted. */
export function findSecrets(value: Json): readonly string[] {
  const names = new Set<string>()
  collect(value, names)
  return names.size === 0 ? NONE : [...names].toSorted()
}

const NONE: readonly string[] = []

function collect(value: Json, names: Set<string>): void {
  if (typeof value === 'string') {
    if (!value.includes('${secret:')) return
    for (const [, name] of value.matchAll(/\$\{secret:([A-Za-z_]\w*)\}/g))
      if (name !== undefined) names.add(name)
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collect(member, names)
  }
}
