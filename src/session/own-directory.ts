import { lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GitEnv, isTracked } from '../git/git.ts'
import { OWN_DIRECTORY } from '../load/file-source.ts'
import { makeDirectory } from '../util/files.ts'
import { EnvironmentError } from './session-dependencies.ts'

/** Returns the directory of crawlform's own files, next to `crawlform.yaml`. */
export function ownDirectory(root: string): string {
  return join(root, OWN_DIRECTORY)
}

/**
 * Checks that `.crawlform` was not written by a pull request or another user. A link in it could lead writes out of the
 * project, and its database could hold jobs that no plan shows.
 * @param isOurs whether this process made the directory, so that git cannot have brought it
 * @throws {EnvironmentError} with a remedy
 */
export function checkOwnDirectory(env: GitEnv, root: string, isOurs = false): void {
  const directory = ownDirectory(root)
  const own = lstatSync(directory, { throwIfNoEntry: false })
  if (own === undefined) return
  if (own.isSymbolicLink()) throw refusal(`"${directory}" is a link.`, `Remove the link: rm ${OWN_DIRECTORY}`)
  if (!own.isDirectory())
    throw refusal(`"${directory}" is not a directory.`, `Remove it: rm ${OWN_DIRECTORY}`)
  const user = process.getuid?.()
  if (user !== undefined && own.uid !== user)
    throw refusal(
      `"${directory}" belongs to another user.`,
      `Change its owner, or remove it: rm -r ${OWN_DIRECTORY}`,
    )
  const link = findLink(directory)
  if (link !== undefined) throw refusal(`"${link}" is a link.`, `Remove it, and check who wrote it.`)
  if (!isOurs && isTracked(env, root, OWN_DIRECTORY))
    throw refusal(
      `"${directory}" is tracked by git.`,
      `Take it out of git: git rm -r --cached ${OWN_DIRECTORY}`,
    )
}

function refusal(problem: string, remedy: string): EnvironmentError {
  return new EnvironmentError(`${problem} crawlform does not use it.`, remedy)
}

function findLink(directory: string): string | undefined {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const file = join(directory, entry.name)
    if (entry.isSymbolicLink()) return file
    const found = entry.isDirectory() ? findLink(file) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Creates the directory and keeps it out of git, also without `init`. It holds the key of the embedded service, and a clone
 * with this machine's record would take crawls for submitted. In an existing directory it only replaces an empty `.gitignore`,
 * which a full disk may leave.
 */
export function makeOwnDirectory(root: string): void {
  const directory = ownDirectory(root)
  try {
    const file = join(directory, '.gitignore')
    const isNew = makeDirectory(directory)
    if (isNew || statSync(file, { throwIfNoEntry: false })?.size === 0) writeFileSync(file, '*\n')
  } catch {
    // The next write there reports the disk's problem.
  }
}
