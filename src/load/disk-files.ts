import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  type Dirent,
} from 'node:fs'
import path from 'node:path'
import type { FileSource } from './file-source.ts'
import type { ProjectRoot } from './find-root.ts'
import { LoadError } from './load-error.ts'

const FIRST_BYTES = 65_536

/**
 * The files below a project's root on disk. Directories that are links are not entered; a file inside the root that is a
 * link, or lies behind one, is read only while its target stays inside the repository. Synchronous, which is several times
 * faster than promises here.
 */
export function diskFiles({ root, repository }: ProjectRoot): FileSource {
  let boundary: string | undefined
  const reachedDirectly = new Set<string>()

  const list = (directory: string, found: string[]): void => {
    for (const entry of entriesOf(path.resolve(root, directory))) {
      const file = directory === '' ? entry.name : `${directory}/${entry.name}`
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') list(file, found)
      } else if (entry.isFile()) {
        reachedDirectly.add(file)
        found.push(file)
      } else if (entry.isSymbolicLink()) {
        found.push(file)
      }
    }
  }

  const leavesRepository = (file: string): boolean => {
    // A path that a person typed may lead anywhere, as long as it says so.
    if (file.startsWith('..') || path.isAbsolute(file)) return false
    if (reachedDirectly.has(file)) return false
    const target = realpathSync.native(path.resolve(root, file))
    boundary ??= realpathSync.native(repository)
    return target !== boundary && !target.startsWith(`${boundary}${path.sep}`)
  }

  const reader = fileReader()
  return {
    list: (directory) => {
      const found: string[] = []
      // Asked for its kind only after an error: the first use of stat takes 0.15 ms.
      if (!existsSync(path.resolve(root, directory))) return found
      if (directory === '' || !leavesRepository(directory)) list(directory, found)
      return found.toSorted()
    },
    read: (file) => {
      const absolute = path.resolve(root, file)
      try {
        // Usually there is no project file, and asking first is cheaper than an error.
        if (!file.includes('/') && !existsSync(absolute)) return 'missing'
        return leavesRepository(file) ? 'outside' : reader(absolute, reachedDirectly.has(file))
      } catch (error) {
        if (isMissing(error)) return 'missing'
        throw new LoadError(file, error)
      }
    },
    kind: (file) => {
      const absolute = path.resolve(root, file)
      if (!existsSync(absolute)) return 'missing'
      return statSync(absolute).isDirectory() ? 'directory' : 'file'
    },
  }
}

/** Reads whole files into one buffer that grows as needed and is used again. Of a regular file all comes at once. */
function fileReader(): (file: string, isRegular: boolean) => Uint8Array {
  let buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
  return (file, isRegular) => {
    const descriptor = openSync(file, 'r')
    try {
      for (let length = 0; ;) {
        const count = readSync(descriptor, buffer, length, buffer.length - length, null)
        length += count
        if (count === 0 || (isRegular && length < buffer.length)) return buffer.subarray(0, length)
        if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 4)
      }
    } finally {
      closeSync(descriptor)
    }
  }
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw new LoadError(directory, error)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
