import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Returns the path of an address; undefined for texts that are not files. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

/** Returns the name of an address below `root`, with `/`; undefined for other addresses. */
export function fileOf(root: string, uri: string): string | undefined {
  const absolute = pathOf(uri)
  if (absolute === undefined) return undefined
  const file = path.relative(root, absolute).split(path.sep).join('/')
  return file === '' || file.startsWith('../') || path.isAbsolute(file) ? undefined : file
}

/** Returns the address of a file below `root`. */
export function addressOf(root: string, file: string): string {
  return pathToFileURL(path.join(root, file)).href
}
