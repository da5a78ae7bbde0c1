import { statSync } from 'node:fs'
import { UsageError } from '../process/usage-error.ts'

/**
 * Checks that `directory`, typed as `written`, is a directory. A missing one is an error, because the project around it was
 * not meant.
 * @throws {UsageError}
 */
export function checkDirectory(directory: string, written: string): void {
  const stats = statSync(directory, { throwIfNoEntry: false })
  if (stats === undefined) throw new UsageError(`The directory "${written}" does not exist.`)
  if (!stats.isDirectory()) throw new UsageError(`"${written}" is not a directory.`)
}
