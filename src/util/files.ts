import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from './has-code.ts'
import { messageOf } from './message-of.ts'

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
  const descriptor = openRegular(file)
  try {
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function openRegular(file: string): number {
  const descriptor = openSync(file, READ_AT_ONCE)
  const kind = fstatSync(descriptor)
  if (kind.isFile()) return descriptor
  closeSync(descriptor)
  const code = kind.isDirectory() ? 'EISDIR' : 'EINVAL'
  throw Object.assign(new Error(`"${file}" is not a regular file`), { code, path: file })
}

/**
 * Returns the bytes of a regular file; undefined if it is missing.
 * @throws other errors of the system
 */
export function readIfThere(file: string): Buffer | undefined {
  return ifThere(() => readRegular(file))
}

function ifThere<T>(read: () => T): T | undefined {
  try {
    return whenFree(read)
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}

/** Yields the bytes of a regular file in pieces, each of which replaces the one before; none if it is missing. */
export function* piecesOf(file: string): Generator<Buffer> {
  const descriptor = ifThere(() => openRegular(file))
  if (descriptor === undefined) return
  try {
    const room = Buffer.allocUnsafeSlow(AT_ONCE)
    for (let count = readSync(descriptor, room); count > 0; count = readSync(descriptor, room))
      yield room.subarray(0, count)
  } finally {
    closeSync(descriptor)
  }
}

/** Yields the lines of a regular file, each with a line feed, of which few are in memory at once; none if it is missing. */
export function* linesOf(file: string): Generator<string> {
  const decoder = new TextDecoder()
  let line = ''
  for (const piece of piecesOf(file)) {
    const [end = '', ...others] = decoder.decode(piece, { stream: true }).split('\n')
    line += end
    for (const other of others) {
      yield `${line}\n`
      line = other
    }
  }
  line += decoder.decode()
  if (line !== '') yield `${line}\n`
}

/** Returns the bytes of a file. @throws the system's error, always with the path: reading a directory gives one without */
export function readNamed(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw Object.assign(error as Error, { path: file })
  }
}

const BUSY = ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY']

/** How long a file may be open in another program of Windows, in milliseconds. Scanners look at new files for a moment. */
const MOST_BUSY_MS = 2000

/**
 * Returns what `act` returns. Windows refuses to rename, replace, remove or read a file while some other program has it open or is
 * about to remove it: then it tries again.
 * @throws the system's error, if it stays
 */
export function whenFree<T>(act: () => T): T {
  for (let waited = 0, pause = 10; ; waited += pause, pause *= 2) {
    try {
      return act()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (waited >= MOST_BUSY_MS)
        throw Object.assign(error as Error, {
          message: `${messageOf(error)}; is it open in another program?`,
        })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
}

/** Returns whether Windows refused because another program has the file open; it does not tell that from missing rights. */
export function isBusy(error: unknown): boolean {
  return process.platform === 'win32' && BUSY.some((code) => hasCode(error, code))
}

/**
 * Returns a name of a file for `name` that every system takes: no device, such as `aux`, no dot at its beginning or end. Names
 * that differ have names of files that differ.
 */
export function plainFileName(name: string): string {
  const encoded = encodeURIComponent(name)
    .replaceAll('*', '%2A')
    .replaceAll(/^\.|\.$/g, '%2E')
  return withoutDevice(encoded)
}

/** Escapes the first letter of a device's name: `aux` is `%61ux`. */
export function withoutDevice(name: string): string {
  return isDeviceName(name) ? name.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`) : name
}

/** Returns whether Windows keeps a name for a device, with any extension ("Naming Files, Paths, and Namespaces"). */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/i.test(name)
}

/** Removes `path` if it is a symbolic link to a file, a directory or nothing. Links to devices, such as /dev/stdout, stay. */
export function dropLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  const target = statSync(path, { throwIfNoEntry: false })
  if (target === undefined || target.isFile() || target.isDirectory()) rmSync(path)
}

/** Writes a file as a whole or not at all. A link is replaced, never followed; a device or pipe is written to. */
export function writeInPlace(path: string, content: string | Iterable<string>, mode = 0o666): void {
  dropLink(path)
  const old = statSync(path, { throwIfNoEntry: false })
  if (old !== undefined && !old.isFile()) return writeParts(path, content)
  putFile(path, content, old?.mode ?? mode)
}

/**
 * Creates or replaces a file, as a whole or not at all. `isFree` is asked right before; returns what it answers.
 * @throws the system's error, with `path` instead of the new file's
 */
export function putFile(
  path: string,
  content: string | Iterable<string>,
  mode: number,
  isFree = () => true,
): boolean {
  const fresh = `${path}.${crypto.randomUUID()}.new`
  try {
    writeParts(fresh, content, { mode, flag: 'wx' })
    return whenFree(() => {
      const answer = isFree()
      if (answer) renameSync(fresh, path)
      return answer
    })
  } catch (error) {
    throw Object.assign(error as Error, { path })
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** Bytes that are read at once, and characters of a text that are written at once. */
const AT_ONCE = 1 << 18

/** Writes a text, or many short ones that are not all in memory at once. */
export function writeParts(
  path: string,
  content: string | Iterable<string>,
  { flag = 'w', mode = 0o666 }: { readonly flag?: string; readonly mode?: number } = {},
): void {
  const descriptor = openSync(path, flag, mode)
  try {
    let part = ''
    for (const text of typeof content === 'string' ? [content] : content) {
      part += text
      if (part.length < AT_ONCE) continue
      writeFileSync(descriptor, part)
      part = ''
    }
    writeFileSync(descriptor, part)
  } finally {
    closeSync(descriptor)
  }
}
