import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  type Dirent,
} from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { MOST_BYTES } from '../document/decode-text.ts'
import type { FileSource, Unread } from './file-source.ts'
import type { ProjectRoot } from './find-root.ts'
import { loadFailure } from './load-error.ts'
import { misnamedFiles } from './misnamed-files.ts'

/** Replaces bytes in names that are not UTF-8. */
const UNDECODED = '\uFFFD'

const FIRST_BYTES = 65_536

/** Opening a pipe that nobody writes to would wait for ever. */
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Returns the files below a project's root on disk. Linked directories are not entered. A file that is a link, or is reached
 * through one, is read only if its target is inside the repository. A typed path outside the project is bounded by its own
 * repository, or else by its directory. Synchronous calls are several times faster than promises here.
 */
export function diskFiles({ root, repository }: ProjectRoot): FileSource {
  const reachedDirectly = new Set<string>()
  const leavesRepository = boundaryCheck(root, repository)

  const misnamed = new Set<string>()

  const list = (directory: string, found: string[]): void => {
    let hasMisnamed = false
    for (const entry of entriesOf(root, directory)) {
      const file = directory === '' ? entry.name : `${directory}/${entry.name}`
      if (entry.name.includes(UNDECODED) && !isThere(file, resolve(root, file))) {
        hasMisnamed = true
        continue
      }
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') list(file, found)
      } else {
        if (entry.isFile()) reachedDirectly.add(file)
        found.push(file)
      }
    }
    if (!hasMisnamed) return
    for (const file of misnamedFiles(root, directory)) {
      misnamed.add(file)
      found.push(file)
    }
  }

  const reader = fileReader()
  const readDirectly = (file: string): Uint8Array | Unread => {
    try {
      return reader(`${root}${sep}${file}`, true)
    } catch (error) {
      if (isMissing(error)) return 'missing'
      throw loadFailure(file, error)
    }
  }
  const readIndirectly = (file: string, absolute: string): Uint8Array | Unread => {
    try {
      if (leavesRepository(absolute)) return 'outside'
      const bytes = reader(absolute, false)
      return bytes.length > 0 || statSync(absolute).isFile() ? bytes : 'special'
    } catch (error) {
      return whyUnread(file, absolute, error)
    }
  }

  return {
    list: (directory) => {
      const found: string[] = []
      const absolute = resolve(root, directory)
      // Its kind is checked only after an error, because the first use of stat takes 0.15 ms.
      if (!existsSync(absolute)) return found
      if (directory === '' || !leavesRepository(absolute)) list(directory, found)
      return found.toSorted()
    },
    read: (file) => {
      // Listed files need nothing resolved.
      if (reachedDirectly.has(file)) return readDirectly(file)
      if (misnamed.has(file)) return 'misnamed'
      const absolute = resolve(root, file)
      return readIndirectly(file, absolute)
    },
    kind: (file) => {
      const absolute = resolve(root, file)
      if (!existsSync(absolute)) return isThere(file, absolute) ? 'file' : 'missing'
      return statSync(absolute).isDirectory() ? 'directory' : 'file'
    },
  }
}

/** Returns why a file that is a link, is not a regular file, or was typed could not be read. */
function whyUnread(file: string, absolute: string, error: unknown): Unread {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') {
    if (!isThere(file, absolute)) return 'missing'
    return existsSync(absolute) && !statSync(absolute).isFile() ? 'special' : 'dead-link'
  }
  if (code === 'EISDIR' || code === 'EAGAIN' || code === 'ENXIO') return 'special'
  throw loadFailure(file, error)
}

/** Returns true also for a link that leads nowhere. */
function isThere(file: string, absolute: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw loadFailure(file, error)
  }
}

function boundaryCheck(root: string, repository: string): (absolute: string) => boolean {
  let inside: string | undefined
  return (absolute) => {
    const isBelowRoot = absolute.startsWith(withSeparator(root)) || absolute === root
    const target = realpathSync.native(absolute)
    const boundary = isBelowRoot
      ? (inside ??= realpathSync.native(repository))
      : boundaryAround(dirname(absolute))
    return target !== boundary && !target.startsWith(withSeparator(boundary))
  }
}

/** Returns the repository around a directory outside the project, or else the directory itself. */
function boundaryAround(directory: string): string {
  const real = realpathSync.native(directory)
  for (let at = real; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return real
  }
}

function withSeparator(directory: string): string {
  return directory.endsWith(sep) ? directory : directory + sep
}

/**
 * Reads files into one reused buffer that grows as needed. A file that is too large is read only far enough to detect that. A
 * regular file is read in one call.
 */
function fileReader(): (file: string, isRegular: boolean) => Uint8Array {
  let buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
  return (file, isRegular) => {
    const descriptor = openSync(file, isRegular ? 'r' : READ_AT_ONCE)
    try {
      for (let length = 0; ;) {
        const count = readSync(descriptor, buffer, length, buffer.length - length, null)
        length += count
        if (count === 0 || length > MOST_BYTES || (isRegular && length < buffer.length))
          return buffer.subarray(0, length)
        if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 4)
      }
    } finally {
      closeSync(descriptor)
    }
  }
}

function entriesOf(root: string, directory: string): readonly Dirent[] {
  try {
    return readdirSync(resolve(root, directory), { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw loadFailure(directory === '' ? '.' : directory, error)
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
