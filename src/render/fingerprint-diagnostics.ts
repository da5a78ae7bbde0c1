import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { sha256 } from '../util/sha256.ts'

/**
 * Returns what code quality and code scanning know each problem by, one for each of `diagnostics`, 40 hexadecimal
 * digits. A line that moves changes none, and no two are the same, in no project of a repository. `prefix` is the way
 * from the repository's root to the project's, empty or ending in `/`.
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
