import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { hasCode } from '../util/has-code.ts'
import { makeDirectory, readIfThere, readRegular } from '../util/files.ts'
import type { Clock } from '../util/clock.ts'
import { oneByOne } from '../util/one-by-one.ts'
import { type GitBackendOptions, manifestsRef } from './git-backend.ts'
import { GitRef, refName } from './git-ref.ts'
import type { LocalBackendOptions } from './local-backend.ts'
import { replaceDurably, withFileLock } from './shared-file.ts'
import { changedMeanwhile, StateError } from './state.ts'

/** A text, or its bytes in pieces. */
export type Content = string | readonly Buffer[]

/** Texts by name; undefined for one that is not there. */
export type Texts<T extends Content = Content> = ReadonlyMap<string, T | undefined>

/** Texts in one place. Names are those of `manifestFile` and `deliveredFile`: a folder, `/`, and a file. */
export interface TextFiles {
  readonly description: string
  /** Returns the names in a folder, such as `docs/delivered`. */
  names(folder: string): Promise<readonly string[]>
  /** @throws for a name that is not there */
  read(name: string): Promise<Buffer>
  /** Returns the texts as they are now, for many reads: a remote is asked once. */
  snapshot(): Promise<Pick<TextFiles, 'names' | 'read'>>
  /** Lets the next read ask for what others wrote. Without it, a read may be from two seconds ago. */
  refresh(): void
  /**
   * Writes texts by name, and then removes those that are undefined. A killed process leaves too many and never too few.
   * @throws {StateError} `conflict`, without a change, if a text is not the one that `expected` has for its name
   */
  change(texts: Texts, expected?: Texts<string>): Promise<void>
}

/** How long a write waits for another process. */
const LOCK_WAIT_MS = 10_000

/** Returns files in a directory, each replaced atomically. Files are removed last, so a killed process leaves too many at most. */
export function localTextFiles({
  directory,
  label,
  clock,
  beforeWrite,
}: Required<Pick<LocalBackendOptions, 'directory' | 'label' | 'clock' | 'beforeWrite'>>): TextFiles {
  const enqueue = oneByOne()
  const change = async (texts: Texts, expected: Texts<string>): Promise<void> => {
    for (const [name, text] of expected)
      if (readIfThere(path.join(directory, name))?.toString() !== text)
        throw changedMeanwhile(`${label}/${name}`)
    for (const [name, text] of texts) {
      if (text === undefined) continue
      makeDirectory(path.join(directory, path.dirname(name)))
      await replaceDurably(path.join(directory, name), text)
    }
    for (const [name, text] of texts)
      if (text === undefined) rmSync(path.join(directory, name), { force: true })
  }
  const stored: Pick<TextFiles, 'names' | 'read'> = {
    async names(folder) {
      try {
        return readdirSync(path.join(directory, folder)).map((name) => `${folder}/${name}`)
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return []
        throw error
      }
    },
    async read(name) {
      return readRegular(path.join(directory, name))
    },
  }
  return {
    ...stored,
    description: label,
    async snapshot() {
      return stored
    },
    refresh: () => undefined,
    async change(texts, expected = new Map()) {
      beforeWrite()
      makeDirectory(directory)
      // The folders of crawls are encoded, so no crawl has this name.
      const lock = path.join(directory, '.lock')
      await enqueue(() => withFileLock(lock, { clock, waitMs: LOCK_WAIT_MS }, () => change(texts, expected)))
    },
  }
}

/** Matches the names of files of the store of manifests, after those of folders in git. */
const MANIFEST_FILE = /^[\w%.-]+\.(?:jsonl|delivered|summaries)$/

interface Looked {
  readonly tip: string | null
  readonly files: ReadonlyMap<string, string>
}

/** How long what a remote said counts for reads. A write asks again. */
const SEEN_MS = 2000

/** Concurrent writers take turns; if this many rounds are lost, something else is wrong. */
const MOST_ROUNDS = 10

/**
 * Returns files in a commit on a ref next to the record's, `refs/crawlform-manifests/ENVIRONMENT`, or on the branch
 * `BRANCH-manifests`. All projects of the repository share it. Reading the record does not fetch them.
 */
