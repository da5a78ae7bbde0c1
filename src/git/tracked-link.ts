import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, join, parse, resolve, sep } from 'node:path'
import { askGit, GitError } from './git.ts'
import type { GitEnv } from './safe-command.ts'

/** A link that a pull request may have written leads to another directory. */
export class TrackedLinkError extends Error {
  override readonly name = 'TrackedLinkError'
  /** Stable, for scripts. */
  readonly code = 'TRACKED_LINK'
  readonly help = 'Take the link out of git, or name another place.'
}

/** Linux follows as many. */
const MOST_LINKS = 40

/**
 * Checks that no directory above `file` is a link that git tracks: it could lead what is written out of the repository.
 * Links of the user and the system, such as /tmp on macOS, are followed.
 * @throws {TrackedLinkError}
 */
export function refuseTrackedLinks(env: GitEnv, file: string): void {
  const directory = dirname(resolve(file))
  let at = parse(directory).root
  const names = directory.slice(at.length).split(sep).toReversed()
  let links = 0
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === '' || name === '.') continue
    const next = name === '..' ? dirname(at) : join(at, name)
    if (lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
      at = next
      continue
    }
    if (isTracked(env, at, name)) throw new TrackedLinkError(`"${next}" is a link that git tracks.`)
    // The system reports endless links.
    if (++links > MOST_LINKS) return
    const target = readlinkSync(next)
    const root = parse(target).root
    if (root !== '') at = root
    names.push(...target.slice(root.length).split(sep).toReversed())
  }
}

/**
 * Returns whether git tracks `name` in `directory`, or something below it. A directory that git refuses to run in may hold
 * anything of anyone, so there it counts as tracked; without git nothing does.
 */
export function isTracked(env: GitEnv, directory: string, name: string): boolean {
  try {
    const answer = askGit(env, realpathSync.native(directory), ['ls-files', '-z', '--', `./${name}`])
    return answer.ok ? answer.output.length > 0 : answer.words.includes('cannot use bare repository')
  } catch (error) {
    if (error instanceof GitError) return false
    throw error
  }
}
