import { statSync } from 'node:fs'
import { UsageError } from '../process/usage-error.ts'

/** @throws {UsageError} where `directory`, typed as `written`, is none: what is around it was not meant. */
export function checkDirectory(directory: string, written: string): void {
  const stats = statSync(directory, { throwIfNoEntry: false })
  if (stats === undefined) throw new UsageError(`The directory "${written}" does not exist.`)
  if (!stats.isDirectory()) throw new UsageError(`"${written}" is no directory.`)
}
