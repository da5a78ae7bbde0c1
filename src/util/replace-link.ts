import { lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

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
  const fresh = `${path}.${crypto.randomUUID()}.new`
  try {
    writeFileSync(fresh, content, { mode: old?.mode ?? mode, flag: 'wx' })
    renameSync(fresh, path)
  } finally {
    rmSync(fresh, { force: true })
  }
}
