import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from './has-code.ts'

/**
 * Creates a directory and its parents; returns false when it exists. Node's `recursive` never ends in /proc, and reports a
 * read-only disk as a missing directory.
 * @param mode of new directories, less what the process masks
 * @throws the system's error
 */
export function makeDirectory(directory: string, mode?: number): boolean {
  const parent = dirname(directory)
  if (isDirectory(directory)) return false
  if (parent !== directory && !isDirectory(parent)) makeDirectory(parent, mode)
  try {
    mkdirSync(directory, mode)
    return true
  } catch (error) {
    // Another process created it first.
    if (hasCode(error, 'EEXIST') && isDirectory(directory)) return false
    throw error
  }
}

function isDirectory(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Without this, opening a pipe that nobody writes to would block. Windows has no such flag. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Returns the bytes of a regular file. @throws the system's error, also for a pipe or device, which may never end */
export function readRegular(file: string): Buffer {
  const descriptor = openSync(file, READ_AT_ONCE)
  try {
    if (!fstatSync(descriptor).isFile())
      throw Object.assign(new Error('it is not a regular file'), { code: 'EINVAL', path: file })
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Returns the bytes of a regular file; undefined if it is missing.
 * @throws other errors of the system
 */
export function readIfThere(file: string): Buffer | undefined {
  try {
    return readRegular(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}

/** Returns the bytes of a file. @throws the system's error, always with the path: reading a directory gives one without */
export function readNamed(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw Object.assign(error as Error, { path: file })
  }
}

/** Removes `path` if it is a symbolic link to a file, a directory or nothing. Links to devices, such as /dev/stdout, stay. */
export function dropLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  const target = statSync(path, { throwIfNoEntry: false })
  if (target === undefined || target.isFile() || target.isDirectory()) rmSync(path)
}

/** Writes a file as a whole or not at all. A link is replaced, never followed; a device or pipe is written to. */
export function writeInPlace(path: string, content: string, mode = 0o666): void {
  dropLink(path)
  const old = statSync(path, { throwIfNoEntry: false })
  if (old !== undefined && !old.isFile()) return writeFileSync(path, content)
  putFile(path, content, old?.mode ?? mode)
}

/** Creates or replaces a file, as a whole or not at all. @throws the system's error, with `path` instead of the new file's */
export function putFile(path: string, content: string, mode: number): void {
  const fresh = `${path}.${crypto.randomUUID()}.new`
  try {
    writeFileSync(fresh, content, { mode, flag: 'wx' })
    renameSync(fresh, path)
  } catch (error) {
    throw Object.assign(error as Error, { path })
  } finally {
    rmSync(fresh, { force: true })
  }
}
