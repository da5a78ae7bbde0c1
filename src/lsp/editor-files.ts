import type { FileSource } from '../load/file-source.ts'
import { overlaidFiles } from '../load/overlaid-files.ts'

/** Returns the files of a project with the editor's texts by file, also of new files that were never saved. */
export function editorFiles(disk: FileSource, texts: ReadonlyMap<string, string>): FileSource {
  return {
    ...overlaidFiles(disk, texts),
    list: (directory) => {
      const saved = disk.list(directory)
      const known = new Set(saved)
      const unsaved = [...texts.keys()].filter(
        (file) => !known.has(file) && isBelow(file, directory) && !isPassedOver(file),
      )
      return unsaved.length === 0 ? saved : [...saved, ...unsaved].toSorted()
    },
  }
}

function isBelow(file: string, directory: string): boolean {
  return directory === '' || file.startsWith(`${directory}/`)
}

function isPassedOver(file: string): boolean {
  const folders = file.split('/').slice(0, -1)
  return folders.some((folder) => folder.startsWith('.') || folder === 'node_modules')
}
