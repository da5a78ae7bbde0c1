import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { FileSource, Unread } from '../../load/file-source.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { suggest } from '../../util/suggest.ts'
import { askGit, GitError, type GitAnswer } from '../../git/git.ts'
import type { GitEnv } from '../../git/safe-command.ts'
import { UsageError } from '../process/failures.ts'

interface TreeEntry {
  readonly isLink: boolean
  readonly object: string
}

/** How many links that lead to links are followed. */
const MOST_LINKS = 10

/**
 * Returns the files below `root` in a commit. It reads only git's objects.
 * @throws {UsageError} when `revision` names no commit
 * @throws {GitError} when git is missing or cannot read the commit
 */
export function gitFiles(root: string, revision: string, env: GitEnv): FileSource {
  const ask = (directory: string, ...args: readonly string[]): GitAnswer => askGit(env, directory, args)
  const around = ask(root, 'rev-parse', '--show-toplevel')
  if (!around.ok) throw noRepository(root, around.words)
  const top = around.output.toString('utf8').replace(/\n$/, '')
  const found = ask(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`)
  if (!found.ok) throw noCommit(revision, (...args) => ask(root, ...args))
  const commit = found.output.toString('utf8').trim()
  const tree = readTree(top, commit, ask)
  const prefix = path.relative(realpathSync.native(top), realpathSync.native(root)).replaceAll(path.sep, '/')
  const inTree = (file: string): string => path.posix.join(prefix, file)
  const blobs = new BlobReader(top, tree, env)
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

function noRepository(root: string, words: string): Error {
  if (/not a git repository/.test(words))
    return new UsageError(`"${root}" is not in a git repository, so there is nothing to compare with.`)
  if (/must be run in a work tree|cannot use bare repository/.test(words)) {
    return new UsageError(
      `"${root}" is a git repository without a working tree, or looks like one, so git is not run in it.`,
      'Run this in a clone, or rename HEAD, objects or refs there.',
    )
  }
  return new GitError(`git cannot read "${root}": ${words}`)
}

function noCommit(revision: string, ask: (...args: readonly string[]) => GitAnswer): UsageError {
  const problem = `"${revision}" is not a commit in this repository.`
  const lines = (answer: GitAnswer): readonly string[] =>
    answer.ok
      ? answer.output
          .toString('utf8')
          .split('\n')
          .filter((line) => line !== '')
      : []
  const refs = lines(
    ask('for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/tags', 'refs/remotes'),
  )
  if (refs.length === 0) return new UsageError('There is no commit yet, so there is nothing to compare with.')
  const isShallow = lines(ask('rev-parse', '--is-shallow-repository'))[0] === 'true'
  if (isShallow)
    return new UsageError(problem, `This clone is shallow. Run: ${fetchOf(revision, lines(ask('remote')))}`)
  const meant = refs.find((ref) => ref.endsWith(`/${revision}`)) ?? suggest(revision, refs)[0]
  if (meant !== undefined) return new UsageError(problem, `Did you mean "${meant}"?`)
  return new UsageError(problem, 'Name a branch, a tag or a commit: main, v1.2, HEAD~1.')
}

/** Returns the command that brings `revision` to a shallow clone. */
function fetchOf(revision: string, remotes: readonly string[]): string {
  const remote = remotes.find((name) => revision.startsWith(`${name}/`))
  if (remote !== undefined) {
    const branch = revision.slice(remote.length + 1)
    return ['git', 'fetch', '--depth=1', remote, `${branch}:refs/remotes/${remote}/${branch}`]
      .map((word) => shellQuote(word))
      .join(' ')
  }
  const isName =
    /^[A-Za-z][\w./-]*$/.test(revision) && revision !== 'HEAD' && !/^[0-9a-f]{7,64}$/.test(revision)
  if (!isName) return 'git fetch --unshallow'
  return ['git', 'fetch', '--depth=1', remotes[0] ?? 'origin', `${revision}:${revision}`]
    .map((word) => shellQuote(word))
    .join(' ')
}

/** Returns every blob of the commit by its path from the repository's root. */
function readTree(
  top: string,
  commit: string,
  ask: (directory: string, ...args: readonly string[]) => GitAnswer,
): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  const listing = ask(top, 'ls-tree', '-r', '-z', '--full-tree', commit)
  if (!listing.ok) throw new GitError(`git cannot list the files of ${commit}: ${listing.words}`)
  for (const line of listing.output.toString('utf8').split('\0')) {
    const [, mode = '', object = '', name = ''] = /^(\d+) blob ([0-9a-f]+)\t([^]*)$/.exec(line) ?? []
    if (name !== '') entries.set(name, { isLink: mode === '120000', object })
  }
  return entries
}

/** Returns whether a file counts, by the same rule as on disk: no hidden directories, no node_modules. */
function isShown(file: string): boolean {
  const folders = file.split('/').slice(0, -1)
  return !folders.some((folder) => folder.startsWith('.') || folder === 'node_modules')
}

/** Returns advice for a clone that git made without all objects. Fetching them could start programs, so we never do. */
function fetchAll(words: string): string {
  return /promisor/.test(words) ? '. This clone lacks it; run "git fetch --refetch --no-filter" first.' : ''
}

/** Returns the bytes of `start`, or of its link's target inside the repository. */
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

/** Reads all blobs of one folder together, because starting git costs more than reading. */
class BlobReader {
  readonly #top: string
  readonly #tree: ReadonlyMap<string, TreeEntry>
  readonly #env: GitEnv
  readonly #contents = new Map<string, Uint8Array>()

  constructor(top: string, tree: ReadonlyMap<string, TreeEntry>, env: GitEnv) {
    this.#top = top
    this.#tree = tree
    this.#env = env
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

  /** Runs `git cat-file --batch`, which answers for each object with a line `ID TYPE SIZE`, the bytes, a line feed. */
  #fetch(files: readonly string[]): void {
    const objects = files.map((file) => this.#tree.get(file)?.object ?? '')
    const input = objects.map((object) => `${object}\n`).join('')
    const read = askGit(this.#env, this.#top, ['cat-file', '--batch'], input)
    if (!read.ok)
      throw new GitError(
        `git cannot read "${files[0]}" and files next to it: ${read.words}${fetchAll(read.words)}`,
      )
    const { output } = read
    let at = 0
    for (const file of files) {
      const end = output.indexOf(10, at)
      const size = Number(output.toString('latin1', at, end).split(' ')[2])
      if (!Number.isSafeInteger(size))
        throw new GitError(`git cannot read "${file}": it is missing in this clone.`)
      this.#contents.set(file, output.subarray(end + 1, end + 1 + size))
      at = end + 1 + size + 1
    }
  }
}
