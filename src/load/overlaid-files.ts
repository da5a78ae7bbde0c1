import type { FileSource } from './file-source.ts'

/** Returns `files` with other texts for some of their paths: what an editor holds, or what a fix would write. */
export function overlaidFiles(files: FileSource, texts: ReadonlyMap<string, string>): FileSource {
  return {
    list: (directory) => files.list(directory),
    read: (path) => {
      const text = texts.get(path)
      return text === undefined ? files.read(path) : Buffer.from(text)
    },
    kind: (path) => (texts.has(path) ? 'file' : files.kind(path)),
  }
}
