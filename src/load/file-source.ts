/** Where a project's files come from: the disk, or the objects of a git commit. Paths are relative to the root, with `/`. */
export interface FileSource {
  /** Every file below `directory` ('' is the root), sorted; hidden directories and node_modules are left out. */
  list(directory: string): readonly string[]
  /** The file's bytes, good until the next call; 'missing', or 'outside' where it is a link that leaves the repository. */
  read(path: string): Uint8Array | 'missing' | 'outside'
  /** What `path` names. */
  kind(path: string): 'file' | 'directory' | 'missing'
}
