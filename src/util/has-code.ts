/** Tells whether `error` is a system error, or one of ours, with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Tells whether `error` comes from the system, such as EACCES. Node's own codes, ERR_..., report mistakes of our code. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code))
}

/** Codes of a full disk: of the system, of SQLite, and of an exhausted quota, for which Node has no name: its number on Linux, and on macOS. */
const FULL = ['ENOSPC', 'SQLITE_FULL', 'EDQUOT', 'Unknown system error -122', 'Unknown system error -69']

/** Tells whether a disk or a user's quota is full for now (errno(3)). */
export function isFullDisk(error: unknown): error is Error {
  return FULL.some((code) => hasCode(error, code))
}
