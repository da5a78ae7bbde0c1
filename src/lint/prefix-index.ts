/** Longer prefixes hardly separate more lists, and each of their characters takes an entry. */
const MOST_CHARACTERS = 48

/** Finds lists that have a prefix in common with given ones; either may be the shorter one. */
export class PrefixIndex {
  readonly #at = new Map<string, Set<number>>()
  readonly #below = new Map<string, Set<number>>()

  /** Adds list `id`, which has `prefixes`. */
  add(id: number, prefixes: Iterable<string>): void {
    for (const prefix of prefixes) {
      const cut = prefix.slice(0, MOST_CHARACTERS)
      put(this.#at, cut, id)
      for (let end = 0; end < cut.length; end++) put(this.#below, cut.slice(0, end), id)
    }
  }

  /** Returns, in ascending order, the lists with a prefix that begins with one of `prefixes`, or the other way round. */
  near(prefixes: Iterable<string>): readonly number[] {
    const found = new Set<number>()
    for (const prefix of prefixes) {
      const cut = prefix.slice(0, MOST_CHARACTERS)
      for (let end = 0; end <= cut.length; end++) addAll(found, this.#at.get(cut.slice(0, end)))
      addAll(found, this.#below.get(cut))
    }
    return [...found].toSorted((a, b) => a - b)
  }
}

function put(map: Map<string, Set<number>>, key: string, id: number): void {
  const ids = map.get(key)
  if (ids === undefined) map.set(key, new Set([id]))
  else ids.add(id)
}

function addAll(found: Set<number>, ids: ReadonlySet<number> | undefined): void {
  if (ids !== undefined) for (const id of ids) found.add(id)
}
