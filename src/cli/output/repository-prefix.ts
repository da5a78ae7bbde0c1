import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Host } from '../process/host.ts'

/**
 * Returns the way from the repository's root to the project's, empty or ending in `/`: what CI systems put in front of
 * file names to find them in a change. Outside of CI the root is taken for the repository's.
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
