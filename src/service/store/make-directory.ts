import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a directory that only this user may read, and those above it. (The runtime's own recursion reports a
 * read-only disk as a missing directory, and never ends in places such as /proc.)
 * @throws the system's error
 */
export function makeDirectory(directory: string): void {
  const parent = path.dirname(directory)
  if (!existsSync(parent)) makeDirectory(parent)
  if (existsSync(directory) && statSync(directory).isDirectory()) return
  mkdirSync(directory, { mode: 0o700 })
}
