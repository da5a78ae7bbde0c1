import { basename, dirname, resolve, sep } from 'node:path'

/** Variables with a path that git reads from the directory of the process. Hooks set them as relative paths. */
const PATHS = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_COMMON_DIR']

/**
 * Returns the paths of the environment that name a repository, as absolute ones: git is run in another directory. With
 * `GIT_DIR` alone git takes the directory that it is run in for the top of the work tree. Then a project would have no path
 * in its repository, so the top is named too.
 */
export function repositoryPaths(
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): Record<string, string> {
  const here = process.cwd()
  const paths: Record<string, string> = {}
  for (const name of PATHS) {
    const value = env[name]
    if (value !== undefined && value !== '') paths[name] = resolve(here, value)
  }
  const gitDir = paths['GIT_DIR']
  if (gitDir !== undefined && paths['GIT_WORK_TREE'] === undefined)
    paths['GIT_WORK_TREE'] = topFor(gitDir, directory, here)
  return paths
}

function topFor(gitDir: string, directory: string, here: string): string {
  if (basename(gitDir) === '.git') return dirname(gitDir)
  return `${resolve(directory)}${sep}`.startsWith(here.endsWith(sep) ? here : here + sep) ? here : directory
}
