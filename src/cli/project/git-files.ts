import { realpathSync } from 'node:fs'
import path from 'node:path'
import { type FileSource, isHidden, type Unread } from '../../load/file-source.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { askGit, type GitAnswer, type GitEnv, GitError, ownerAdvice } from '../../git/git.ts'
import { didYouMean, UsageError } from '../process/failures.ts'

/** The blobs of a commit by their paths from the repository's root. */
type Tree = ReadonlyMap<string, { readonly isLink: boolean; readonly object: string }>

const MOST_LINKS = 10

/**
 * Returns the files below `root` in a commit. It reads only git's objects.
 * @throws {UsageError} when `revision` names no commit
 * @throws {GitError} when git is missing or cannot read the commit
 */
export function gitFiles(root: string, revision: string, env: GitEnv): FileSource {
  const ask = (directory: string, ...args: readonly string[]): GitAnswer => askGit(env, directory, args)
  const toplevel = ask(root, 'rev-parse', '--show-toplevel')
  if (!toplevel.ok) throw noRepository(root, toplevel.words)
  const top = toplevel.output.toString('utf8').replace(/\n$/, '')
  const found = ask(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`)
  if (!found.ok) throw noCommit(revision, (...args) => ask(root, ...args))
  const commit = found.output.toString('utf8').trim()
  const tree = readTree(commit, ask(top, 'ls-tree', '-r', '-z', '--full-tree', commit))
  const prefix = path.relative(realpathSync.native(top), realpathSync.native(root)).replaceAll(path.sep, '/')
  const inTree = (file: string): string => path.posix.join(prefix, file)
  const blob = blobReader(tree, (args, input) => askGit(env, top, args, input))
  return {
    list(directory) {
      const base = path.posix.join(prefix, directory)
      const start = base === '' || base === '.' ? '' : `${base}/`
      return [...tree.keys()]
        .filter((file) => file.startsWith(start) && !isHidden(file.slice(start.length)))
        .map((file) => (prefix === '' ? file : file.slice(prefix.length + 1)))
        .toSorted()
    },
    read(file) {
      return readFollowing(tree, blob, inTree(file))
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
    return new UsageError(
      `"${root}" is not in a git repository, so there is nothing to compare with.`,
      'Run "git init" and commit the files first.',
    )
  if (/must be run in a work tree|cannot use bare repository/.test(words)) {
    return new UsageError(
      `"${root}" is a git repository without a working tree, or looks like one, so git is not run in it.`,
      'Run this in a clone, or rename HEAD, objects or refs there.',
    )
  }
  return new GitError(`git cannot read "${root}": ${words}${ownerAdvice(words, root)}`)
}

function noCommit(revision: string, ask: (...args: readonly string[]) => GitAnswer): UsageError {
  const problem = `"${revision}" is not a commit in this repository.`
  const lines = (...args: readonly string[]): readonly string[] => {
    const answer = ask(...args)
    return answer.ok ? (answer.output.toString('utf8').match(/.+/g) ?? []) : []
  }
  const refs = lines('for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/tags', 'refs/remotes')
  if (refs.length === 0)
    return new UsageError(
      'There is no commit yet, so there is nothing to compare with.',
      'Commit the files first.',
    )
  if (lines('rev-parse', '--is-shallow-repository')[0] === 'true')
    return new UsageError(problem, `This clone is shallow. Run: ${fetchOf(revision, lines('remote'))}`)
  const remote = refs.find((ref) => ref.endsWith(`/${revision}`))
  const help = remote === undefined ? didYouMean(revision, refs) : `Did you mean "${remote}"?`
  return new UsageError(problem, help ?? 'Name a branch, a tag or a commit: main, v1.2, HEAD~1.')
}

/** Returns the command that brings `revision` to a shallow clone. */
function fetchOf(revision: string, remotes: readonly string[]): string {
  const remote = remotes.find((name) => revision.startsWith(`${name}/`))
  const branch = remote === undefined ? undefined : revision.slice(remote.length + 1)
  const isName =
    /^[A-Za-z][\w./-]*$/.test(revision) && revision !== 'HEAD' && !/^[0-9a-f]{7,64}$/.test(revision)
  if (branch === undefined && !isName) return 'git fetch --unshallow'
  const wanted =
    branch === undefined ? `${revision}:${revision}` : `${branch}:refs/remotes/${remote}/${branch}`
  const words = ['git', 'fetch', '--depth=1', remote ?? remotes[0] ?? 'origin', wanted]
  return words.map((word) => shellQuote(word)).join(' ')
}

function readTree(commit: string, listing: GitAnswer): Tree {
  const entries = new Map<string, { isLink: boolean; object: string }>()
  if (!listing.ok) throw new GitError(`git cannot list the files of ${commit}: ${listing.words}`)
  for (const line of listing.output.toString('utf8').split('\0')) {
    const [, mode = '', object = '', name = ''] = /^(\d+) blob ([0-9a-f]+)\t([^]*)$/.exec(line) ?? []
    if (name !== '') entries.set(name, { isLink: mode === '120000', object })
  }
  return entries
}

/** Returns the bytes of `start`, or of its link's target inside the repository. */
function readFollowing(tree: Tree, blob: ReturnType<typeof blobReader>, start: string): Uint8Array | Unread {
  let file = start
  for (let links = 0; links <= MOST_LINKS; links += 1) {
    if (file.startsWith('../')) return 'outside'
    const entry = tree.get(file)
    if (entry === undefined) return links === 0 ? 'missing' : 'dead-link'
    if (!entry.isLink) return blob(file)
    const target = new TextDecoder().decode(blob(file))
    if (target.startsWith('/')) return 'outside'
    file = path.posix.join(path.posix.dirname(file), target)
  }
  return 'dead-link'
}

/** Returns a reader of blobs. It reads those of one folder together, because starting git costs more than reading. */
function blobReader(tree: Tree, ask: (args: readonly string[], input: string) => GitAnswer) {
  const contents = new Map<string, Uint8Array>()
  const neighbours = (file: string): ReadonlySet<string> => {
    const folder = path.posix.dirname(file)
    const others = [...tree.keys()].filter(
      (other) => path.posix.dirname(other) === folder && /\.ya?ml$/.test(other) && !contents.has(other),
    )
    return new Set([file, ...others])
  }
  /** Runs `git cat-file --batch`, which answers for each object with a line `ID TYPE SIZE`, the bytes, a line feed. */
  const fetch = (files: ReadonlySet<string>, first: string): void => {
    const objects = [...files].map((file) => `${tree.get(file)?.object ?? ''}\n`)
    const read = ask(['cat-file', '--batch'], objects.join(''))
    if (!read.ok) {
      // git made this clone without all objects. Fetching them could start programs, so we never do.
      const isPartial = read.words.includes('promisor')
      const advice = '. This clone lacks it; run "git fetch --refetch --no-filter" first.'
      throw new GitError(
        `git cannot read "${first}" and files next to it: ${read.words}${isPartial ? advice : ''}`,
      )
    }
    const { output } = read
    let at = 0
    for (const file of files) {
      const end = output.indexOf(10, at)
      const size = Number(output.toString('latin1', at, end).split(' ')[2])
      if (!Number.isSafeInteger(size))
        throw new GitError(`git cannot read "${file}": it is missing in this clone.`)
      contents.set(file, output.subarray(end + 1, end + 1 + size))
      at = end + 1 + size + 1
    }
  }
  return (file: string): Uint8Array => {
    if (!contents.has(file)) fetch(neighbours(file), file)
    return contents.get(file) ?? new Uint8Array()
  }
}
