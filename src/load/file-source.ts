/**
 * Why a file cannot be read. `special` is neither a file nor a directory, so reading it might never end. `misnamed` has a name
 * that is not UTF-8.
 */
export type Unread = 'missing' | 'outside' | 'dead-link' | 'special' | 'misnamed'

/** Where a project's files come from: the disk, or the objects of a git commit. Paths are relative to the root, with `/`. */
export interface FileSource {
  /**
   * Returns every file below `directory` ('' is the root), sorted; hidden directories and node_modules are left out. Bytes of a
   * name that are not UTF-8 are written as `\xff`.
   */
  list(directory: string): readonly string[]
  /** Returns the file's bytes, valid until the next call. A file that is too large is cut, but the part is still too large. */
  read(path: string): Uint8Array | Unread
  /** Returns the kind of `path`; also 'file' when `read` would give a reason why it cannot be read. */
  kind(path: string): 'file' | 'directory' | 'missing'
}
