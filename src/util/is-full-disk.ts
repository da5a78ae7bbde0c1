import { hasCode } from './has-code.ts'

/** Tells whether a disk takes no more for now: it is full, or what a user may have of it is (errno(3)). */
export function isFullDisk(error: unknown): error is Error {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
}
