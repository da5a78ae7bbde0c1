import { readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { diskFiles } from '../../load/disk-files.ts'
import { type FileSource, type ProjectRoot, reportUnread } from '../../load/file-source.ts'
import { putFile } from '../../util/files.ts'
import { plural } from '../../util/text.ts'

const LEFTOVER = /^\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.new$/

/** Somebody wrote a file between the moment a command read it and the moment the command would replace it. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged'
  readonly code = 'FILE_CHANGED'
  readonly help = 'Run the command again: it then works on the new text.'

  constructor(files: readonly string[], written: number) {
    const what = files.map((file) => `"${file}"`).join(', ')
    const others = written === 0 ? '' : ` Written: ${plural(written, 'other file')}.`
    super(`${what} changed while this command ran, and was not written.${others}`)
  }
}

/** A new text for a file of a person. */
export interface Rewrite {
  /** From the root. */
  readonly name: string
  /** Every character that the command read; undefined if there was no file. */
  readonly before: string | undefined
  readonly after: string
}

/** Returns every character of a file; undefined if there is none. @throws an error with the reason why it cannot be read */
export function readText(files: FileSource, name: string): string | undefined {
  const bytes = files.read(name)
  if (bytes === 'missing') return undefined
  if (typeof bytes !== 'string') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  throw Object.assign(new Error(reportUnread(name, bytes).message), { code: 'EINVAL' })
}

/**
 * Replaces files of a person, each as a whole, and only while it still holds the text that the command read: a person may save it
 * meanwhile. Its mode and a link stay. Also removes temporary files that killed runs left.
 * @throws {FileChanged} names the changed files, which stay; all others are written
 */
export function rewriteFiles(place: ProjectRoot, rewrites: readonly Rewrite[]): void {
  const files = diskFiles(place)
  const changed = rewrites.filter(({ name, before, after }) => {
    const bytes = before === undefined ? undefined : Buffer.from(before)
    return !replaceFile(resolve(place.root, name), after, () => {
      const now = files.read(name)
      return typeof now === 'string' ? now === 'missing' && bytes === undefined : bytes?.equals(now) === true
    })
  })
  if (changed.length > 0)
    throw new FileChanged(
      changed.map(({ name }) => name),
      rewrites.length - changed.length,
    )
}

/** Returns false if the file is no longer as it was read. */
function replaceFile(file: string, content: string, isAsRead: () => boolean): boolean {
  if (!isAsRead()) return false
  const old = statSync(file, { throwIfNoEntry: false })
  const target = old === undefined ? file : realpathSync.native(file)
  removeLeftovers(target)
  return putFile(target, content, old?.mode ?? 0o666, isAsRead)
}

function removeLeftovers(target: string): void {
  const [folder, name] = [dirname(target), basename(target)]
  for (const other of readdirSync(folder))
    if (other.startsWith(name) && LEFTOVER.test(other.slice(name.length)))
      rmSync(join(folder, other), { force: true })
}
