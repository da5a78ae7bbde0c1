import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns the directory that git would take for a bare repository when it is run in `directory`; undefined if a `.git` comes
 * first. A git before 2.38 does not know `safe.bareRepository`, so its own refusal is not enough.
 */
export function findLookAlike(directory: string): string | undefined {
  let at: string
  try {
    at = realpathSync.native(directory)
  } catch {
    // git reports that the directory is missing.
    return undefined
  }
  for (;;) {
    if (isThere(join(at, '.git'))) return undefined
    if (looksBare(at)) return at
    const above = dirname(at)
    if (above === at) return undefined
    at = above
  }
}

/** Compares with the rules of git, which reads `objects` and `refs` from the directory that `commondir` names. */
function looksBare(directory: string): boolean {
  const has = (name: string): boolean => isThere(join(directory, name))
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

/** Returns true also for a link that leads nowhere: `HEAD` may be one. */
function isThere(file: string): boolean {
  return existsSync(file) || lstatSync(file, { throwIfNoEntry: false }) !== undefined
}
