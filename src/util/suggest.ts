/**
 * Returns the candidates that `typed` probably means, nearest first. Distance is Damerau-Levenshtein on lower-case words
 * without `_` and `-`, so `max_depth` finds `maxDepth`. A candidate must be within floor(share * length) + 1 edits and keep more
 * than half of its characters. One that begins with a typed word of four letters or more also counts, and one of five
 * letters or more that the typed word contains.
 */
export function suggest(typed: string, candidates: Iterable<string>, share = 0.3): string[] {
  const word = fold(typed)
  const limit = Math.floor(word.length * share) + 1
  const scored: { candidate: string; distance: number }[] = []
  for (const candidate of new Set(candidates)) {
    const other = fold(candidate)
    if ((word.length >= 4 && other.startsWith(word)) || (other.length >= 5 && word.includes(other))) {
      scored.push({ candidate, distance: Math.abs(other.length - word.length) })
      continue
    }
    const distance = editDistance(word, other, limit)
    const isNear = distance * 2 < Math.max(word.length, candidate.length)
    if (distance <= limit && isNear) scored.push({ candidate, distance })
  }
  scored.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  return scored.map((entry) => entry.candidate)
}

/** Returns the word without what naming styles differ in: case, `_`, `-` and spaces. */
export function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[_\-\s]/g, '')
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      }
      row.push(best)
    }
    before = previous
    previous = row
  }
  return previous[b.length] ?? limit + 1
}
