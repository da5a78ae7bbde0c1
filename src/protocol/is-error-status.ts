/** Returns whether an HTTP status makes its page a failed page, whatever service delivers it: 4xx or 5xx. */
export function isErrorStatus(status: number): boolean {
  return status >= 400 && status <= 599
}
