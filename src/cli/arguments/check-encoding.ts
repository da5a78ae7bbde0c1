import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { escapeBytes, isUtf8Name } from '../../util/escape-bytes.ts'
import { UsageError } from '../process/usage-error.ts'

/**
 * Checks a command line and working directory in which the runtime may have replaced bytes: what they mean is lost, and
 * files of other names would be read and written. Only Linux has such names, and tells the bytes.
 * @throws {UsageError} which shows what is not UTF-8
 */
export function checkEncoding(cwd: string): void {
  const help = 'Rename what it names, or reach it by another path.'
  const commandLine = read(() => readFileSync('/proc/self/cmdline'))
  for (let at = 0; at < commandLine.length;) {
    const end = commandLine.indexOf(0, at)
    const word = commandLine.subarray(at, end === -1 ? commandLine.length : end)
    if (!isUtf8Name(word)) throw new UsageError(`The argument "${escapeBytes(word)}" is not UTF-8.`, help)
    at += word.length + 1
  }
  if (existsSync(cwd)) return
  const place = read(() => readlinkSync('/proc/self/cwd', { encoding: 'buffer' }))
  if (!isUtf8Name(place))
    throw new UsageError(`The name of the working directory "${escapeBytes(place)}" is not UTF-8.`, help)
}

function read(from: () => Buffer): Buffer {
  try {
    return from()
  } catch {
    return Buffer.alloc(0)
  }
}
