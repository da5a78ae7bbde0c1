import { createHash, timingSafeEqual } from 'node:crypto'

/** Tells whether two texts are equal. Comparing digests takes a time that reveals neither length nor common prefix. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
