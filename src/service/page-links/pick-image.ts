/** More is a trap, not a list of images. */
const MAX_SRCSET = 20_000
/** A URL may hold commas, but a comma at its very end ends the candidate. */
const CANDIDATE = /([^\s,]\S*)(?:(?<!,)\s([^,]*))?/g

/**
 * Returns the candidate of a `srcset` with the greatest width or density (HTML Standard, "srcset attributes"); `src`
 * counts as density 1. Undefined without one.
 */
export function pickImage(src: string | undefined, srcset: string | undefined): string | undefined {
  let best = src === undefined || src === '' ? undefined : src
  if (srcset === undefined) return best
  let bestSize = 1
  for (const [, url = '', descriptor] of srcset.slice(0, MAX_SRCSET).matchAll(CANDIDATE)) {
    const size = Number(/(\d+(?:\.\d+)?)[wx]\s*$/.exec(descriptor ?? '')?.[1] ?? 1)
    if (best !== undefined && size <= bestSize) continue
    best = url.replace(/(?<!,),+$/, '')
    bestSize = size
  }
  return best
}
