import path from 'node:path'

/**
 * Returns `file` as seen from `directory`, with `/`: '' for the directory itself, and undefined for what is not in it. On Windows
 * case makes no difference: editors write the letter of a disk in either.
 */
export function pathBelow(directory: string, file: string): string | undefined {
  const relative = path.relative(directory, file)
  const isOutside = relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
  return isOutside ? undefined : relative.replaceAll(path.sep, '/')
}
