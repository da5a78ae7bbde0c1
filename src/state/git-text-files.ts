import { oneByOne } from '../util/one-by-one.ts'
import type { GitBackendOptions } from './git-backend.ts'
import { GitRef, refName } from './git-ref.ts'
import { MANIFEST_FILE, type TextFiles, type Texts } from './manifest-store.ts'
import { changedMeanwhile, StateError } from './state.ts'

interface Looked {
  readonly tip: string | null
  readonly files: Map<string, string>
}

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
    ref: branch === undefined ? `refs/crawlform-manifests/${name}` : `refs/heads/${branch}-manifests`,
    seenRef: `refs/crawlform-seen/manifests/${branch === undefined ? name : `branch/${refName(branch)}`}`,
  })
  /** The names begin with the environment and the project's folder. */
  const findPrefix = async (): Promise<string> => `${[name, ...(await ref.folders())].join('.')}..`
  let prefix: Promise<string> | undefined
  const prefixOf = (): Promise<string> => (prefix ??= findPrefix())
  const flat = (file: string): string => file.replace('/', '.')
  const look = async (): Promise<Looked> => {
    const tip = await ref.tip()
    if (tip === null) return { tip, files: new Map() }
    await ref.fetch(tip)
    return { tip, files: await ref.files(tip) }
  }
  let looking: Promise<Looked> | undefined
  /** Asks the remote once for all callers that ask at the same time. */
  const current = (): Promise<Looked> => (looking ??= look().finally(() => (looking = undefined)))
  const write = async (texts: Texts, expected: Texts): Promise<void> => {
    const own = await prefixOf()
    for (let round = 1; ; round++) {
      const { tip, files } = await look()
      for (const [file, text] of expected) {
        const id = files.get(own + flat(file))
        if ((id && (await ref.readBlob(id))) !== text) throw changedMeanwhile(`${ref.description}/${file}`)
      }
      for (const [file, text] of texts)
        if (text === undefined) files.delete(own + flat(file))
        else files.set(own + flat(file), await ref.store(text))
      try {
        await ref.replace(tip, files, `${environment}: manifests`)
        return
      } catch (error) {
        if (!(error instanceof StateError) || error.code !== 'conflict' || round === MOST_ROUNDS) throw error
      }
    }
  }
  const enqueue = oneByOne()
  let waiting:
    | { readonly texts: Map<string, string | undefined>; readonly written: Promise<void> }
    | undefined
  return {
    description: ref.description,
    async names(folder) {
      const start = `${await prefixOf()}${folder}.`
      const { files } = await current()
      return [...files.keys()]
        .filter((file) => file.startsWith(start))
        .map((file) => `${folder}/${file.slice(start.length)}`)
    },
    async read(file) {
      const id = (await current()).files.get(`${await prefixOf()}${flat(file)}`)
      if (id === undefined) throw new StateError('unavailable', `${ref.description} has no ${file}.`)
      return ref.readBlob(id)
    },
    /** Changes that arrive during a push are written together by the next one. */
    change(texts, expected) {
      if (expected !== undefined) return enqueue(() => write(texts, expected))
      if (waiting === undefined) {
        const all = new Map<string, string | undefined>()
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
