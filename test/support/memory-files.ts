import type { FileSource } from '../../src/load/file-source.ts'

/** A project whose files are given as text, as those of a git commit would be. */
export function memoryFiles(texts: Readonly<Record<string, string>>): FileSource {
  const names = Object.keys(texts).toSorted()
  return {
    list: (directory) => names.filter((name) => directory === '' || name.startsWith(`${directory}/`)),
    read: (path) => {
      const text = texts[path]
      return text === undefined ? 'missing' : new TextEncoder().encode(text)
    },
    kind: (path) => {
      if (texts[path] !== undefined) return 'file'
      return names.some((name) => name.startsWith(`${path}/`)) ? 'directory' : 'missing'
    },
  }
}
