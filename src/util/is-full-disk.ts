import { hasCode } from './has-code.ts'

/** EDQUOT, for which Node has no name: its number on Linux, and on macOS. */
const QUOTA = ['EDQUOT', 'Unknown system error -122', 'Unknown system error -69']

/** Tells whether a disk takes no more for now: it is full, or what a user may have of it is (errno(3)). */
export function isFullDisk(error: unknown): error is Error {
  return hasCode(error, 'ENOSPC') || QUOTA.some((code) => hasCode(error, code))
}
