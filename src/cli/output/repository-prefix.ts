import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Host } from '../process/host.ts'

/**
 * Returns the project's path relative to the repository root: empty, or ending in `/`. CI systems put it in front of file names
 * to find them in a change. Outside CI the project's root counts as the repository's.
 */
export function repositoryPrefix({ env }: Host, root: string): string {
  const workspace = env['GITHUB_WORKSPACE'] ?? env['CI_PROJECT_DIR'] ?? ''
  if (workspace === '') return ''
  const relative = path.relative(real(workspace), real(root))
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return ''
  return `${relative.replaceAll(path.sep, '/')}/`
}

function real(directory: string): string {
  try {
    return realpathSync(directory)
  } catch {
    return path.resolve(directory)
  }
}
