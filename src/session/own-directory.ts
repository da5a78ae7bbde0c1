import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../util/make-directory.ts'

/** Returns where crawlform keeps its own files: beside `crawlform.yaml`. */
export function ownDirectory(root: string): string {
  return join(root, '.crawlform')
}

/**
 * Creates the directory and keeps it out of git, also where nobody ran `init`: it holds the key of the embedded service,
 * and a clone with this machine's record would take crawls for submitted. An existing directory is left alone, except
 * for an empty `.gitignore`, which a full disk leaves behind.
 */
export function makeOwnDirectory(root: string): void {
  const directory = ownDirectory(root)
  try {
    const file = join(directory, '.gitignore')
    const isNew = makeDirectory(directory)
    if (isNew || statSync(file, { throwIfNoEntry: false })?.size === 0) writeFileSync(file, '*\n')
  } catch {
    // The next one to write there reports what is wrong with the disk.
  }
}
