/**
 * Filters out links that were reported before, which on most sites are nearly all of them. It forgets those that were
 * not met for long, so that it stays small on any site: to report a link again does no harm.
 */
export class ReportedLinks {
  #recent = new Map<string, number>()
  #older = new Map<string, number>()

  /** Those of `links` that were not reported from this depth or from a smaller one. */
  fresh(links: readonly string[], depth: number): string[] {
    if (this.#recent.size > MOST_RECENT) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    return links.filter((link) => {
      const recent = this.#recent.get(link)
      const before = recent ?? this.#older.get(link)
      if (recent === undefined || depth < recent) this.#recent.set(link, Math.min(depth, before ?? depth))
      return before === undefined || depth < before
    })
  }
}

const MOST_RECENT = 25_000
