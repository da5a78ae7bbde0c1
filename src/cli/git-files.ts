import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { FileSource, Unread } from '../load/file-source.ts'
import { git, gitWith } from './git.ts'
import { UsageError } from './usage-error.ts'

interface TreeEntry {
  readonly isLink: boolean
  readonly object: string
}

/** Links that lead to links are followed this far. */
const MOST_LINKS = 10

/**
 * The files below `root` as they are in a commit, read from git's objects alone: nothing is checked out.
 * @throws {UsageError} when `revision` names no commit
 */
export function gitFiles(root: string, revision: string): FileSource {
  const top = git(root, ['rev-parse', '--show-toplevel'])?.toString('utf8').replace(/\n$/, '')
  if (top === undefined)
    throw new UsageError(`"${root}" is in no git repository, so there is nothing to compare with.`)
  const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])
  if (commit === undefined) {
    throw new UsageError(
      `"${revision}" is no commit that git knows here.`,
      'In a shallow clone, fetch it first: git fetch --depth=1 origin BRANCH:BRANCH',
    )
  }
  const tree = readTree(top, commit.toString('utf8').trim())
  const prefix = path.relative(realpathSync.native(top), realpathSync.native(root)).replaceAll(path.sep, '/')
  const inTree = (file: string): string => path.posix.join(prefix, file)
  const blobs = new BlobReader(top, tree)
  return {
    list(directory) {
      const base = path.posix.join(prefix, directory)
      const start = base === '' || base === '.' ? '' : `${base}/`
      return [...tree.keys()]
        .filter((file) => file.startsWith(start) && isShown(file.slice(start.length)))
        .map((file) => (prefix === '' ? file : file.slice(prefix.length + 1)))
        .toSorted()
    },
    read(file) {
      return readFollowing(tree, blobs, inTree(file))
    },
    kind(file) {
      const name = inTree(file)
      if (tree.has(name)) return 'file'
      return [...tree.keys()].some((known) => known.startsWith(`${name}/`)) ? 'directory' : 'missing'
    },
  }
}

/** Every blob of the commit by its path from the repository's root. */
function readTree(top: string, commit: string): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  const listing = git(top, ['ls-tree', '-r', '-z', '--full-tree', commit])?.toString('utf8') ?? ''
  for (const line of listing.split('\0')) {
    const [, mode = '', object = '', name = ''] = /^(\d+) blob ([0-9a-f]+)\t([^]*)$/.exec(line) ?? []
    if (name !== '') entries.set(name, { isLink: mode === '120000', object })
  }
  return entries
}

/** The disk's rule: hidden directories and node_modules are left out. */
function isShown(file: string): boolean {
  const folders = file.split('/').slice(0, -1)
  return !folders.some((folder) => folder.startsWith('.') || folder === 'node_modules')
}

/** The bytes of `start` or of what it links to inside the repository. */
function readFollowing(
  tree: ReadonlyMap<string, TreeEntry>,
  blobs: BlobReader,
  start: string,
): Uint8Array | Unread {
  let file = start
  for (let links = 0; links <= MOST_LINKS; links += 1) {
    if (file.startsWith('../')) return 'outside'
    const entry = tree.get(file)
    if (entry === undefined) return links === 0 ? 'missing' : 'dead-link'
    if (!entry.isLink) return blobs.read(file)
    const target = new TextDecoder().decode(blobs.read(file))
    if (target.startsWith('/')) return 'outside'
    file = path.posix.join(path.posix.dirname(file), target)
  }
  return 'dead-link'
}

/** Reads blobs of one folder together, because starting git costs more than reading. */
class BlobReader {
  readonly #top: string
  readonly #tree: ReadonlyMap<string, TreeEntry>
  readonly #contents = new Map<string, Uint8Array>()

  constructor(top: string, tree: ReadonlyMap<string, TreeEntry>) {
    this.#top = top
    this.#tree = tree
  }

  read(file: string): Uint8Array {
    if (!this.#contents.has(file)) this.#fetch(this.#neighbours(file))
    return this.#contents.get(file) ?? new Uint8Array()
  }

  #neighbours(file: string): readonly string[] {
    const folder = path.posix.dirname(file)
    const others = [...this.#tree.keys()].filter(
      (other) => path.posix.dirname(other) === folder && /\.ya?ml$/.test(other) && !this.#contents.has(other),
    )
    return [...new Set([file, ...others])]
  }

  /** `git cat-file --batch`: for each object a line `ID TYPE SIZE`, the bytes, a line feed. */
  #fetch(files: readonly string[]): void {
    const objects = files.map((file) => this.#tree.get(file)?.object ?? '')
    const output = gitWith(
      this.#top,
      ['cat-file', '--batch'],
      objects.map((object) => `${object}\n`).join(''),
    )
    let at = 0
    for (const file of files) {
      const end = output.indexOf(10, at)
      const size = Number(output.toString('latin1', at, end).split(' ')[2])
      if (!Number.isSafeInteger(size)) throw new UsageError(`git cannot read "${file}".`)
      this.#contents.set(file, output.subarray(end + 1, end + 1 + size))
      at = end + 1 + size + 1
    }
  }
}
