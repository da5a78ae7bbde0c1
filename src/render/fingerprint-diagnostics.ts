import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { sha256 } from '../util/sha256.ts'

/**
 * Returns a fingerprint for each of `diagnostics`: 40 hexadecimal digits by which code quality and code scanning recognise a
 * problem. They do not change when lines move, and are unique in the repository. `prefix` is the project's path relative to the
 * repository root: empty, or ending in `/`.
 */
export function fingerprintDiagnostics(
  diagnostics: readonly Diagnostic[],
  prefix: string,
): readonly string[] {
  const seen = new Map<string, number>()
  return diagnostics.map(({ rule, file, pointer, message }) => {
    const identity = [rule, prefix + file, pointer ?? '', message].join('\0')
    const count = seen.get(identity) ?? 0
    seen.set(identity, count + 1)
    return sha256(`${identity}\0${count}`).slice(0, 40)
  })
}
