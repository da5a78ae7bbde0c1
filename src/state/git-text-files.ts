import { refName } from './git-record-file.ts'
import { GitRef, type GitRefOptions } from './git-ref.ts'
import { MANIFEST_FILE, type TextFiles } from './manifest-store.ts'
import { StateError } from './state.ts'

export interface GitTextFilesOptions extends Omit<GitRefOptions, 'files' | 'ref' | 'seenRef'> {
  readonly environment: string
}

/** Writers that meet each other take turns; more rounds than this mean that something else is wrong. */
const MOST_ROUNDS = 10

/**
 * Returns files in a commit on a ref next to the record's, `refs/crawlform-manifests/ENVIRONMENT`, or on the branch
 * `BRANCH-manifests`. All projects of the repository share it. Reading the record does not fetch them.
 */
export function gitTextFiles({ environment, branch, ...options }: GitTextFilesOptions): TextFiles {
  const name = refName(environment)
  const ref = new GitRef({
    ...options,
    files: MANIFEST_FILE,
    ...(branch === undefined ? {} : { branch: `${branch}-manifests` }),
    ref: branch === undefined ? `refs/crawlform-manifests/${name}` : `refs/heads/${branch}-manifests`,
    seenRef: `refs/crawlform-seen/manifests/${branch === undefined ? name : `branch/${refName(branch)}`}`,
  })
  /** The names begin with the environment and the project's folder. */
  const prefixOf = async (): Promise<string> => {
    const folders = (await ref.prefix()).split('/').filter((folder) => folder !== '')
    return `${[name, ...folders.map(refName)].join('.')}..`
  }
  const flat = (file: string): string => file.replace('/', '.')
  const current = async (): Promise<{ tip: string | null; files: Map<string, string> }> => {
    const tip = await ref.tip()
    if (tip === null) return { tip, files: new Map() }
    await ref.fetch(tip)
    return { tip, files: await ref.files(tip) }
  }
  return {
    description: ref.description,
    async names(folder) {
      const prefix = `${await prefixOf()}${folder}.`
      const { files } = await current()
      return [...files.keys()]
        .filter((file) => file.startsWith(prefix))
        .map((file) => `${folder}/${file.slice(prefix.length)}`)
    },
    async read(file) {
      const id = (await current()).files.get(`${await prefixOf()}${flat(file)}`)
      if (id === undefined) throw new StateError('unavailable', `${ref.description} has no ${file}.`)
      return ref.readBlob(id)
    },
    async change(texts) {
      const prefix = await prefixOf()
      for (let round = 1; ; round++) {
        const { tip, files } = await current()
        for (const [file, text] of texts)
          if (text === undefined) files.delete(prefix + flat(file))
          else files.set(prefix + flat(file), await ref.store(text))
        try {
          await ref.replace(tip, files, `${environment}: manifests`)
          return
        } catch (error) {
          if (!(error instanceof StateError) || error.code !== 'conflict' || round === MOST_ROUNDS)
            throw error
        }
      }
    },
  }
}
