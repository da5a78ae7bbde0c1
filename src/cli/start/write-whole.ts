import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a file beside `file` first: whoever reads meanwhile finds the old one or the new one. Of two writers the last stays.
 * @throws the system's error
 */
export function writeWhole(file: string, content: Uint8Array | string): void {
  const written = `${file}.${process.pid}`
  try {
    writeFileSync(written, content)
    renameSync(written, file)
  } catch (error) {
    rmSync(written, { force: true })
    throw error
  }
}
