import { readFileSync } from 'node:fs'
import { hasCode } from './has-code.ts'

/**
 * Returns the bytes of a file; undefined if it is missing.
 * @throws other errors of the system
 */
export function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}
