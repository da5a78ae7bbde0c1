import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Returns where crawlform keeps its own files: beside `crawlform.yaml`. */
export function ownDirectory(root: string): string {
  return path.join(root, '.crawlform')
}

/**
 * Makes the directory and keeps it out of git, also where nobody ran `init`: a clone with another machine's record would
 * take crawls for submitted, and the key of the embedded service is there. Once it is there it is as people left it.
 */
export function makeOwnDirectory(root: string): void {
  const directory = ownDirectory(root)
  try {
    if (mkdirSync(directory, { recursive: true }) === undefined) return
    writeFileSync(path.join(directory, '.gitignore'), '*\n', { flag: 'wx' })
  } catch {
    // Whoever writes there next says what is wrong with the disk.
  }
}
