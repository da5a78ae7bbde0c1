import { existsSync, readlinkSync, statSync } from 'node:fs'
import { escapeBytes, isUtf8 } from '../../util/escape-bytes.ts'
import { readRegular } from '../../util/files.ts'
import { UsageError } from '../process/failures.ts'

/**
 * Checks the original bytes of the command line and the working directory. Where Node replaced bytes, files with other
 * names would be read and written. Only Linux has such names, and shows the bytes.
 * @throws {UsageError} that shows the name that is not UTF-8
 */
export function checkEncoding(cwd: string): void {
  const help = 'Rename the file or directory, or use another path to it.'
  const words = read(() => readRegular('/proc/self/cmdline'))
    .toString('latin1')
    .split('\0')
  const wrong = words.map((word) => Buffer.from(word, 'latin1')).find((word) => !isUtf8(word))
  if (wrong !== undefined) throw new UsageError(`The argument "${escapeBytes(wrong)}" is not UTF-8.`, help)
  if (existsSync(cwd)) return
  const place = read(() => readlinkSync('/proc/self/cwd', { encoding: 'buffer' }))
  if (!isUtf8(place))
    throw new UsageError(`The name of the working directory "${escapeBytes(place)}" is not UTF-8.`, help)
}

function read(from: () => Buffer): Buffer {
  try {
    return from()
  } catch {
    return Buffer.alloc(0)
  }
}

/**
 * Checks that `directory`, typed as `written`, is a directory. A missing one is an error, or the project around it would be
 * used by mistake.
 * @throws {UsageError}
 */
export function checkDirectory(directory: string, written: string): void {
  const stats = statSync(directory, { throwIfNoEntry: false })
  const help = 'Name an existing directory.'
  if (stats === undefined) throw new UsageError(`The directory "${written}" does not exist.`, help)
  if (!stats.isDirectory()) throw new UsageError(`"${written}" is not a directory.`, help)
}
