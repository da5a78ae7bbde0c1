import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export const PROJECT_FILE = 'crawlform.yaml'

/** The directory of crawlform's own files, next to the project file. */
export const OWN_DIRECTORY = '.crawlform'

/** The place of problems that concern the whole directory, because it holds no file to blame. */
export const PROJECT_DIRECTORY = '.'

/** Where a project is on disk. */
export interface ProjectRoot {
  /** Holds crawlform.yaml, or is where the search began. */
  readonly root: string
  /** The repository around it, or else the root itself. No file outside of it is read. */
  readonly repository: string
}

/** Returns the nearest directory at or above `directory`, inside the same repository, that holds crawlform.yaml. */
export function findRoot(directory: string): ProjectRoot {
  const start = resolve(directory)
  const candidates: string[] = []
  for (let at = start; ; at = dirname(at)) {
    candidates.push(at)
    if (existsSync(resolve(at, '.git'))) break
    // Directories above one outside any repository may hold other people's files.
    if (at === dirname(at)) return { root: start, repository: start }
  }
  const root = candidates.find((at) => existsSync(resolve(at, PROJECT_FILE))) ?? start
  return { root, repository: candidates.at(-1) ?? root }
}
