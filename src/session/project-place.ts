import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { askGit, GitError } from '../git/git.ts'
import type { GitEnv } from '../git/safe-command.ts'
import { PROJECT_FILE } from '../load/find-root.ts'
import type { ProjectPlace } from '../state/http-backend.ts'

/** Returns where a project is in its repository; undefined outside of git. */
export function projectPlace(env: GitEnv, root: string): ProjectPlace | undefined {
  const top = firstLine(env, root, ['rev-parse', '--show-toplevel'])
  const prefix = firstLine(env, root, ['rev-parse', '--show-prefix'])
  if (top === undefined || prefix === undefined) return undefined
  return {
    path: prefix === '' ? '.' : prefix.replace(/\/$/, ''),
    hasProject: (path) => {
      const file = join(path, PROJECT_FILE)
      // A sparse checkout has files only in its index.
      return existsSync(join(top, file)) || firstLine(env, top, ['ls-files', '--', file]) !== undefined
    },
  }
}

/** Returns the first line of an answer, also an empty one; undefined without any or when git fails. */
function firstLine(env: GitEnv, directory: string, args: readonly string[]): string | undefined {
  try {
    const answer = askGit(env, directory, { args })
    const text = answer.ok ? answer.output.toString('utf8') : ''
    return text === '' ? undefined : text.slice(0, text.indexOf('\n'))
  } catch (error) {
    if (error instanceof GitError) return undefined
    throw error
  }
}
