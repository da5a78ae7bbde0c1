import { randomUUID } from 'node:crypto'
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Replaces the content of an existing file, as a whole or not at all. It keeps the mode, and a link stays a link. */
export function replaceFile(file: string, content: string): void {
  const target = realpathSync.native(file)
  const fresh = `${target}.${randomUUID()}.new`
  try {
    writeFileSync(fresh, content, { mode: statSync(target).mode, flag: 'wx' })
    renameSync(fresh, target)
  } finally {
    rmSync(fresh, { force: true })
  }
}
