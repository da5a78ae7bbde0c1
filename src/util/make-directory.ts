import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from './has-code.ts'

/**
 * Creates a directory and its parents; returns false when it exists. Node's `recursive` never ends in /proc, and reports a
 * read-only disk as a missing directory.
 * @param mode of new directories, less what the process masks
 * @throws the system's error
 */
export function makeDirectory(directory: string, mode?: number): boolean {
  const parent = dirname(directory)
  if (isDirectory(directory)) return false
  if (parent !== directory && !isDirectory(parent)) makeDirectory(parent, mode)
  try {
    mkdirSync(directory, mode)
    return true
  } catch (error) {
    // Another process created it first.
    if (hasCode(error, 'EEXIST') && isDirectory(directory)) return false
    throw error
  }
}

function isDirectory(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}
