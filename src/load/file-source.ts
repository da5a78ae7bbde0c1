/**
 * Why there is nothing to read: nothing is there, a link leaves the repository or leads nowhere, it is neither a
 * file nor a directory, so that reading it might never end, or its name is not UTF-8.
 */
export type Unread = 'missing' | 'outside' | 'dead-link' | 'special' | 'misnamed'

/** Where a project's files come from: the disk, or the objects of a git commit. Paths are relative to the root, with `/`. */
export interface FileSource {
  /**
   * Returns every file below `directory` ('' is the root), sorted; hidden directories and node_modules are left out.
   * What of a name is not UTF-8 stands there as `\xff`.
   */
  list(directory: string): readonly string[]
  /**
   * Returns the file's bytes, good until the next call; of one that is too large to be a crawl file, a part that is so
   * too.
   */
  read(path: string): Uint8Array | Unread
  /** Returns what `path` names; 'file' also for what `read` has something to say about. */
  kind(path: string): 'file' | 'directory' | 'missing'
}
