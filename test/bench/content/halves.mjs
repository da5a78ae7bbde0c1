import { createHash } from 'node:crypto'

/** Returns whether a page is in the half of the benchmark that is tuned on; the other half confirms. */
export function isInFirstHalf(name) {
  return (createHash('sha256').update(name).digest()[0] & 1) === 0
}