export function gitTextFiles({ environment, branch, ...options }: GitBackendOptions): TextFiles {
  const name = refName(environment)
  const ref = new GitRef({
    ...options,
    files: MANIFEST_FILE,
    ...(branch === undefined ? {} : { branch: `${branch}-manifests` }),
    ref: manifestsRef({ environment, branch }),
    seenRef: `refs/crawlform-seen/manifests/${branch === undefined ? name : `branch/${refName(branch)}`}`,
  })
  /** The names begin with the environment and the project's folder. */
  const findPrefix = async (): Promise<string> => `${[name, ...(await ref.folders())].join('.')}..`
  let prefix: Promise<string> | undefined
  const prefixOf = (): Promise<string> => (prefix ??= findPrefix())
  const { look, lookLately, keep, forget } = looksAt(ref, options.clock)
  const write = async (texts: Texts, expected: Texts<string>): Promise<void> => {
    const own = await prefixOf()
    const written = [...texts].flatMap(([file, text]) => (text === undefined ? [] : [{ file, text }]))
    const ids = await ref.store(written.map(({ text }) => text))
    for (let round = 1; ; round++) {
      const { tip, files: before } = await look()
      const files = new Map(before)
      for (const [file, text] of expected) {
        const id = files.get(own + flat(file))
        if ((id && (await ref.readBlob(id)).toString()) !== text)
          throw changedMeanwhile(`${ref.description}/${file}`)
      }
      for (const file of texts.keys()) files.delete(own + flat(file))
      for (const [index, { file }] of written.entries()) files.set(own + flat(file), ids[index] ?? '')
      try {
        const commit = await ref.replace(tip, files, `${environment}: manifests`)
        await keep(Promise.resolve({ tip: commit, files }))
        return
      } catch (error) {
        if (!(error instanceof StateError) || error.code !== 'conflict' || round === MOST_ROUNDS) throw error
      }
    }
  }
  const enqueue = oneByOne()
  let waiting:
    | { readonly texts: Map<string, Content | undefined>; readonly written: Promise<void> }
    | undefined
  return {
    ...textsIn(ref, prefixOf, lookLately),
    description: ref.description,
    async snapshot() {
      const looked = lookLately()
      return textsIn(ref, prefixOf, () => looked)
    },
    refresh: forget,
    /** Changes that arrive during a push are written together by the next one. */
    change(texts, expected) {
      if (expected !== undefined) return enqueue(() => write(texts, expected))
      if (waiting === undefined) {
        const all = new Map<string, Content | undefined>()
        const written = enqueue(() => {
          waiting = undefined
          return write(all, new Map())
        })
        waiting = { texts: all, written }
      }
      for (const [file, text] of texts) waiting.texts.set(file, text)
      return waiting.written
    },
  }
}

/** A look at a remote, and when it ended. */
interface Look {
  readonly looked: Promise<Looked>
  endedAt?: number
}

/** Returns functions that look at the files of a ref on its remote, and that keep or forget what was seen. */
function looksAt(ref: GitRef, clock: Clock) {
  let last: Look | undefined
  const keep = (looked: Promise<Looked>): Promise<Looked> => {
    const own: Look = { looked }
    last = own
    const end = (): void => void (own.endedAt = clock.now())
    looked.then(end, () => {
      if (last === own) last = undefined
    })
    return looked
  }
  const ask = async (): Promise<Looked> => {
    const tip = await ref.tip()
    if (tip === null) return { tip, files: new Map() }
    await ref.fetch(tip)
    return { tip, files: await ref.files(tip) }
  }
  const look = (): Promise<Looked> => keep(ask())
  /** Asks the remote once for all callers that ask at about the same time: a command asks about each of a thousand crawls. */
  const lookLately = (): Promise<Looked> => {
    const isLate = last?.endedAt !== undefined && Math.abs(clock.now() - last.endedAt) >= SEEN_MS
    return last === undefined || isLate ? look() : last.looked
  }
  return { look, lookLately, keep, forget: () => void (last = undefined) }
}

/** Returns readers of the texts in a commit of a ref, whose names there begin with a prefix. */
function textsIn(
  ref: GitRef,
  prefixOf: () => Promise<string>,
  looked: () => Promise<Looked>,
): Pick<TextFiles, 'names' | 'read'> {
  return {
    async names(folder) {
      const start = `${await prefixOf()}${folder}.`
      const { files } = await looked()
      return [...files.keys()]
        .filter((file) => file.startsWith(start))
        .map((file) => `${folder}/${file.slice(start.length)}`)
    },
    async read(file) {
      const id = (await looked()).files.get(`${await prefixOf()}${flat(file)}`)
      if (id === undefined) throw new StateError('unavailable', `${ref.description} has no ${file}.`)
      return ref.readBlob(id)
    },
  }
}

/** Returns the name of a text in a commit, which has no folders. */
function flat(file: string): string {
  return file.replace('/', '.')
}
