/** Filters out links that were reported before, which on most sites are nearly all of them. */
export class ReportedLinks {
  readonly #depths = new Map<string, number>()

  /** Those of `links` that were not reported from this depth or from a smaller one. */
  fresh(links: readonly string[], depth: number): string[] {
    if (this.#depths.size > MOST) this.#depths.clear()
    return links.filter((link) => {
      const before = this.#depths.get(link)
      if (before !== undefined && before <= depth) return false
      this.#depths.set(link, depth)
      return true
    })
  }
}

const MOST = 200_000
