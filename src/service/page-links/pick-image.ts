/** More is a trap, not a list of images. */
const MAX_SRCSET = 20_000

/**
 * Returns the candidate of a `srcset` with the greatest width or density (HTML Standard, "srcset attributes"); `src`
 * counts as density 1. Undefined without one.
 */
export function pickImage(src: string | undefined, srcset: string | undefined): string | undefined {
  let best = src === undefined || src === '' ? undefined : src
  if (srcset === undefined) return best
  let bestSize = 1
  eachCandidate(srcset.slice(0, MAX_SRCSET), (url, size) => {
    if (best !== undefined && size <= bestSize) return
    best = url
    bestSize = size
  })
  return best
}

function eachCandidate(srcset: string, take: (url: string, size: number) => void): void {
  const { length } = srcset
  let position = 0
  while (position < length) {
    while (position < length && /[\s,]/.test(srcset.charAt(position))) position++
    const start = position
    while (position < length && !/\s/.test(srcset.charAt(position))) position++
    const word = srcset.slice(start, position)
    // A URL may hold commas, but a comma at its very end ends the candidate.
    if (word.endsWith(',')) {
      take(withoutCommas(word), 1)
      continue
    }
    const comma = srcset.indexOf(',', position)
    const end = comma === -1 ? length : comma
    if (word !== '') take(word, sizeOf(srcset.slice(position, end)))
    position = end
  }
}

function sizeOf(descriptor: string): number {
  const match = /(\d+(?:\.\d+)?)[wx]\s*$/.exec(descriptor)
  return match === null ? 1 : Number(match[1])
}

function withoutCommas(word: string): string {
  let end = word.length
  while (word.charAt(end - 1) === ',') end--
  return word.slice(0, end)
}
