/** Tells whether `error` is a system error, or one of ours, with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Tells whether `error` comes from the system, such as EACCES. Node's own codes, ERR_..., report mistakes of our code. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code))
}
